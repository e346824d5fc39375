import Basics
import ProviderModel

/// The fixtures of a server, and the providers that were compiled from them with quirks switched.
///
/// Tests make many sandboxes with the same quirks, and compiling a large fixture takes milliseconds.
final class FixtureShelf: Sendable {
  private struct Key: Hashable, Sendable {
    let id: String
    let with: [String]
    let without: [String]
  }

  private struct Contents: Sendable {
    var fixtures: FixtureSet
    /// Counts the replacements.
    var generation = 0
    var compiled: [Key: Provider] = [:]
    /// The oldest first.
    var keys: [Key] = []
  }

  /// How many compiled providers are kept.
  static let most = 32

  private let contents: Lock<Contents>

  init(_ fixtures: FixtureSet) { contents = Lock(Contents(fixtures: fixtures)) }

  var fixtures: FixtureSet { contents.withLock { $0.fixtures } }

  func replace(with fixtures: FixtureSet) {
    contents.withLock {
      $0 = Contents(fixtures: fixtures, generation: $0.generation + 1)
    }
  }

  /// A provider with quirks switched. It is compiled outside of the lock.
  func provider(
    _ id: String, with: [String], without: [String]
  ) throws(FixtureError) -> Provider {
    let key = Key(id: id, with: with, without: without)
    let (known, fixtures, generation) = contents.withLock {
      ($0.compiled[key], $0.fixtures, $0.generation)
    }
    if let known { return known }
    let provider = try fixtures.resolve(id, with: with, without: without)
    contents.withLock {
      guard $0.generation == generation, $0.compiled[key] == nil else { return }
      $0.compiled[key] = provider
      $0.keys.append(key)
      if $0.keys.count > Self.most { $0.compiled[$0.keys.removeFirst()] = nil }
    }
    return provider
  }
}
