import Crypto
import SwiftASN1
import X509

/// Certificates of clients (RFC 8705 §2.1).
extension CertificateAuthority {
  /// A certificate by which a client authenticates, with the subject `CN=NAME`.
  /// - Parameter hosts: alternative names.
  package func client(named name: String, hosts: [String] = [], at now: Int) throws -> ClientLeaf {
    let key = P256.Signing.PrivateKey()
    let (start, end) = validity(nil, now)
    let made = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: Certificate.PublicKey(key.publicKey),
      notValidBefore: Self.date(start), notValidAfter: Self.date(end),
      issuer: certificate.subject, subject: try DistinguishedName { CommonName(name) },
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: true))
        try ExtendedKeyUsage([.clientAuth])
        AuthorityKeyIdentifier(keyIdentifier: ArraySlice(keyIdentifier))
        if !hosts.isEmpty { LeafNames(names: hosts).extensions }
      }, issuerPrivateKey: Certificate.PrivateKey(self.key))
    return ClientLeaf(
      der: Self.der(made), pem: try made.serializeAsPEM().pemString + "\n",
      key: key.pemRepresentation + "\n", notAfter: end)
  }
}

/// The certificate of a client with its key, as files hold them.
package struct ClientLeaf: Sendable {
  package let der: [UInt8]
  package let pem: String
  /// PEM, as PKCS #8 has it.
  package let key: String
  /// In seconds since 1970.
  package let notAfter: Int
}
