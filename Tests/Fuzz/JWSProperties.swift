import Basics
import JOSE

/// A token that was read equals its parts joined by dots; a token made of the same parts can be read and verified; and
/// only the owner of the key can make a token that verifies.
enum JWSProperties {
  /// The one token that was signed by its key: nothing else is to verify.
  private static let genuine = Result {
    let key = try TestKeys.rsa(seed: 1)
    let text = try JWS.compact(
      header: JWS.header(for: key), payload: ["sub": "alice", "exp": 1_600_000_000], key: key)
    return (key: key, text: text)
  }

  static func check(_ bytes: [UInt8]) throws {
    let coded = Base64URL.encode(bytes)
    try hold(Base64URL.decode(coded) == bytes, "\(coded) is decoded as other bytes")
    try check(String(decoding: bytes, as: UTF8.self))
    // The input as what base64 hides: a line is the header, the rest is the payload.
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
    let parts = [Array(bytes[..<end]), Array(bytes[end...].dropFirst()), [1, 2, 3]]
    try check(parts.map { Base64URL.encode($0) }.joined(separator: "."))
  }

  private static func check(_ text: String) throws {
    let token: JWS.Parsed
    do { token = try JWS.parse(text) } catch {
      return try hold(
        text.utf8.count < 40 || !error.sentence.contains(text), "a refusal tells the token")
    }
    let input = String(decoding: token.signingInput, as: UTF8.self)
    let whole = input + "." + Base64URL.encode(token.signature)
    try hold(ExactText.same(whole, text), "\(text) is written as \(whole)")
    let (key, genuine) = try genuine.get()
    if (try? JWS.verify(token, keys: [key.publicKey])) != nil {
      try hold(text == genuine, "\(text) verifies, and nobody signed it")
    }
    try sign(token, key)
  }

  private static func sign(_ token: JWS.Parsed, _ key: SigningKey) throws {
    let copy = try JWS.parse(
      JWS.compact(header: token.header, payload: token.payload, key: key), maximumBytes: 1 << 20)
    try hold(
      copy.header == token.header && copy.payload == token.payload
        && ExactText.same(copy.algorithm, token.algorithm) && copy.kid == token.kid,
      "what was written of a token is another one")
    let honest = try JWS.parse(
      JWS.compact(header: JWS.header(for: key), payload: token.payload, key: key),
      maximumBytes: 1 << 20)
    try JWS.verify(honest, keys: [key.publicKey])
  }
}
