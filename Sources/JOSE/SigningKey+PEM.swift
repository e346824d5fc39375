internal import Crypto
internal import CryptoExtras
internal import SwiftASN1

extension SigningKey {
  /// A key from PEM (RFC 7468): PKCS#8 (`PRIVATE KEY`), PKCS#1 (`RSA PRIVATE KEY`) or SEC 1
  /// (`EC PRIVATE KEY`). Certificates, public keys and curve parameters beside it are passed over.
  /// - Parameters:
  ///   - pem: a text with exactly one private key: RSA of 2048 bits or more, P-256, P-384 or Ed25519.
  ///   - kid: nil for the thumbprint.
  /// - Throws: what was found instead, with its line and a way to mend it.
  package init(pem: String, kid: String? = nil) throws(KeyError) {
    let blocks = try PEM.blocks(pem)
    let keys = blocks.filter { $0.label.hasSuffix("PRIVATE KEY") }
    guard let key = keys.first else { throw Self.noPrivateKey(blocks) }
    if keys.count > 1 {
      throw KeyError(
        "expected one private key, found another; give each in a text of its own",
        line: keys[1].line)
    }
    try self.init(Self.material(key), kid: kid)
  }

  private static func noPrivateKey(_ blocks: [PEMBlock]) -> KeyError {
    guard let block = blocks.first else {
      return KeyError(
        "expected PEM, a line \"-----BEGIN PRIVATE KEY-----\", found none; if this is DER, convert it: "
          + "openssl pkey -inform DER -in FILE")
    }
    return KeyError(
      "expected a private key, found \"\(block.label)\"; give the key that belongs to it",
      line: block.line)
  }

  private static func material(_ block: PEMBlock) throws(KeyError) -> Material {
    if block.isEncrypted || block.label == "ENCRYPTED PRIVATE KEY" {
      throw KeyError(
        "expected a key without passphrase, found an encrypted one; decrypt it: "
          + "openssl pkey -in FILE -out PLAIN", line: block.line)
    }
    let kind: KeyKind
    switch block.label {
    case "PRIVATE KEY": kind = KeyKind(pkcs8: block.der)
    case "RSA PRIVATE KEY": kind = .rsa
    case "EC PRIVATE KEY": kind = KeyKind(sec1: block.der)
    default:
      throw KeyError(
        "expected \"PRIVATE KEY\", \"RSA PRIVATE KEY\" or \"EC PRIVATE KEY\", found "
          + "\"\(block.label)\"; convert it: openssl pkey -in FILE", line: block.line)
    }
    switch kind {
    case .rsa:
      if let key = try? _RSA.Signing.PrivateKey(derRepresentation: block.der) { return .rsa(key) }
      if let bits = modulusBits(block.der), bits < 2048 {
        throw KeyError(
          "expected an RSA key of 2048 bits or more (RFC 7518 §3.3), found one of \(bits); make one: "
            + "openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048", line: block.line)
      }
    case .p256:
      if let key = try? P256.Signing.PrivateKey(derRepresentation: block.der) { return .p256(key) }
    case .p384:
      if let key = try? P384.Signing.PrivateKey(derRepresentation: block.der) { return .p384(key) }
    case .ed25519:
      if let key = ed25519(block.der) { return .ed25519(key) }
    case .other(let name):
      throw KeyError(
        "expected an RSA key or one on P-256, P-384 or Ed25519, found \(name); make one: "
          + "openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256", line: block.line)
    case .unreadable:
      break
    }
    throw KeyError(
      "expected the DER of a private key in this block, found bytes that are none or do not fit "
        + "together; does openssl pkey -check -in FILE take it?", line: block.line)
  }

  /// The library reads no DER for this curve. RFC 8410 §7: an octet string with the number inside.
  private static func ed25519(_ der: [UInt8]) -> Curve25519.Signing.PrivateKey? {
    guard let inner = (try? PrivateKeyInfo(derEncoded: der))?.privateKey.bytes,
      let number = try? ASN1OctetString(derEncoded: Array(inner))
    else { return nil }
    return try? Curve25519.Signing.PrivateKey(rawRepresentation: number.bytes)
  }

  /// Of PKCS#1, or of PKCS#8 around it.
  private static func modulusBits(_ der: [UInt8]) -> Int? {
    let inner = (try? PrivateKeyInfo(derEncoded: der))?.privateKey.bytes ?? der[...]
    return try? RSAPrivateKey(derEncoded: inner).modulusBits
  }
}

extension SigningKey {
  /// The private key as PEM (PKCS #8).
  /// - Throws: for Ed25519, which the library writes in no such form.
  package func pkcs8PEM() throws(KeyError) -> String {
    switch material {
    case .rsa(let key): key.pkcs8PEMRepresentation + "\n"
    case .p256(let key): key.pemRepresentation + "\n"
    case .p384(let key): key.pemRepresentation + "\n"
    case .ed25519: throw KeyError("expected RSA or a P curve for PEM, found Ed25519")
    }
  }
}
