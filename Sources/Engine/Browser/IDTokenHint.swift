import Basics
import JOSE
import ProviderModel

/// An ID token of this provider that names a person: `id_token_hint` of an authorization request (OpenID Connect Core §3.1.2.1)
/// and of a logout (RP-Initiated Logout §2). It may have expired.
struct IDTokenHint {
  static let parameter = "id_token_hint"

  let claims: JSONValue

  /// - Returns: `nil` for a text that is no ID token of this provider.
  init?(_ text: String, _ context: RequestContext) {
    guard let token = try? JWS.parse(text), Self.isIDToken(token),
      Self.isIssued(token, context),
      context.site.options.keys.verifies(token, separate: context.provider.separateKeys)
        || Self.isSignedBySecret(token, context)
    else { return nil }
    claims = token.payload
  }

  /// Access tokens and logout tokens are signed with the same keys, and name another type (RFC 8725 §3.11). A signed userinfo
  /// response names none, and lacks the times that every ID token has (OpenID Connect Core §2).
  private static func isIDToken(_ token: JWS.Parsed) -> Bool {
    let type = (token.header["typ"]?.stringValue ?? "").lowercased()
    return ["", "jwt"].contains(type)
      && ["sub", "exp", "iat"].allSatisfy { token.payload[$0] != nil }
  }

  /// Providers of one server share its keys, and have issuers of their own.
  private static func isIssued(_ token: JWS.Parsed, _ context: RequestContext) -> Bool {
    guard case .jwt(let form)? = context.provider.rule(for: .id)?.form,
      let issuer = form.claims.member("iss").flatMap({ context.facts.value(of: $0) })
    else { return true }
    return ExactText.same(token.payload["iss"]?.stringValue ?? "", issuer.text)
  }

  /// Whether the secret of its client has signed an ID token (OpenID Connect Core §10.1). For any other client it proves
  /// nothing: a program that knows the client's secret could have made it.
  private static func isSignedBySecret(_ token: JWS.Parsed, _ context: RequestContext) -> Bool {
    guard token.algorithm == AssertionRule.secretAlgorithm,
      let client = audience(of: token.payload).lazy.compactMap({ context.client($0) }).first,
      context.provider.mayUseSecret(toSignFor: client),
      let secret = client.secret, !secret.isEmpty
    else { return false }
    let code = HMAC.sha256(key: Array(secret.utf8), message: token.signingInput)
    return equalInConstantTime(code, token.signature)
  }

  var audience: [String] { Self.audience(of: claims) }

  static func audience(of claims: JSONValue) -> [String] {
    claims["aud"]?.arrayValue?.compactMap(\.stringValue) ?? [claims["aud"]?.stringValue ?? ""]
  }

  /// Whether it is about a person, whose subject depends on the client that got it (OpenID Connect Core §8.1).
  func isAbout(_ person: Person, _ context: RequestContext) -> Bool {
    let client = audience.lazy.compactMap { context.client($0) }.first
    return claims["sub"] == context.facts.subject(of: person, for: client)
  }

  // MARK: Authorization requests

  /// Refuses an authorization request whose hint is no ID token of this provider.
  static func pass(_ context: RequestContext) throws(Refusal) {
    let text = context.parameter(parameter)
    guard !text.isEmpty, IDTokenHint(text, context) == nil else { return }
    let wire = context.provider.wire(parameter, at: .authorize)
    throw Refusal(
      .idTokenHintInvalid, at: .authorize, facts: [("param", wire)],
      "\(wire) is not an ID token that was signed here",
      remedy:
        "send the ID token as it came, whole and unchanged, and decrypted if it was encrypted; it may have expired"
    )
  }

  /// The person of the hint in an authorization request.
  static func person(_ request: AuthorizationRequest, _ context: RequestContext) -> Person? {
    guard let hint = hint(of: request, context) else { return nil }
    return context.cast.people.first { hint.isAbout($0, context) }
  }

  private static func hint(
    of request: AuthorizationRequest, _ context: RequestContext
  ) -> IDTokenHint? {
    let text = request.arguments.text(parameter)
    return text.isEmpty ? nil : IDTokenHint(text, context)
  }

  /// The refusal if somebody other than the person of the hint is signed in.
  static func mismatch(_ request: AuthorizationRequest, _ context: RequestContext) -> Refusal? {
    guard let hint = hint(of: request, context), let session = context.session,
      let person = context.person(session.person), !hint.isAbout(person, context)
    else { return nil }
    let wire = context.provider.wire(parameter, at: .authorize)
    let wanted = Self.person(request, context)?.username
    return Refusal(
      .loginRequired, at: .authorize, facts: [("value", wanted ?? "")],
      "\(session.person) is signed in, and \(wire) is the ID token of "
        + (wanted ?? "somebody who is not in the cast"),
      clause: "OpenID Connect Core §3.1.2.2",
      remedy: "sign in as that person, or leave \(wire) out"
    ).sent(to: request)
  }
}
