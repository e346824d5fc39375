/// One block of a PEM text (RFC 7468 §2).
struct PEMBlock {
  var label: String
  /// The line of its `-----BEGIN`, from 1.
  var line: Int
  /// Empty if it is encrypted.
  var der: [UInt8]
  /// It has the headers of RFC 1421, which say that a passphrase keeps it.
  var isEncrypted: Bool
}
