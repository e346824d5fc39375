import ProviderModel

/// The keys of a sandbox in the course of a key rotation: which are published, and which signs.
///
/// Keys have numbers: 0 is the first one of each algorithm. A rotation publishes the next number, signs with it, then retires
/// the one before. The steps may be taken in any order, so that a client meets a server that rotates wrongly.
package struct KeyRotation: Sendable, Equatable, Codable {
  /// The numbers of the published keys.
  package private(set) var oldest = 0
  package private(set) var newest = 0
  /// The number of the key that signs.
  package private(set) var signing = 0

  package init() {}

  /// The largest number of rotations: each makes keys that stay in memory.
  package static let most = 100

  /// A step of a rotation.
  package enum Step: String, Sendable, CaseIterable {
    /// The next key is published, and does not sign yet.
    case publish
    /// The next key signs.
    case use
    /// The oldest published key is published no more.
    case retire
  }

  /// Why a step can't be taken.
  package enum Limit: Error, Sendable {
    /// There were too many rotations.
    case most
    /// Only one key is left.
    case last
  }

  package mutating func take(_ step: Step) throws(Limit) {
    switch step {
    case .publish:
      guard newest < Self.most else { throw .most }
      newest += 1
    case .use:
      guard signing < Self.most else { throw .most }
      signing += 1
    case .retire:
      guard oldest < newest else { throw .last }
      oldest += 1
    }
  }

  package var published: ClosedRange<Int> { oldest...newest }
  /// Whether the key that signs is published; if not, the rotation is a faulty one.
  package var isSound: Bool { published.contains(signing) }
  /// Whether no key was ever rotated.
  var isInitial: Bool { self == KeyRotation() }
}

extension RequestContext {
  /// The keys that sign now.
  var keys: Keyring { site.options.keys.rotated(by: state.keyRotation) }
}

extension ServerState {
  /// The keys that sign now.
  private var keys: Keyring { site.options.keys.rotated(by: state.keyRotation) }
  package var keyRotation: KeyRotation { state.keyRotation }

  /// Takes a step of a key rotation. Responses that were written earlier do not change.
  package mutating func rotate(_ step: KeyRotation.Step) throws(KeyRotation.Limit) {
    var rotation = state.keyRotation
    try rotation.take(step)
    ownState().keyRotation = rotation
  }

  /// The keys of all providers, each provider's in the order of its key set. Keys that are not there yet are made: call it
  /// outside of locks.
  package var signingKeys: [SigningKeyView] {
    let keys = keys
    return site.providers.ids.compactMap { site.providers.provider($0) }.flatMap { provider in
      provider.signing.flatMap { rule in
        let signing = keys.signing(rule).map(\.kid)
        let published = keys.published(rule).map(\.kid)
        let names = published + signing.filter { !published.contains($0) }
        return names.map { name in
          SigningKeyView(
            provider: provider.id, algorithm: rule.algorithm, kid: name,
            isPublished: published.contains(name), signs: signing.contains(name))
        }
      }
    }
  }
}

/// A key of a provider, for people.
package struct SigningKeyView: Sendable {
  package let provider: String
  package let algorithm: String
  package let kid: String
  package let isPublished: Bool
  package let signs: Bool
}
