/// One grant type at one provider.
///
/// A class, so that requests share it without copying. Only its declaration writes to it, while the fixture is read.
package final class GrantRule: @unchecked Sendable {
  /// The reaction to a code or refresh token that is used again.
  package enum Reuse: String, Sendable, CaseIterable {
    /// It is refused, and everything that its grant issued is revoked (RFC 6749 §4.1.2, RFC 9700 §4.14).
    case revoke
    case refuse
    /// Accepted for a grace period after its first use: the client may have lost the response.
    case grace
    /// The same, and the response has the same tokens again.
    case same
    case tolerate
  }
  /// The effect of the parameter `scope`.
  package enum Scoping: String, Sendable, CaseIterable {
    case ignore, narrow
    /// Any scope that the person has granted the client so far.
    case granted
  }
  /// What a refresh does with its refresh token.
  package enum Rotation: Sendable {
    /// It stays valid, and the response has none.
    case never
    /// It is replaced by a new one.
    case always
    /// It stays valid, and the response has it again.
    case same
  }
  /// The credentials of a grant that a refresh ends.
  package enum Ended: String, Sendable, CaseIterable { case access }
  /// The earlier grants of the person to the client that a grant ends.
  package enum EndsEarlier: Sendable {
    case none, all
    /// Those with other scopes.
    case otherScopes
  }
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
  @exclusivity(unchecked) package fileprivate(set) var kind = GrantKind.code
  /// The shape of the answer: a place in the provider's shapes.
  @exclusivity(unchecked) package fileprivate(set) var answer: Int?
  @exclusivity(unchecked) package fileprivate(set) var issues: [IssuanceRule] = []
  @exclusivity(unchecked) package fileprivate(set) var reuse = Reuse.refuse
  /// Seconds, for `grace`.
  @exclusivity(unchecked) package fileprivate(set) var grace = 10
  @exclusivity(unchecked) package fileprivate(set) var rotation = Rotation.never
  package var rotates: Bool { rotation == .always }
  /// Whether each use of a refresh token that stays valid starts its lifetime again.
  @exclusivity(unchecked) package fileprivate(set) var slides = false
  @exclusivity(unchecked) package fileprivate(set) var ends: [Ended] = []
  @exclusivity(unchecked) package fileprivate(set) var endsEarlier = EndsEarlier.none
  /// Seconds between two polls of a device.
  @exclusivity(unchecked) package fileprivate(set) var interval = 5
  @exclusivity(unchecked) package fileprivate(set) var scoping = Scoping.ignore
  @exclusivity(unchecked) package fileprivate(set) var clientAuthentication = ClientAuthentication
    .confidential
  /// The redirect URI must be sent again, if the authorization request had one (RFC 6749 §4.1.3).
  @exclusivity(unchecked) package fileprivate(set) var redirectRequired = true
  /// Values that must match the authorization request's: name → condition.
  @exclusivity(unchecked) package fileprivate(set) var mustMatch:
    [(name: String, condition: Condition)] = []
  /// The person for whom a client acts.
  @exclusivity(unchecked) package internal(set) var actsFor: ActingRule?
  @exclusivity(unchecked) package fileprivate(set) var checks: [Check] = []
  /// The tokens that an exchange takes and issues.
  @exclusivity(unchecked) package fileprivate(set) var exchange: ExchangeRule?
  /// The rules for JWTs of other issuers, by the `typ` of their headers.
  @exclusivity(unchecked) package fileprivate(set) var trusts: [(name: String, rule: TrustRule)] =
    []

  init() {}

  /// The longest time between two polls, in seconds.
  package static let longestInterval = 3600
}

