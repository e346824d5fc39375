import Basics
import JOSE
import ProviderModel

/// The JWT by which a client authenticates, in a request (RFC 7523 §2.2).
enum ClientAssertion {
  /// The value of `client_assertion_type` (RFC 7523 §2.2).
  static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

  private static func wireName(_ provider: Provider) -> String {
    provider.wire("client_assertion", at: .token)
  }

  /// The assertion of a request; `nil` if it has none, or if the provider reads none.
  static func sent(
    in request: ServiceRequest, to provider: Provider
  ) throws(Refusal) -> ClientJWT? {
    guard let rule = provider.token.assertions, provider.token.readsAssertions else { return nil }
    let (name, typeName) = (
      wireName(provider), provider.wire("client_assertion_type", at: .token)
    )
    let (text, type) = (request.first(name) ?? "", request.first(typeName) ?? "")
    guard !text.isEmpty || !type.isEmpty else { return nil }
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
    let assertion = try ClientJWT(text, in: name)
    try assertion.checkAlgorithm(among: rule.algorithms, "\(provider.id) reads")
    return assertion
  }

  /// The client that the assertion of a request names, before anything in it is verified.
  static func client(namedIn request: ServiceRequest, _ provider: Provider) -> String? {
    guard provider.token.readsAssertions, let text = request.first(wireName(provider)) else {
      return nil
    }
    return try? ClientJWT(text, in: wireName(provider)).subject
  }

  /// Whether a request may hold a JWT that a client has signed with a key of its own.
  static func mayNeedKeys(_ request: ServiceRequest, _ provider: Provider) -> Bool {
    guard let rule = provider.token.assertions, rule.usesKeys else { return false }
    return request.first(wireName(provider)) != nil || !rule.secretClaims.isEmpty
  }
}

extension ClientAuthentication.Claim {
  /// The JWT that a client has signed with a key of its own: its assertion, or its secret where secrets are JWTs.
  func signedByKey(at provider: Provider) -> ClientJWT? {
    guard let rule = provider.token.assertions else { return nil }
    let found =
      assertion ?? (rule.secretClaims.isEmpty ? nil : try? ClientJWT(secret, in: ""))
    return found.flatMap {
      AssertionRule.keyAlgorithms.contains($0.token.algorithm) ? $0 : nil
    }
  }
}

extension ClientJWT {
  /// The method of a client that authenticates by it.
  var method: TokenService.Authentication { isBySecret ? .clientSecretJWT : .privateKeyJWT }
}
