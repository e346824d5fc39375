internal import Basics

extension Sandbox {
  /// A step of a key rotation: see ``Sandbox/rotateKeys(_:)``.
  public enum KeyRotationStep: String, Sendable, CaseIterable {
    /// The next key is published, and does not sign yet.
    case publish
    /// The next key signs.
    case use
    /// The oldest published key is removed from the key set.
    case retire
  }

  /// A key with which a provider signs, or which it publishes.
  public struct SigningKey: Sendable, Equatable, CustomStringConvertible {
    /// The id of the provider.
    public let provider: String
    /// The algorithm, such as `RS256`.
    public let algorithm: String
    /// The name of the key, as the header of a token has it in `kid`.
    public let kid: String
    /// Whether the key is in the key set of the provider.
    public let isPublished: Bool
    /// Whether new tokens are signed with it.
    public let signs: Bool

    init(_ value: JSONValue) {
      provider = value["provider"]?.stringValue ?? ""
      algorithm = value["alg"]?.stringValue ?? ""
      kid = value["kid"]?.stringValue ?? ""
      isPublished = value["published"]?.boolValue == true
      signs = value["signs"]?.boolValue == true
    }

    /// The key, and what it is for, in one line.
    public var description: String {
      "\(algorithm) \(kid) of \(provider)" + (isPublished ? ", published" : "")
        + (signs ? ", signs" : "")
    }
  }
}
