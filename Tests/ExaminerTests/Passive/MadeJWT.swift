import Basics

/// JWTs whose signature nobody looks at.
enum MadeJWT {
  static func text(_ header: String, _ claims: String) -> String {
    [header, claims, "signature"].map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
  }

  static let x = "l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs"
  static let y = "9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA"

  /// A proof of the key in RFC 9449 §4.2, and what is other in it.
  static func proof(
    typ: String = "dpop+jwt", alg: String = "ES256", jwk more: String = "", jti: String = "one",
    htm: String = "POST", htu: String = "http://127.0.0.1:8400/standard/token",
    _ claims: String = #", "iat": 1562262616"#
  ) -> String {
    text(
      #"{"typ": "\#(typ)", "alg": "\#(alg)", "jwk": {"kty": "EC", "crv": "P-256", "x": "\#(x)", "y": "\#(y)"\#(more)}}"#,
      #"{"jti": "\#(jti)", "htm": "\#(htm)", "htu": "\#(htu)"\#(claims)}"#)
  }

  /// The RFC 7638 thumbprint of that key, by RFC 9449 §6.1.
  static let thumbprint = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"

  static func assertion(
    alg: String = "ES256", iss: String = "native", sub: String = "native",
    _ claims: String = #""aud": "http://p.example", "jti": "one", "iat": 1000, "exp": 1060"#
  ) -> String {
    text(#"{"alg": "\#(alg)"}"#, #"{"iss": "\#(iss)", "sub": "\#(sub)", \#(claims)}"#)
  }
}
