// Signed tokens: digests and HMAC, keys in their written forms (PEM, JWK), JWS in its compact form, and its verification. This
// module doesn't know OAuth, OpenID Connect, the meaning of a claim or the time, and it opens no files.
import Basics

/// Signed tokens in the compact form (RFC 7515 §7.1): header, payload and signature as base64url,
/// with dots between them.
package enum JWS {
  /// What gets signed (RFC 7515 §5.1): header and payload, with their members as they stand.
  package static func signingInput(header: JSONObject, payload: JSONValue) -> String {
    String(
      decoding: signingInput(
        header: JSONValue(.object(header)).encoded(), payload: payload.encoded()),
      as: UTF8.self)
  }

  /// A signed token. The header is written as it stands: whether its `alg` and `kid` are the key's is up
  /// to the caller, who may want to lie on purpose.
  package static func compact(
    header: JSONObject, payload: JSONValue, key: SigningKey
  ) throws(KeyError) -> String {
    String(
      decoding: try compact(
        header: JSONValue(.object(header)).encoded(), payload: payload.encoded(), key: key),
      as: UTF8.self)
  }

  /// The usual header for a key: `alg`, `typ` unless nil, `kid`.
  package static func header(for key: SigningKey, type: String? = "JWT") -> JSONObject {
    var header = JSONObject()
    header["alg"] = JSONValue(.string(key.algorithm.rawValue))
    header["typ"] = type.map { JSONValue(.string($0)) }
    header["kid"] = JSONValue(.string(key.kid))
    return header
  }

  /// A token that was taken apart. Nothing in it is to be believed before `verify`.
  package struct Parsed: Sendable, Equatable {
    package var header: JSONObject
    /// Any JSON value; a JWT's is an object (RFC 7519 §7.2).
    package var payload: JSONValue
    /// The bytes that the signature is over: header and payload as they were written.
    package var signingInput: [UInt8]
    /// Empty in an unsecured token.
    package var signature: [UInt8]
    /// What the header says in `alg` (RFC 7515 §4.1.1); `none` and unknown names too.
    package var algorithm: String
    /// What the header says in `kid` (RFC 7515 §4.1.4).
    package var kid: String?
  }
}
