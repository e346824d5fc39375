import Basics
import JOSE
import ProviderModel

/// The JWT of another issuer, by which a client asks for a token (RFC 7523 §2.1), in its request.
enum IssuerAssertion {
  /// The canonical name of its parameter.
  static let parameter = "assertion"

  /// The JWT of a request and the entry of the cast for it, before anything is verified; `nil` if it can't be read.
  static func sent(
    in request: ServiceRequest, to provider: Provider, _ cast: Cast
  ) -> (jwt: PresentedJWT, trusted: TrustedIssuer)? {
    guard mayNeedKeys(request, provider),
      let text = request.first(provider.wire(parameter, at: .token)),
      let jwt = try? PresentedJWT(text, in: parameter, as: .grant),
      let trusted = trusted(for: jwt, at: provider, in: cast)
    else { return nil }
    return (jwt, trusted)
  }

  /// Whether a request may hold the JWT of another issuer.
  static func mayNeedKeys(_ request: ServiceRequest, _ provider: Provider) -> Bool {
    guard provider.token.grants.contains(where: { $0.rule.kind == .assertion }) else {
      return false
    }
    let name = request.first(provider.wire("grant_type", at: .token))
    return provider.token.grants.contains { $0.rule.kind == .assertion && $0.name == name }
  }

  /// The entry of the issuer. Of several, one that the claims fit; they say nothing until the signature is verified.
  static func trusted(
    for jwt: PresentedJWT, at provider: Provider, in cast: Cast
  ) -> TrustedIssuer? {
    let entries = cast.trusted(jwt.issuer ?? "", at: provider.id)
    guard entries.count > 1 else { return entries.first }
    return entries.first { $0.fits(jwt) } ?? entries.first
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