extension GrantRule: ProviderPart {
  static let declaration: GrantRule.Declaration = .init(
    "grant", "A grant type, and the credentials that it issues.",
    [
      .choice(
        "kind", \.kind,
        "The kind of grant: an authorization code (RFC 6749 §4.1.3), a refresh token (§6), client credentials (§4.4), a person's password (§4.3), a device code (RFC 8628 §3.4), the JWT of another issuer (RFC 7523 §2.1), an exchange of tokens (RFC 8693 §2.1).",
        or: "the one of the grant type"
      ),
      .part(
        "answer", .shape, \.answer, "The shape of the response.", or: "`token`",
        example: "\"token\""),
      .issues(\.issues, example: "{ \"access\": true }"),
      .choice(
        "reuse", \.reuse,
        "The reaction to a code or refresh token that is used again: everything that it issued is revoked (RFC 9700 §4.14), it is refused, it works for a grace period, it works for a grace period and yields the same tokens again, or it keeps working."
      ),
      .whole(
        "grace", \.grace, in: Bounds.seconds,
        "The grace period for `reuse: grace` and `reuse: same`, in seconds.",
        example: "30"),
      .whole(
        "interval", \.interval, in: 1...GrantRule.longestInterval,
        "The time between two polls of a device, in seconds (RFC 8628 §3.2). Each poll that comes sooner makes it five seconds longer.",
        example: "5"
      ).only("grants of the kind device") { $0.kind == .device },
      .init(
        Property(
          "rotates", .either([.flag, .choice(["same"])]),
          "Whether a refresh token can be used only once. With `same`, it stays valid, and the response has it again, as `tok.refresh`.",
          or: "true if `issues` of a refresh has `refresh`, and false otherwise",
          example: "\"same\"")
      ) { rule, reader, _ in rule.readRotation(&reader) },
      .flag(
        "slides", \.slides,
        "Whether each use of a refresh token that stays valid starts its lifetime again."
      ).only("grants of the kind refresh") { $0.kind == .refresh },
      .choices(
        "ends", \.ends,
        "The credentials of the grant that a refresh ends: with `access`, the access tokens from before it.",
        example: "[\"access\"]"
      ).only("grants of the kind refresh") { $0.kind == .refresh },
      .init(
        Property(
          "ends_earlier", .either([.flag, .choice(["other_scopes"])]),
          "Whether a token request ends everything that earlier grants of the person to the client have issued: of all of them, or of those with other scopes.",
          or: "false", example: "\"other_scopes\"")
      ) { rule, reader, _ in rule.readEndsEarlier(&reader) }
      .only("grants of the kinds code, device and password") {
        [.code, .device, .password].contains($0.kind)
      },
      .choice(
        "scope", \.scoping,
        "The effect of the parameter `scope`: none, it narrows the scopes, or it may name any scope that the person has granted the client so far (`granted.scope`)."
      ),
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
      ActingRule.field.only("grants of the kind client") { $0.kind == .client },
      .checks(\.checks, "The provider's own checks of the grant.").example(
        #"{ "no-offline": { "when": { "in": ["offline_access", "{{grant.scope}}"] }, "fail": "scope_not_allowed" } }"#
      ),
      .object(
        "exchange", \.exchange, "The tokens that the grant takes and issues (RFC 8693)."
      ).example(
        #"{ "subject_token_types": { "urn:ietf:params:oauth:token-type:access_token": ["access"] }, "requested_token_types": { "urn:ietf:params:oauth:token-type:access_token": { "issues": "access" } } }"#
      ).only("grants of the kind exchange") { $0.kind == .exchange },
      .objects(
        "trusts", \.trusts, keys: "values of the header `typ`, or `*` for all that have no entry",
        "The rules for JWTs of other issuers (RFC 7523 §3). The issuers are in `trust` of a cast."
      ).example(
        #"{ "JWT": { "audience": ["{{base.first}}"], "once": true } }"#
      ).only("grants of the kinds assertion and exchange") {
        $0.kind == .assertion || $0.kind == .exchange
      },
    ])

  func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    if slides, rotates {
      reader.findings.error(
        reader.value["slides"], reader.at("slides"),
        "\"slides\" has no effect with \"rotates\": each new refresh token has a lifetime of its own"
      )
    }
    // A refresh that issues a refresh token uses up the old one.
    if kind == .refresh, !slides, reader.value["rotates"] == nil,
      issues.contains(where: { $0.kind == .refresh && $0.mayApply })
    {
      rotation = .always
    }
    checkKind(reader)
  }
}

extension GrantRule {
  fileprivate func readEndsEarlier(_ reader: inout FixtureReader) -> Bool {
    guard let member = reader.member("ends_earlier") else { return false }
    switch (member.boolValue, member.stringValue) {
    case (true, _): endsEarlier = .all
    case (false, _): endsEarlier = .none
    case (_, "other_scopes"): endsEarlier = .otherScopes
    default:
      reader.findings.error(
        member, reader.at("ends_earlier"),
        "expected true, false or \"other_scopes\", found \(member.found)")
    }
    return true
  }

  fileprivate func readRotation(_ reader: inout FixtureReader) -> Bool {
    guard let member = reader.member("rotates") else { return false }
    switch (member.boolValue, member.stringValue) {
    case (true, _): rotation = .always
    case (false, _): rotation = .never
    case (_, "same"): rotation = .same
    default:
      reader.findings.error(
        member, reader.at("rotates"), "expected true, false or \"same\", found \(member.found)")
    }
    return true
  }
}

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
///
/// A class, so that requests share it without copying. Only its declaration writes to it, while the fixture is read.
package final class AnswerRule: @unchecked Sendable {
  @exclusivity(unchecked) package fileprivate(set) var mode: Shape = .constant("query")
  @exclusivity(unchecked) package fileprivate(set) var parameters: Shape = .empty
  @exclusivity(unchecked) package fileprivate(set) var issues: [IssuanceRule] = []
  /// A text after the redirect URI and its parameters.
  @exclusivity(unchecked) package fileprivate(set) var suffix = ""

  init() {}
}

extension AnswerRule {
  /// A response type with its words in order: the order in which they are sent says nothing (OAuth 2.0 Multiple Response
  /// Types §5).
  package static func sorted(_ responseType: String) -> String {
    guard responseType.utf8.contains(UInt8(ascii: " ")) else { return responseType }
    return responseType.split(separator: " ").sorted().joined(separator: " ")
  }
}

extension AnswerRule: ProviderPart {
  static let declaration: AnswerRule.Declaration = .init(
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

  func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    ResponseMode.check(reader)
    reader.checkParameters("parameters")
  }
}
