internal import SwiftASN1

/// A key in PKCS#8 (RFC 5208 §5, RFC 5958 §2): what it is, and its own form within.
struct PrivateKeyInfo: DERParseable {
  let algorithm: AlgorithmIdentifier
  let privateKey: ASN1OctetString

  init(derEncoded node: ASN1Node) throws {
    (algorithm, privateKey) = try DER.sequence(node, identifier: .sequence) { nodes in
      _ = try Int(derEncoded: &nodes)
      let algorithm = try AlgorithmIdentifier(derEncoded: &nodes)
      let privateKey = try ASN1OctetString(derEncoded: &nodes)
      // Attributes and the public half may follow.
      while nodes.next() != nil {}
      return (algorithm, privateKey)
    }
  }
}
