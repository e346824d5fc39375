/// Why a request is refused. The engine finds conditions; a provider's catalogue of errors says how each looks on the
/// wire. A fixture may add conditions of its own: those of its checks and of its addresses.
package struct Condition: Hashable, Sendable, CustomStringConvertible {
  package let name: String
  package init(_ name: String) { self.name = name }
  package var description: String { name }

  /// Which endpoints can come to it.
  package enum Catalogue: Sendable, CaseIterable {
    /// The authorization endpoint and the pages behind it.
    case authorize
    /// Every endpoint at which clients authenticate: token, introspection, revocation.
    case client
    case token, revoke, resource
  }

  /// What a condition is about: an ordered one is told with what the request says of it.
  package enum Subject: Sendable, Equatable {
    /// A parameter, by its canonical name.
    case parameter(String)
    /// A code or token that came along.
    case credential(CredentialKind)
    /// A variable of the address.
    case variable(String)
    /// How often something may be asked.
    case limit
    /// Whatever stands first in the request.
    case request

    /// A fixture's own condition is about that with whose name it begins.
    static func named(in condition: String, variables: [String]) -> Subject {
      if let known = stems.first(where: { condition.hasPrefix($0.stem) }) { return known.subject }
      if let variable = variables.first(where: { condition.hasPrefix($0 + "_") }) {
        return .variable(variable)
      }
      return .request
    }

    /// The longest name that a condition begins with counts.
    private static let stems: [(stem: String, subject: Subject)] = [
      ("response_type", .parameter("response_type")),
      ("response_mode", .parameter("response_mode")),
      ("challenge_method", .parameter("code_challenge_method")),
      ("challenge", .parameter("code_challenge")), ("verifier", .parameter("code_verifier")),
      ("client", .parameter("client_id")), ("redirect", .parameter("redirect_uri")),
      ("secret", .parameter("client_secret")), ("scope", .parameter("scope")),
      ("code", .credential(.code)), ("refresh", .credential(.refresh)),
      ("token", .credential(.access)), ("grant", .parameter("grant_type")),
      ("password", .parameter("username")), ("nonce", .parameter("nonce")),
      ("login", .parameter("prompt")), ("consent", .parameter("prompt")), ("rate", .limit),
    ]
  }

  /// All that is known of a condition at the endpoints of one catalogue.
  package struct Declaration: Sendable {
    package let condition: Condition
    package let catalogue: Catalogue
    /// What sets it off, in one sentence.
    package let summary: String
    /// What comes with it, as `err.NAME`.
    package let facts: [String]
    /// What says that the request is to be refused.
    package let clause: String
    package let subject: Subject
  }

  /// The declaration that holds at endpoints of a catalogue; `nil` for a fixture's own conditions.
  package func declaration(at catalogue: Catalogue) -> Declaration? {
    let known = Self.declarations.filter { $0.condition == self }
    return known.first { $0.catalogue == catalogue } ?? known.first
  }

  /// Found before a redirect URI can be trusted: these are never redirected to what was sent.
  package static let untrusted: Set<Condition> = [
    .clientMissing, .clientUnknown, .redirectUnregistered, .redirectMissing, .redirectMismatch,
    .redirectHostMismatch,
  ]

  /// What can be wrong at an endpoint of a kind: the facts of each condition.
  package static func known(at kind: EndpointKind) -> [Condition: [String]] {
    knownByKind[kind] ?? [:]
  }

  private static let knownByKind = Dictionary(
    uniqueKeysWithValues: EndpointKind.allCases.map { kind in
      var known: [Condition: [String]] = [:]
      for declaration in declarations where kind.catalogues.contains(declaration.catalogue) {
        if known[declaration.condition] == nil { known[declaration.condition] = declaration.facts }
      }
      return (kind, known)
    })
}
