import Basics

/// What keys look like as JSON (RFC 7517).
package enum JWK {
  /// A JWK set (RFC 7517 §5): `{"keys":[…]}`.
  package static func set(_ keys: [JSONValue]) -> JSONValue {
    ["keys": JSONValue(.array(keys))]
  }
}

/// The members that make one public key what it is (RFC 7518 §6), in the order in which they are
/// published.
struct JWKMembers: Sendable {
  let kind: String
  let parameters: [(name: String, value: String)]

  /// `n` and `e`: big-endian without leading zeros (RFC 7518 §6.3.1).
  static func rsa(modulus: [UInt8], exponent: [UInt8]) -> Self {
    Self(
      kind: "RSA",
      parameters: [("n", Base64URL.encode(modulus)), ("e", Base64URL.encode(exponent))])
  }

  /// `point`: x and y, 32 bytes each (RFC 7518 §6.2.1).
  static func p256(point: [UInt8]) -> Self {
    Self(
      kind: "EC",
      parameters: [
        ("crv", "P-256"),
        ("x", Base64URL.encode(Array(point.prefix(32)))),
        ("y", Base64URL.encode(Array(point.dropFirst(32)))),
      ])
  }

  /// The SHA-256 thumbprint as base64url (RFC 7638): nothing but the required members, by name.
  var thumbprint: String {
    let sorted = (parameters + [(name: "kty", value: kind)]).sorted { $0.name < $1.name }
    let members = sorted.map { JSONObject.Member($0.name, JSONValue(.string($0.value))) }
    return Base64URL.encode(Digest.sha256(JSONValue(.object(JSONObject(members))).encoded()))
  }
}
