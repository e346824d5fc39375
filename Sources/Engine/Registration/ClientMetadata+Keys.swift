import Basics
import JOSE
import ProviderModel

/// Keys, and the algorithm of the JWTs that are signed with them.
extension ClientMetadata {
  /// Keys by value or by address, never both (RFC 7591 §2).
  mutating func readKeys() throws(Flaw) {
    let address = try text("jwks_uri")
    if let keys = sent["jwks"], !keys.isNull {
      guard address == nil else {
        throw Flaw(
          member: "jwks", what: "appears together with jwks_uri", remedy: "send one of the two")
      }
      if let flaw = ClientKeys.flaw(in: keys) {
        throw Flaw(
          member: "jwks", what: flaw.what, remedy: flaw.remedy, isSecret: flaw.isSecret)
      }
      for key in keys["keys"]?.arrayValue ?? [] {
        guard let flaw = RegisteredCertificates.flaw(of: key) else { continue }
        throw Flaw(
          member: "jwks", what: "holds a key whose x5c \(flaw)",
          remedy: "send the certificate of the key, or leave x5c out")
      }
      members["jwks"] = keys
      client.keys = keys
    }
    guard let address else { return }
    let parts = URIReference(address)
    let isSafe = parts.scheme.lowercased() == "https" || HostName.isLoopback(parts.host ?? "-")
    guard WebPage.isAddress(address), isSafe, parts.fragment == nil else {
      throw Flaw(
        member: "jwks_uri",
        what: "is \(address.shortened), which is not an https address without a fragment",
        remedy: "use one; http is for the loopback only (OpenID Connect Registration §2)")
    }
    members["jwks_uri"] = JSONValue(.string(address))
    client.keysURI = address
  }

  /// `private_key_jwt` needs a key, and the algorithm has to fit the method (RFC 7591 §2).
  mutating func readAssertions() throws(Flaw) {
    guard let rule = provider.token.assertions else { return }
    if client.authentication == TokenService.Authentication.privateKeyJWT.registeredName {
      try checkKeys()
    }
    let member = "token_endpoint_auth_signing_alg"
    guard let algorithm = try text(member) else { return }
    let known = rule.algorithms(of: client.authentication)
    guard known.contains(algorithm) else {
      throw Flaw(
        member: member,
        what: "is \(algorithm), and token_endpoint_auth_method is \(client.authentication)",
        remedy: "use one of: \(known.joined(separator: ", "))")
    }
    client.assertionAlgorithm = algorithm
    members[member] = JSONValue(.string(algorithm))
  }

  private func checkKeys() throws(Flaw) {
    if client.keysURI != nil { return }
    guard let keys = client.keys else {
      throw Flaw(
        member: "jwks", what: "is missing, and token_endpoint_auth_method is private_key_jwt",
        remedy: "send jwks or jwks_uri")
    }
    if let sentence = ClientKeys.unusable(set: keys) {
      throw Flaw(
        member: "jwks", what: "holds no key that verifies a JWT: \(sentence)",
        remedy: "send \(KeyType.titles)")
    }
  }
}
