import Basics
import JOSE
import ProviderModel

/// The JWTs of other issuers in a token request: the one by which a client asks for a token (RFC 7523 §2.1), and those that
/// it exchanges (RFC 8693 §2.1).
struct IssuerAssertion {
  let jwt: PresentedJWT
  /// The entry of the cast for it, before anything is verified.
  let trusted: TrustedIssuer

  /// The canonical name of the parameter of the JWT bearer grant.
  static let parameter = "assertion"

  /// The canonical names of the parameters that hold such JWTs.
  static func parameters(of rule: GrantRule) -> [String] {
    guard !rule.trusts.isEmpty else { return [] }
    return rule.kind == .assertion
      ? [parameter]
      : [ExchangedToken.Part.subject, .actor].map(\.parameter)
  }

  /// The JWTs of a request that can be read and whose issuers are trusted; the one for the subject first.
  static func sent(
    in request: ServiceRequest, to provider: Provider, _ cast: Cast
  ) -> [IssuerAssertion] {
    guard let rule = grant(of: request, provider) else { return [] }
    return parameters(of: rule).compactMap { name in
      guard let text = request.first(provider.wire(name, at: .token)),
        let jwt = try? PresentedJWT(text, in: name, as: .grant),
        let trusted = trusted(for: jwt, rule, at: provider, in: cast)
      else { return nil }
      return IssuerAssertion(jwt: jwt, trusted: trusted)
    }
  }

  /// The grant of a request, if it takes JWTs of other issuers.
  static func grant(of request: ServiceRequest, _ provider: Provider) -> GrantRule? {
    let name = request.first(provider.wire("grant_type", at: .token))
    return provider.token.grants.first { $0.name == name && !$0.rule.trusts.isEmpty }?.rule
  }

  /// Whether a request may hold the JWT of another issuer.
  static func mayNeedKeys(_ request: ServiceRequest, _ provider: Provider) -> Bool {
    grant(of: request, provider) != nil
  }

  /// The client of a request that names none: the one for which the issuer of its subject is trusted.
  static func client(
    vouchedForIn request: ServiceRequest, _ provider: Provider, _ cast: Cast
  ) -> String? {
    let first = sent(in: request, to: provider, cast).first
    let isSubject = first?.jwt.parameter != ExchangedToken.Part.actor.parameter
    return isSubject ? first?.trusted.client : nil
  }

  /// The entry of the issuer. Of several, one that the claims fit; they say nothing until the signature is verified.
  static func trusted(
    for jwt: PresentedJWT, _ rule: GrantRule, at provider: Provider, in cast: Cast
  ) -> TrustedIssuer? {
    guard let issuer = jwt.issuer else { return nil }
    let entries = cast.trusted(issuer, at: provider.id)
    if entries.isEmpty {
      let claim = rule.trusts(type: jwt.token.header["typ"]?.stringValue)?.clientSubject
      return claim.flatMap { claim in
        cast.client(issuer, at: provider.id).flatMap { TrustedIssuer($0, naming: claim) }
      }
    }
    guard entries.count > 1 else { return entries.first }
    let fitting = entries.filter { $0.fits(jwt) }
    // The audiences of the grant are not known here: an entry that names the JWT's own goes first.
    return fitting.first { $0.audiences != nil } ?? fitting.first ?? entries.first
  }
}

extension TrustedIssuer {
  /// Whether the claims of a JWT are those that the entry lists.
  func fits(_ jwt: PresentedJWT) -> Bool {
    let isForAudience =
      audiences.map { known in
        jwt.audiences.contains { sent in known.contains { ExactText.same($0, sent) } }
      } ?? true
    return isForAudience && allows(subject: jwt.subject ?? "")
      && claims.allSatisfy { allows($0.pattern, jwt.claims[$0.name]) }
  }

  func allows(subject: String) -> Bool {
    subjects.isEmpty || subjects.contains { $0.matches(subject) }
  }

  /// Whether a claim, or one of its values, matches a pattern.
  func allows(_ pattern: Pattern, _ value: JSONValue?) -> Bool {
    guard let value else { return false }
    let values = value.arrayValue ?? [value]
    return values.contains { pattern.matches($0.stringValue ?? $0.text()) }
  }
}
