import Basics

/// What keys look like as JSON (RFC 7517).
package enum JWK {
  /// A JWK set (RFC 7517 §5): `{"keys":[…]}`.
  package static func set(_ keys: [JSONValue]) -> JSONValue {
    ["keys": JSONValue(.array(keys))]
  }
}
