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

  /// `point`: x and y of equal length (RFC 7518 §6.2.1), or x alone for Ed25519 (RFC 8037 §2).
  static func curve(_ type: KeyType, _ point: [UInt8]) -> Self {
    var parameters = [
      (name: "crv", value: type.curve ?? ""),
      (name: "x", value: Base64URL.encode(Array(point.prefix(type.width)))),
    ]
    if type == .ed25519 { return Self(kind: "OKP", parameters: parameters) }
    parameters.append(("y", Base64URL.encode(Array(point.dropFirst(type.width)))))
    return Self(kind: "EC", parameters: parameters)
  }

  /// The key with nothing but these members.
  var jwk: JSONValue {
    var object = JSONObject([.init("kty", JSONValue(.string(kind)))])
    for (name, value) in parameters { object[name] = JSONValue(.string(value)) }
    return JSONValue(.object(object))
  }

  /// The SHA-256 thumbprint as base64url (RFC 7638): nothing but the required members, by name.
  var thumbprint: String {
    let sorted = (parameters + [(name: "kty", value: kind)]).sorted { $0.name < $1.name }
    let members = sorted.map { JSONObject.Member($0.name, JSONValue(.string($0.value))) }
    return Base64URL.encode(Digest.sha256(JSONValue(.object(JSONObject(members))).encoded()))
  }
}
