import Basics
import JOSE

/// The private key that a client under examination is told, by which it can authenticate (RFC 7523).
struct ClientKey: Sendable {
  /// The private key as JWK.
  let jwk: JSONValue

  /// The members of a JWK that are private (RFC 7518 §6.2.2, §6.3.2).
  static let privateMembers = ["d", "p", "q", "dp", "dq", "qi", "oth"]

  /// The members of a client in a cast that register the public half.
  var registration: JSONValue {
    var members = jwk.objectValue ?? JSONObject()
    for name in Self.privateMembers { members[name] = nil }
    return ["jwks": ["keys": JSONValue(.array([JSONValue(.object(members))]))]]
  }

  /// Texts that must be seen nowhere else.
  var secrets: [String] { Self.privateMembers.compactMap { jwk[$0]?.stringValue } }

  /// Writes the key to files of a folder: as JWK, and as PEM (PKCS #8).
  /// - Returns: the variables that name the files.
  func write(to folder: String) throws -> [(name: String, path: String)] {
    let paths = (jwk: "\(folder)/client-key.json", pem: "\(folder)/client-key.pem")
    try Files.write(jwk.text(), to: paths.jwk)
    try Files.write(try SigningKey(jwk: jwk).pkcs8PEM(), to: paths.pem)
    return [("OAUTH_CLIENT_JWK", paths.jwk), ("OAUTH_CLIENT_KEY", paths.pem)]
  }
}
