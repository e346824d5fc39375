/// One grant type at one provider.
package struct GrantRule: Sendable {
  /// The reaction to a code or refresh token that is used again.
  package enum Reuse: String, Sendable, CaseIterable {
    /// It is refused, and everything that its grant issued is revoked (RFC 6749 §4.1.2, RFC 9700 §4.14).
    case revoke
    case refuse
    /// Accepted for a grace period after its first use: the client may have lost the response.
    case grace
    case tolerate
  }
  /// The effect of the parameter `scope`.
  package enum Scoping: String, Sendable, CaseIterable { case ignore, narrow }
  /// The clients that must authenticate.
  package enum ClientAuthentication: String, Sendable, CaseIterable {
    /// Those with a secret of a confidential kind.
    case confidential
    /// A `client_id` is enough.
    case named
    /// All clients have to send a secret, also those without one.
    case secret
    /// Only clients with a secret may use the grant at all.
    case always
  }
  package fileprivate(set) var kind = GrantKind.code
  /// The shape of the answer: a place in the provider's shapes.
  package fileprivate(set) var answer: Int?
  package fileprivate(set) var issues: [IssuanceRule] = []
  package fileprivate(set) var reuse = Reuse.refuse
  /// Seconds, for `grace`.
  package fileprivate(set) var grace = 10
  package fileprivate(set) var rotates = false
  package fileprivate(set) var scoping = Scoping.ignore
  package fileprivate(set) var clientAuthentication = ClientAuthentication.confidential
  /// The redirect URI must be sent again, if the authorization request had one (RFC 6749 §4.1.3).
  package fileprivate(set) var redirectRequired = true
  /// Values that must match the authorization request's: name → condition.
  package fileprivate(set) var mustMatch: [(name: String, condition: Condition)] = []
  package fileprivate(set) var checks: [Check] = []
}

extension GrantRule: ProviderPart {
  static let declaration = ObjectDeclaration<Self>(
    "grant", "A grant type, and the credentials that it issues.",
    [
      .choice(
        "kind", \.kind,
        "The kind of grant: an authorization code (RFC 6749 §4.1.3), a refresh token (§6), client credentials (§4.4), a person's password (§4.3)."
      ).required,
      .part(
        "answer", .shape, \.answer, "The shape of the response.", example: "\"token\""
      ).required,
      .issues(\.issues, example: "{ \"access\": true }"),
      .choice(
        "reuse", \.reuse,
        "The reaction to a code or refresh token that is used again: everything that it issued is revoked (RFC 9700 §4.14), it is refused, it works for a grace period, or it keeps working."
      ),
      .whole(
        "grace", \.grace, in: Bounds.seconds, "The grace period for `reuse: grace`, in seconds.",
        example: "30"),
      .flag("rotates", \.rotates, "Whether a refresh token can be used only once."),
      .choice(
        "scope", \.scoping,
        "The effect of the parameter `scope`: none, or it narrows the scopes."),
      .choice(
        "client_authentication", \.clientAuthentication,
        "The clients that must authenticate: with `confidential` those with a secret, with `named` none; with `secret` every client has to send a secret; with `always` only clients with a secret may use the grant."
      ),
      .flag(
        "redirect_required", \.redirectRequired,
        "Whether the client must repeat the redirect URI of the authorization request (RFC 6749 §4.1.3)."
      ),
      .map(
        "must_match", \.mustMatch, .name(of: "condition"), keys: "names of `binds`",
        "The values that must match the authorization request, each with the condition for a different value.",
        example: "{ \"policy\": \"policy_mismatch\" }"
      ) { entry, _ in entry.value.stringValue.map { (entry.name, Condition($0)) } },
      .checks(\.checks, "The provider's own checks of the grant."),
    ])
}

/// The grants that the engine knows.
package enum GrantKind: String, Sendable, CaseIterable { case code, refresh, client, password }

/// A credential to issue, and when.
package struct IssuanceRule: Sendable {
  package let kind: CredentialKind
  package let when: Predicate
  package init(kind: CredentialKind, when: Predicate) {
    self.kind = kind
    self.when = when
  }
}

/// The front-channel response for a response type.
package struct AnswerRule: Sendable {
  package fileprivate(set) var mode: Shape = .constant("query")
  package fileprivate(set) var parameters: Shape = .empty
  package fileprivate(set) var issues: [IssuanceRule] = []
  /// A text after the redirect URI and its parameters.
  package fileprivate(set) var suffix = ""
}

extension AnswerRule: ProviderPart {
  static let declaration = ObjectDeclaration<Self>(
    "answer", "The front-channel response for a response type.",
    [
      .value(
        "mode", \.mode, "The response mode: `query`, `fragment` or `form_post`.", or: "`query`",
        example: "\"fragment\""),
      .issues(\.issues, example: "{ \"code\": true }"),
      .value(
        "parameters", \.parameters, "The parameters, in order.",
        example: "{ \"code\": \"{{tok.code.value}}\", \"state\": \"{{req.state?}}\" }"
      ).required,
      .text(
        "suffix", \.suffix, "A text after the redirect URI and its parameters.",
        example: "\"#_\""),
    ])

  func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) { reader.checkMode() }
}
