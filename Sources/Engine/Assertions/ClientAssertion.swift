import Basics
import JOSE
import ProviderModel

/// The JWT by which a client authenticates (RFC 7523 §2.2), in its request.
enum ClientAssertion {
  /// The value of `client_assertion_type` (RFC 7523 §2.2).
  static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

  /// The types of JWTs that a client has or makes for other purposes.
  private static let otherTypes = [
    RequestObject.type, DPoPProof.type, "at+jwt", "logout+jwt", "secevent+jwt", "oauth-id-jag+jwt",
  ]

  /// The assertion of a request; `nil` if it has none, or if the provider reads none.
  static func sent(
    in request: ServiceRequest, to provider: Provider
  ) throws(Refusal) -> PresentedJWT? {
    guard provider.token.readsAssertions else { return nil }
    let (name, typeName) = (
      provider.clientParameters.assertion, provider.clientParameters.assertionType
    )
    let (text, type) = (request.first(name) ?? "", request.first(typeName) ?? "")
    guard !text.isEmpty || !type.isEmpty, let rule = provider.token.assertions else { return nil }
    guard ExactText.same(type, Self.type) else {
      throw Refusal(
        .assertionTypeInvalid, at: .client, facts: [("value", type), ("expected", Self.type)],
        type.isEmpty
          ? "the request has \(name) and no \(typeName)" : "\(typeName) is \(type.shortened)",
        remedy: "send \(typeName)=\(Self.type)")
    }
    guard !text.isEmpty else {
      throw Refusal(
        .parameterMissing, at: .client, facts: [("param", name)],
        "the request has \(typeName) and no \(name)", clause: "RFC 7521 §4.2",
        remedy: "send the JWT as \(name)")
    }
    let assertion = try PresentedJWT(text, in: name, as: .client)
    // It was sent elsewhere: anybody who saw it there could authenticate with it.
    if let type = assertion.type, otherTypes.contains(type) {
      throw Refusal(
        .assertionUnreadable, at: .client, facts: [("param", name)],
        "\(name) is another kind of JWT, by its typ: \(type)", clause: "RFC 8725 §3.12",
        remedy: "make a JWT for client authentication, with the typ JWT")
    }
    try assertion.checkAlgorithm(among: rule.algorithms, "\(provider.id) reads")
    return assertion
  }

  /// The client that the assertion of a request names, before anything in it is verified.
  static func client(namedIn request: ServiceRequest, _ provider: Provider) -> String? {
    let name = provider.clientParameters.assertion
    guard provider.token.readsAssertions, let text = request.first(name) else { return nil }
    return try? PresentedJWT(text, in: name, as: .client).subject
  }

  /// Whether a request may hold a JWT that a client has signed with a key of its own.
  static func mayNeedKeys(_ request: ServiceRequest, _ provider: Provider) -> Bool {
    guard let rule = provider.token.assertions, rule.usesKeys else { return false }
    return request.first(provider.clientParameters.assertion) != nil || !rule.secretClaims.isEmpty
  }
}

extension ClientAuthentication.Claim {
  /// The JWT that a client has signed with a key of its own: its assertion, or its secret where secrets are JWTs.
  func signedByKey(at provider: Provider) -> PresentedJWT? {
    guard let rule = provider.token.assertions else { return nil }
    let found =
      assertion
      ?? (rule.secretClaims.isEmpty ? nil : try? PresentedJWT(secret, in: "", as: .client))
    return found.flatMap {
      rule.forKeys.contains($0.token.algorithm) ? $0 : nil
    }
  }
}

extension PresentedJWT {
  /// The method of a client that authenticates by it.
  var method: TokenService.Authentication { isBySecret ? .clientSecretJWT : .privateKeyJWT }

  func checkIssuer(is expected: String) throws(Refusal) {
    try check("iss", is: expected, else: .assertionIssuerWrong)
  }

  func checkSubject(is expected: String) throws(Refusal) {
    try check("sub", is: expected, else: .assertionSubjectWrong)
  }
}
