import Basics

/// A URI as scripts read it: a valid one as it came, byte for byte.
enum PrintedURI {
  /// RFC 3986 §2.2 and §2.3, with `%`.
  private static let legal = ByteSet.alphanumerics.union(ByteSet("-._~:/?#[]@!$&'()*+,;=%".utf8))

  /// Bytes that a URI can't have are percent-encoded, and so is each `#` after the first.
  static func text(_ uri: String) -> String {
    var hasFragment = false
    var bytes: [UInt8] = []
    for byte in uri.utf8 {
      let isHash = byte == UInt8(ascii: "#")
      if legal.contains(byte), !(isHash && hasFragment) {
        bytes.append(byte)
      } else {
        bytes += "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8
      }
      hasFragment = hasFragment || isHash
    }
    // No URI begins with a colon, and a line that does might be a command.
    let begins = bytes.first == UInt8(ascii: ":") ? "%3A" : ""
    return begins + String(decoding: begins.isEmpty ? bytes[...] : bytes.dropFirst(), as: UTF8.self)
  }
}
