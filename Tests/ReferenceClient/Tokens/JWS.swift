import Crypto
import CryptoExtras

/// A signed JWT, taken apart (RFC 7515 §7.1); nothing is verified yet.
struct JWS {
  let header: [String: Value]
  let claims: [String: Value]
  private let signed: [UInt8]
  private let signature: [UInt8]

  private init(
    header: [String: Value], claims: [String: Value], signed: [UInt8], signature: [UInt8]
  ) {
    self.header = header
    self.claims = claims
    self.signed = signed
    self.signature = signature
  }

  init?(_ token: some StringProtocol) {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let head = Base64.read(parts[0]), let body = Base64.read(parts[1]),
      let signature = Base64.read(parts[2]), let header = try? ValueReader.read(head).members,
      let claims = try? ValueReader.read(body).members
    else { return nil }
    self.header = header
    self.claims = claims
    self.signature = signature
    signed = Array("\(parts[0]).\(parts[1])".utf8)
  }

  var hasNoSignature: Bool { signature.isEmpty }
  /// By an RSA key of 1024 bits.
  var isShort: Bool { signature.count == 128 }
  var algorithm: String? { header["alg"]?.text }
  var keyID: String? { header["kid"]?.text }

  /// With every bit of its signature turned over: mutants tell a damaged signature by it from one of another key.
  var turnedOver: JWS {
    JWS(header: header, claims: claims, signed: signed, signature: signature.map { $0 ^ 0xFF })
  }

  func isSigned(by key: Key) -> Bool {
    switch (key.material, algorithm) {
    case (.rsa(let key), "RS256"):
      return key.isValidSignature(
        _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: signed),
        padding: .insecurePKCS1v1_5)
    case (.curve(let key), "ES256"):
      guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else {
        return false
      }
      return key.isValidSignature(signature, for: SHA256.hash(data: signed))
    default: return false
    }
  }

  /// HS256 (RFC 7518 §3.2): the client's secret is the key (OIDC Core §10.1).
  func isSigned(withSecret secret: String) -> Bool {
    algorithm == "HS256" && isSigned(withBytes: Array(secret.utf8))
  }

  func isSigned(withBytes key: [UInt8]) -> Bool {
    HMAC<SHA256>.isValidAuthenticationCode(
      signature, authenticating: signed, using: SymmetricKey(data: key))
  }
}
