import Basics

/// Checks the keys of a client, and that they fit its method of authentication.
extension CastReader {
  func checkKeys(_ client: Client, _ home: Provider, _ reader: FixtureReader) {
    let rule = home.token.assertions
    let readsKeys =
      rule != nil || home.token.authentication.contains(.selfSignedTLS)
      || !client.encryptions.isEmpty
    let names = (readsKeys ? [] : ["jwks", "jwks_uri"]) + ["token_endpoint_auth_signing_alg"]
    for name in names where rule == nil && reader.value[name] != nil {
      doubt(name, "\(home.id) reads no JWT of a client, so \(name) has no effect", reader)
    }
    if readsKeys {
      checkKeys(client.keys, client.keysURI, "a client has one of the two (RFC 7591 §2)", reader)
    }
    checkMethod(client, home, reader)
    if let rule { checkAlgorithm(client, rule, reader) }
  }

  /// Checks the members `jwks` and `jwks_uri`.
  /// - Parameter rule: the end of the sentence about both.
  func checkKeys(_ keys: JSONValue?, _ address: String?, _ rule: String, _ reader: FixtureReader) {
    func refuse(_ name: String, _ sentence: String) {
      findings.error(reader.value[name], reader.at(name), sentence)
    }
    if keys != nil, address != nil {
      refuse("jwks_uri", "jwks appears together with jwks_uri; \(rule)")
    }
    if let keys { check(keys: keys, reader) }
    if let address, !WebPage.isAddress(address) {
      refuse(
        "jwks_uri",
        "expected a web address such as http://127.0.0.1:7999/jwks, found \"\(address)\"")
    }
  }

  /// Reports a warning: a quirk may have switched off what a cast uses.
  func doubt(_ name: String, _ sentence: String, _ reader: FixtureReader) {
    findings.add(
      Diagnostic(.warning, at: reader.value[name]?.origin, reader.at(name), sentence))
  }

  /// Tells of a secret that strict libraries refuse as a key.
  func doubtShortSecret(of client: Client, _ name: String, _ reader: FixtureReader) {
    guard let secret = client.secret, !secret.isEmpty, secret.utf8.count < 32 else { return }
    doubt(
      name,
      "HS256 needs a secret of 32 bytes or more, and that of \(client.id) has \(secret.utf8.count) (RFC 7518 §3.2); strict libraries refuse it, so give the client a longer one",
      reader)
  }

  private func check(keys set: JSONValue, _ reader: FixtureReader) {
    let pointer = reader.at("jwks")
    if let flaw = ClientKeys.flaw(in: set) {
      let below = flaw.index.map { "/keys/\($0)" } ?? ""
      findings.error(
        set.value(at: below) ?? set, pointer + below, "jwks \(flaw.what); \(flaw.remedy)")
      return
    }
    for (index, key) in (set["keys"]?.arrayValue ?? []).enumerated() {
      let below = "\(pointer)/keys/\(index)"
      if let sentence = ClientKeys.flaw(ofPublished: key) { findings.error(key, below, sentence) }
      if let flaw = RegisteredCertificates.flaw(of: key) {
        findings.error(key["x5c"], below + "/x5c", "x5c \(flaw)")
      }
    }
  }

  private func checkMethod(_ client: Client, _ home: Provider, _ reader: FixtureReader) {
    let name = "token_endpoint_auth_method"
    let methods: [TokenService.Authentication] = [
      .privateKeyJWT, .clientSecretJWT, .tls, .selfSignedTLS,
    ]
    guard let method = methods.first(where: { $0.registeredName == client.authentication }) else {
      return
    }
    func refuse(_ sentence: String) {
      findings.error(reader.value[name], reader.at(name), sentence)
    }
    guard home.token.authentication.contains(method) else {
      return doubt(name, "\(home.id) does not know the method \(method.registeredName)", reader)
    }
    if client.keysURI == nil, client.keys?["keys"]?.arrayValue?.isEmpty ?? true {
      if method == .privateKeyJWT {
        refuse("private_key_jwt needs the client's public keys; add jwks or jwks_uri")
      } else if method == .selfSignedTLS {
        refuse(
          "self_signed_tls_client_auth needs the client's certificate; add jwks with x5c, or jwks_uri"
        )
      }
    }
    if method == .clientSecretJWT, client.secret?.isEmpty != false {
      refuse("client_secret_jwt needs the client's secret; add secret")
    }
    if method == .clientSecretJWT { doubtShortSecret(of: client, name, reader) }
  }

  private func checkAlgorithm(
    _ client: Client, _ rule: AssertionRule, _ reader: FixtureReader
  ) {
    let name = "token_endpoint_auth_signing_alg"
    guard let algorithm = client.assertionAlgorithm else { return }
    let fitting = rule.algorithms(of: client.authentication)
    guard !fitting.contains(algorithm) else { return }
    findings.error(
      reader.value[name], reader.at(name),
      "this client can't sign by \(algorithm); use one of: \(fitting.joined(separator: ", "))")
  }
}
