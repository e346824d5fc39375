internal import SwiftASN1

/// What a private key's DER says that it is, so that a refusal can name what was found.
enum KeyKind {
  case rsa
  case p256
  case p384
  case ed25519
  /// Another kind, with its article.
  case other(String)
  case unreadable

  private typealias Algorithms = ASN1ObjectIdentifier.AlgorithmIdentifier
  private typealias Curves = ASN1ObjectIdentifier.NamedCurves

  init(pkcs8 der: [UInt8]) {
    guard let algorithm = try? PrivateKeyInfo(derEncoded: der).algorithm else {
      self = .unreadable
      return
    }
    switch algorithm.algorithm {
    case Algorithms.rsaEncryption: self = .rsa
    case Algorithms.rsaPSS: self = .other("an RSA key that is for PSS alone")
    case Algorithms.idEcPublicKey: self.init(curve: algorithm.parameters)
    // RFC 8410 §3.
    case [1, 3, 101, 110]: self = .other("an X25519 key")
    case [1, 3, 101, 111]: self = .other("an X448 key")
    case [1, 3, 101, 112]: self = .ed25519
    case [1, 3, 101, 113]: self = .other("an Ed448 key")
    default: self = .other("a key of an unknown algorithm")
    }
  }

  init(sec1 der: [UInt8]) {
    guard let key = try? ECPrivateKey(derEncoded: der) else {
      self = .unreadable
      return
    }
    self.init(curve: key.parameters)
  }

  /// A curve's name (RFC 5480 §2.1.1); a curve that is described instead has none.
  private init(curve: ASN1Any?) {
    guard let name = curve.flatMap({ try? ASN1ObjectIdentifier(asn1Any: $0) }) else {
      self = .other("an elliptic curve key that does not name its curve")
      return
    }
    switch name {
    case Curves.secp256r1: self = .p256
    case Curves.secp384r1: self = .p384
    case Curves.secp521r1: self = .other("a key on P-521")
    // SEC 2 §2.4.1.
    case [1, 3, 132, 0, 10]: self = .other("a key on secp256k1")
    default: self = .other("a key on another curve")
    }
  }
}

/// Why a key is refused, or could not be made or used.
package struct KeyError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What was expected, what was found and how to mend it, without a full stop:
  /// `expected a private key, found the certificate of one; give the file with its key`
  package var sentence: String
  /// The line of the text, from 1, where the trouble starts; nil where there are no lines.
  package var line: Int?

  package init(_ sentence: String, line: Int? = nil) {
    self.sentence = sentence
    self.line = line
  }

  package var description: String {
    line.map { "line \($0): \(sentence)" } ?? sentence
  }
}
