/// The rules for JWTs of other issuers with one `typ` (RFC 7523 §3).
package struct TrustRule: Sendable {
  /// The audiences of which a JWT names one, unless the issuer's entry in the cast has its own.
  package fileprivate(set) var audiences: [Template] = []
  /// Whether `aud` may have no other value.
  package fileprivate(set) var hasSoleAudience = false
  /// Issuers whose JWTs are not taken, whomever the cast trusts.
  package fileprivate(set) var refusedIssuers: [Template] = []
  /// Whether a JWT with a `jti` is accepted once.
  package fileprivate(set) var isOnce = false
  /// Whether a JWT must have a `jti`.
  package fileprivate(set) var needsIdentity = false
  /// Whether a JWT must have an `iat`.
  package fileprivate(set) var needsIssueTime = false
  /// The subject of a JWT without the claim `sub`.
  package enum Subject: String, Sendable, CaseIterable {
    /// Nobody: it is refused (RFC 7523 §3).
    case required
    /// Its issuer, so that the client acts for itself.
    case issuer
  }
  package fileprivate(set) var subject = Subject.required
  /// The claim of people that `sub` names in JWTs of clients; `nil` if clients are no issuers.
  package fileprivate(set) var clientSubject: String?
  /// The claim that names the client of the request; `nil` if none does.
  package fileprivate(set) var clientClaim: String?
  /// Whether the claim `scope` limits the scopes, and names those of a request without any.
  package fileprivate(set) var limitsScopes = false
  /// The same of the claim `resource`.
  package fileprivate(set) var limitsResources = false
  /// How many seconds ahead a JWT may expire.
  package fileprivate(set) var longest = 86_400
  /// How many seconds the issuer's clock may be off.
  package fileprivate(set) var skew = 10

  package init() {}

  /// The entry for every `typ` that has none.
  package static let others = "*"
}

extension TrustRule: ProviderPart {
  static let declaration: Declaration = .init(
    "trusted type",
    "The rules for JWTs of other issuers with one `typ` (RFC 7523 §3). The times of a JWT that this server has signed are compared with the sandbox's time, those of any other with the real time.",
    [
      .templates(
        "audience", \.audiences,
        "The values of the claim `aud` that are accepted, if the issuer's entry in the cast names none.",
        example: "[\"{{base.first}}\"]"),
      .flag("sole_audience", \.hasSoleAudience, "Whether `aud` may have no other value."),
      .templates(
        "not_issued_by", \.refusedIssuers,
        "Issuers whose JWTs are not taken, whomever the cast trusts: a server does not take the assertions that it issues for others.",
        example: "[\"{{base.first}}\"]"),
      .flag(
        "once", \.isOnce,
        "Whether a JWT with the claim `jti` is accepted once. Its `jti` is remembered until it expires."
      ),
      .flag("jti_required", \.needsIdentity, "Whether a JWT must have the claim `jti`."),
      .flag("iat_required", \.needsIssueTime, "Whether a JWT must have the claim `iat`."),
      .choice(
        "subject", \.subject,
        "The subject of a JWT without the claim `sub`. With `required`, such a JWT is refused; with `issuer`, the client acts for itself."
      ),
      .text(
        "clients", \.clientSubject,
        "Whether clients issue JWTs themselves: `iss` is the ID of a client with `jwks` or `jwks_uri` in the cast, whose keys sign. The value is the claim of people that `sub` names.",
        or: "only issuers of `trust` in the cast", example: "\"username\""),
      .text(
        "client_claim", \.clientClaim, "The claim that names the client of the request.",
        or: "no claim has to", example: "\"client_id\""),
      .flag(
        "limits_scope", \.limitsScopes,
        "Whether a request gets only scopes of the claim `scope`, and all of them without the parameter."
      ),
      .flag(
        "limits_resource", \.limitsResources, "The same of the claim and the parameter `resource`."
      ),
      .whole(
        "longest", \.longest, in: 1...Bounds.century, "How many seconds ahead `exp` may be.",
        example: "300"),
      .whole(
        "skew", \.skew, in: Bounds.skew, "How many seconds the issuer's clock may be off.",
        example: "60"),
    ])
}

extension GrantRule {
  /// The rules for JWTs whose header has this `typ`; `nil` if they are not taken.
  ///
  /// The prefix `application/` may be left out (RFC 7515 §4.1.9). A header without `typ` is that of a JWT (RFC 7519 §5.1).
  package func trusts(type: String?) -> TrustRule? {
    func plain(_ type: String) -> String {
      let type = type.lowercased()
      let prefix = "application/"
      return type.hasPrefix(prefix) ? String(type.dropFirst(prefix.count)) : type
    }
    let type = plain(type ?? "JWT")
    return trusts.first { plain($0.name) == type }?.rule
      ?? trusts.first { $0.name == TrustRule.others }?.rule
  }
}
