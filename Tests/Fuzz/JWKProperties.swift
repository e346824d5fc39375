import Basics
import JOSE

/// A key that is read is published as JWK and read again as the same key; a private one signs what its public half
/// takes.
enum JWKProperties {
  static func check(_ bytes: [UInt8]) throws {
    try checkPEM(String(decoding: bytes, as: UTF8.self))
    guard let jwk = try? JSONReader().read(bytes, file: "jwk").root else { return }
    var keys = (try? VerifyingKey.keys(ofSet: jwk)) ?? []
    if let key = try? VerifyingKey(jwk: jwk) { keys.append(key) }
    for key in keys.prefix(3) {
      let published = try VerifyingKey(jwk: key.publicJWK())
      try hold(
        published.thumbprint == key.thumbprint && published.kid == key.kid
          && published.algorithm == key.algorithm, "a key is published as another one")
      try hold(!key.isValid([], for: []), "an empty signature is taken")
      let set = try VerifyingKey.keys(ofSet: JWK.set([key.publicJWK(use: nil, alg: false)]))
      try hold(set.map(\.thumbprint) == [key.thumbprint], "a set of one key is another set")
    }
    if let key = try? SigningKey(jwk: jwk) { try check(key) }
  }

  private static func checkPEM(_ text: String) throws {
    do { try check(SigningKey(pem: text)) } catch let error as KeyError {
      let lines = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
      try hold(error.line.map { (1...lines).contains($0) } ?? true, "a line is not there: \(error)")
    }
  }

  private static func check(_ key: SigningKey) throws {
    let bytes = Array("a message".utf8)
    try hold(key.publicKey.isValid(key.sign(bytes), for: bytes), "a key knows its own hand not")
    try hold(key.publicJWK()["d"] == nil, "a private key is published")
  }
}
