/// A server's certificate with its key, as TLS libraries take them.
package struct Leaf: Sendable {
  /// DER. Only the leaf: who trusts our CA has it, and who has not is told so by its own name.
  package let certificate: [UInt8]
  /// DER, as PKCS #8 has it.
  package let key: [UInt8]
  /// In seconds since 1970.
  package let notAfter: Int
}
