import Basics
import JOSE
import ProviderModel

/// A JWT by which a client authenticates (RFC 7523 §2.2): read, but not verified.
struct ClientAssertion: Sendable {
  /// The value of `client_assertion_type` (RFC 7523 §2.2).
  static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
  /// The largest JWT, in bytes.
  private static let mostBytes = 16 << 10

  let token: JWS.Parsed
  let claims: JSONObject
  /// The parameter that it was sent in.
  let parameter: String

  /// - Parameter parameter: the parameter that holds the text.
  init(_ text: String, in parameter: String) throws(Refusal) {
    func unreadable(_ why: String, _ remedy: Remedy) -> Refusal {
      Refusal(
        .assertionUnreadable, at: .client, facts: [("param", parameter)], why, remedy: remedy)
    }
    guard text.utf8.count <= Self.mostBytes else {
      throw unreadable(
        "\(parameter) has \(text.utf8.count) bytes", "send a JWT of at most 16 KiB")
    }
    do {
      token = try JWS.parse(text, maximumBytes: Self.mostBytes)
    } catch {
      throw unreadable(
        "\(parameter) is not a signed JWT: \(error.sentence)",
        "send a JWS in its compact form, unchanged (RFC 7515 §7.1)")
    }
    guard let claims = token.payload.objectValue else {
      throw unreadable(
        "the payload of \(parameter) is \(token.payload.kindName)",
        "send a JWT, whose payload is an object of claims (RFC 7519 §7.2)")
    }
    guard token.header["crit"] == nil else {
      throw unreadable(
        "the header of \(parameter) has crit, and no extension is understood here",
        "leave crit out (RFC 7515 §4.1.11)")
    }
    self.claims = claims
    self.parameter = parameter
  }

  /// The method of a client that authenticates by it.
  var method: TokenService.Authentication {
    token.algorithm == AssertionRule.secretAlgorithm ? .clientSecretJWT : .privateKeyJWT
  }

  var subject: String? { claims["sub"]?.stringValue }
}

// MARK: In a request

extension ClientAssertion {
  private static func wireName(_ provider: Provider) -> String {
    provider.wire("client_assertion", at: .token)
  }

  /// The assertion of a request; `nil` if it has none, or if the provider reads none.
  static func sent(
    in request: ServiceRequest, to provider: Provider
  ) throws(Refusal) -> ClientAssertion? {
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
    let assertion = try ClientAssertion(text, in: name)
    try assertion.checkAlgorithm(among: rule.algorithms, "\(provider.id) reads")
    return assertion
  }

  /// The client that the assertion of a request names, before anything in it is verified.
  static func client(namedIn request: ServiceRequest, _ provider: Provider) -> String? {
    guard provider.token.readsAssertions, let text = request.first(wireName(provider)) else {
      return nil
    }
    return try? ClientAssertion(text, in: wireName(provider)).subject
  }

  /// Whether a request may hold a JWT that a client has signed with a key of its own.
  static func mayNeedKeys(_ request: ServiceRequest, _ provider: Provider) -> Bool {
    guard let rule = provider.token.assertions, rule.usesKeys else { return false }
    return request.first(wireName(provider)) != nil || !rule.secretClaims.isEmpty
  }
}

extension ClientAuthentication.Claim {
  /// The JWT that a client has signed with a key of its own: its assertion, or its secret where secrets are JWTs.
  func signedByKey(at provider: Provider) -> ClientAssertion? {
    guard let rule = provider.token.assertions else { return nil }
    let found =
      assertion ?? (rule.secretClaims.isEmpty ? nil : try? ClientAssertion(secret, in: ""))
    return found.flatMap {
      AssertionRule.keyAlgorithms.contains($0.token.algorithm) ? $0 : nil
    }
  }
}

extension String {
  /// A text of the client, as a sentence may repeat it.
  var shortened: String {
    utf8.count > 200 ? "a text of \(utf8.count) bytes" : self
  }
}
