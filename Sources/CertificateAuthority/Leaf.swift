/// A server's certificate with its key, as TLS libraries take them.
public struct Leaf: Sendable {
  /// DER. Only the leaf: who trusts our CA has it, and who has not is told so by its own name.
  public let certificate: [UInt8]
  /// DER, as PKCS #8 has it.
  public let key: [UInt8]
  /// In seconds since 1970.
  public let notAfter: Int
}
