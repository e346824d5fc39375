import Basics

extension Client {
  /// The key that the client is told, to authenticate with; `nil` where it is told none.
  static func told(_ settings: Settings) -> PrivateKey? {
    guard settings.profile == "sender-constrained", let path = settings["OAUTH_CLIENT_JWK"],
      let bytes = try? Files.read(path), let jwk = try? ValueReader.read(bytes)
    else { return nil }
    return PrivateKey(jwk)
  }

  private static let assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

  /// A JWT that says who asks (RFC 7523 §2.2), for one request.
  func assertion(
    by key: PrivateKey, type: String = assertionType, header: [String: Value] = [:],
    changes: [String: Value?] = [:]
  ) -> [(name: String, value: String)] {
    let now = Clock.now.rounded(.down)
    var claims: [String: Value] = [
      "iss": .text(settings.clientID), "sub": .text(settings.clientID),
      "aud": .text(provider.issuer), "jti": .text(Chance.text()), "iat": .number(now),
      "exp": .number(now + 60),
    ]
    for (name, value) in changes { claims[name] = value }
    var usual: [String: Value] = [:]
    usual["kid"] = key.id.map { .text($0) }
    let signer = has("signs-with-a-key-of-its-own") ? PrivateKey() : key
    return [
      ("client_assertion_type", type),
      ("client_assertion", signer.signed(usual.merging(header) { $1 }, claims)),
    ]
  }
}
