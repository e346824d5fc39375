internal import SwiftASN1

/// A key in SEC 1 (RFC 5915 §3). The library reads its number; what is of interest here is its curve.
struct ECPrivateKey: DERParseable {
  let parameters: ASN1Any?

  init(derEncoded node: ASN1Node) throws {
    parameters = try DER.sequence(node, identifier: .sequence) { nodes in
      _ = try Int(derEncoded: &nodes)
      _ = try ASN1OctetString(derEncoded: &nodes)
      let parameters = try DER.optionalExplicitlyTagged(
        &nodes, tagNumber: 0, tagClass: .contextSpecific
      ) { ASN1Any(derEncoded: $0) }
      // The public half may follow.
      while nodes.next() != nil {}
      return parameters
    }
  }
}
