/// The reason for a refusal. The engine detects conditions; a provider's catalogue of errors shapes the response.
/// A fixture may add its own conditions, for its checks and its addresses.
package struct Condition: Hashable, Sendable, Codable, CustomStringConvertible {
  package let name: String
  package init(_ name: String) { self.name = name }
  package var description: String { name }

  /// The endpoints at which it can occur.
  package enum Catalogue: Sendable, CaseIterable {
    /// The authorization endpoint and its pages.
    case authorize
    /// Every endpoint at which clients authenticate: token, introspection, revocation.
    case client
    case token, revoke, resource, mcp
    /// The endpoints at which clients register.
    case registration
    /// The device authorization endpoint.
    case deviceAuthorization
    /// The endpoint for pushed authorization requests.
    case pushedAuthorization
    /// The page for user codes.
    case device
    /// The endpoints that a browser calls for FedCM: all of them, those that name a client, those that look for the session,
    /// and those that name an account.
    case fedCM, fedCMClient, fedCMSession, fedCMAccount
  }

  /// The subject of a condition. A condition that a rule applies is reported with the subject's value in the request.
  package enum Subject: Sendable, Equatable {
    /// A parameter, by its canonical name.
    case parameter(String)
    /// A code or token in the request.
    case credential(CredentialKind)
    /// A variable of the address.
    case variable(String)
    /// A rate limit.
    case limit
    /// The first parameter of the request.
    case request

    /// The subject of a fixture's own condition follows from the start of its name.
    static func named(in condition: String, variables: [String]) -> Subject {
      if let known = stems.first(where: { condition.hasPrefix($0.stem) }) { return known.subject }
      if let variable = variables.first(where: { condition.hasPrefix($0 + "_") }) {
        return .variable(variable)
      }
      return .request
    }

    /// The order matters: the longest prefix comes first.
    private static let stems: [(stem: String, subject: Subject)] = [
      ("response_type", .parameter("response_type")),
      ("response_mode", .parameter("response_mode")),
      ("challenge_method", .parameter("code_challenge_method")),
      ("challenge", .parameter("code_challenge")), ("verifier", .parameter("code_verifier")),
      ("client", .parameter("client_id")), ("redirect", .parameter("redirect_uri")),
      ("secret", .parameter("client_secret")), ("scope", .parameter("scope")),
      ("code", .credential(.code)), ("device", .credential(.deviceCode)),
      ("refresh", .credential(.refresh)),
      ("token", .credential(.access)), ("grant", .parameter("grant_type")),
      ("password", .parameter("username")), ("nonce", .parameter("nonce")),
      ("login", .parameter("prompt")), ("consent", .parameter("prompt")), ("rate", .limit),
    ]
  }

  /// A condition at the endpoints of one catalogue.
  package struct Declaration: Sendable {
    package let condition: Condition
    package let catalogue: Catalogue
    /// The cause, in one sentence.
    package let summary: String
    /// Its facts, as `err.NAME`.
    package let facts: [String]
    /// The specification that requires the refusal.
    package let clause: String
    package let subject: Subject
  }

  /// The declaration for endpoints of a catalogue; `nil` for a fixture's own conditions.
  package func declaration(at catalogue: Catalogue) -> Declaration? {
    let known = Self.declarations.filter { $0.condition == self }
    return known.first { $0.catalogue == catalogue } ?? known.first
  }

  /// Conditions that are detected before a redirect URI is trusted. They are never redirected to the URI in the request.
  package static let untrusted = untrustedObjects.union([
    .clientMissing, .clientUnknown, .redirectUnregistered, .redirectMissing, .redirectMismatch,
    .redirectHostMismatch, .documentAddressInvalid, .documentHostRefused, .documentUnfetched,
    .documentTooLarge, .documentUnreadable, .documentOtherClient, .documentSecret, .documentInvalid,
    .requestURIUnknown, .requestURIExpired, .requestURIUsed, .requestURIOtherClient,
  ])

  /// The conditions at an endpoint of a kind, each with its facts.
  package static func known(at kind: EndpointKind) -> [Condition: [String]] {
    knownByKind[kind] ?? [:]
  }

  /// The conditions at an endpoint: at a resource also those of clients, if they may authenticate there.
  static func known(at endpoint: Endpoint) -> [Condition: [String]] {
    let known = known(at: endpoint.kind)
    if endpoint.kind.isAboutToken, endpoint.service.client == .token {
      return known.merging(ofTokens) { own, _ in own }
    }
    guard endpoint.kind == .resource, endpoint.service.readsClient else { return known }
    return known.merging(ofCallers) { own, _ in own }
  }

  /// The conditions of clients at a resource.
  private static let ofCallers = Dictionary(
    (declarations.filter { $0.catalogue == .client }.map { ($0.condition, $0.facts) })
      + [(.tokenOtherClient, [])]
  ) { first, _ in first }

  /// The conditions of the access token with which a caller authenticates.
  private static let ofTokens = Dictionary(
    declarations.filter {
      $0.catalogue == .resource
        && [.tokenMissing, .tokenUnknown, .tokenExpired, .tokenRevoked].contains($0.condition)
    }.map { ($0.condition, $0.facts) }
  ) { first, _ in first }

  private static let knownByKind = Dictionary(
    uniqueKeysWithValues: EndpointKind.allCases.map { kind in
      var known: [Condition: [String]] = [:]
      for declaration in declarations where kind.catalogues.contains(declaration.catalogue) {
        if known[declaration.condition] == nil { known[declaration.condition] = declaration.facts }
      }
      return (kind, known)
    })
}
