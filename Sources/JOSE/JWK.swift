import JSON

/// What keys look like as JSON (RFC 7517).
public enum JWK {
  /// A JWK set (RFC 7517 §5): `{"keys":[…]}`.
  public static func set(_ keys: [JSONValue]) -> JSONValue {
    ["keys": JSONValue(.array(keys))]
  }
}
