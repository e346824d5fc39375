import Basics
import JOSE
import Testing

/// Certificates of clients. Their keys are in no file: TLS has proved them before a request is here.
enum TestCertificates {
  static func der(_ name: String) throws -> [UInt8] {
    try #require(texts[name].flatMap { Base64.decode($0) })
  }

  static func certificate(_ name: String) throws -> X509Certificate {
    try #require(X509Certificate(der: der(name)))
  }

  static func thumbprint(_ name: String) throws -> String {
    X509Certificate.thumbprint(of: try der(name))
  }

  static func pem(_ name: String) throws -> String {
    "-----BEGIN CERTIFICATE-----\n\(try #require(texts[name]))\n-----END CERTIFICATE-----\n"
  }

  /// A JWK set with these certificates.
  static func keys(_ names: String...) throws -> String {
    let keys = try names.map { name in
      "{\(jwkMembers), \"x5c\": [\"\(try #require(texts[name]))\"]}"
    }
    return "{\"keys\": [\(keys.joined(separator: ", "))]}"
  }
}
