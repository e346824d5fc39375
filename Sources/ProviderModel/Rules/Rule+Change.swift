import Basics

extension Rule {
  /// What becomes of an answer's parameters or members, in this order: rename, set, drop, append, order.
  package struct Change: Sendable {
    package var rename: [(from: String, to: String)] = []
    package var set: [(name: String, value: JSONValue)] = []
    package var drop: [String] = []
    /// One more parameter of a name.
    package var append: [(name: String, value: JSONValue)] = []
    package var order: [String] = []
    /// Only these scopes are granted.
    package var scopes: [String]?
    /// The browser gets the callback twice.
    package var twice = false
    /// Where the parameters of the authorization response come, whatever was asked for.
    package var mode: Mode?
    /// The page by which the browser gets to the callback, in place of a redirect.
    package var way: Way?
    /// Fields of the head: no value takes one away, several make several fields.
    package var headers: [(name: String, values: [String])] = []
    /// What comes before the body.
    package var prefix: String?
    /// The keys that a document shows.
    package var keys: [Keys]?
    /// The body, which is JSON, comes as a JSON Web Token.
    package var signed: SignedBody?
    package var tokens: [(kind: CredentialKind, change: TokenChange)] = []
  }

  /// A response mode that every client knows of.
  package enum Mode: String, Sendable, CaseIterable {
    case query, fragment
    case formPost = "form_post"
  }

  package enum Way: String, Sendable, CaseIterable { case link, refresh, script }

  /// A part of a key set.
  package enum Keys: String, Sendable, CaseIterable {
    /// Those that sign.
    case current
    /// Those that `next-key` signs with.
    case next
    /// Keys with the names of those that sign, and of another kind.
    case twin
    /// Keys with the names of those that sign, for encryption.
    case encryption
    /// The first of those that sign, with no name on it: alone it is what a provider with one key publishes, whose
    /// tokens need no `kid` (OpenID Connect Core §10.1).
    case nameless
    /// Keys of kinds that nobody knows (RFC 7517 §5).
    case unknown
  }

  package struct SignedBody: Sendable {
    package enum Algorithm: String, Sendable, CaseIterable {
      case es256 = "ES256"
      case rs256 = "RS256"
    }
    /// `nil` for the provider's first one.
    package var algorithm: Algorithm?
    package var change = TokenChange()
  }
}
