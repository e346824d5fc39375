internal import SwiftASN1

/// An algorithm, and what else is to be known about it (RFC 5280 §4.1.1.2).
struct AlgorithmIdentifier: DERParseable {
  let algorithm: ASN1ObjectIdentifier
  /// Of an elliptic curve key, the curve.
  let parameters: ASN1Any?

  init(derEncoded node: ASN1Node) throws {
    (algorithm, parameters) = try DER.sequence(node, identifier: .sequence) { nodes in
      (try ASN1ObjectIdentifier(derEncoded: &nodes), nodes.next().map(ASN1Any.init(derEncoded:)))
    }
  }
}
