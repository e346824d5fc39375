import ProviderModel

extension Client {
  /// Whether it is registered with public keys.
  var hasKeys: Bool { keys != nil || keysURI != nil }

  /// Whether it authenticates by a JWT and by nothing else.
  var signsAssertions: Bool {
    let methods = [TokenService.Authentication.privateKeyJWT, .clientSecretJWT]
    return methods.contains { $0.registeredName == authentication }
  }

  /// The method of a client that authenticates by a certificate.
  var certificateMethod: TokenService.Authentication? {
    guard authentication != nil else { return nil }
    return [.tls, .selfSignedTLS].first { $0.registeredName == authentication }
  }

  /// A confidential client authenticates, unless it is registered with `token_endpoint_auth_method: none` (RFC 7591 §2).
  var mustAuthenticate: Bool { kind == .confidential && authentication != "none" }
}
