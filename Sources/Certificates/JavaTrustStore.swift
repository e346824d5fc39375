import Basics
import Crypto

/// A trust store as Java reads it: its own format JKS, which every Java since 1.2 knows by its first bytes, whatever
/// `trustStoreType` says.
package struct JavaTrustStore: Sendable {
  /// Needed to read it, and no secret: it guards nothing but certificates.
  package static let password = "changeit"

  /// - Parameters:
  ///   - certificates: DER, with a name for each.
  ///   - now: in seconds since 1970.
  package static func bytes(_ certificates: [(name: String, der: [UInt8])], at now: Int) -> [UInt8]
  {
    var store = big(0xFEED_FEED as UInt32) + big(2 as UInt32) + big(UInt32(certificates.count))
    for (name, der) in certificates {
      // 2 says that it is a certificate to trust.
      store += big(2 as UInt32) + text(name) + big(UInt64(clamping: now) &* 1000)
      store += text("X.509") + big(UInt32(clamping: der.count)) + der
    }
    // Its digest begins with the password and, for a reason of the last century, with these words.
    var digest = Insecure.SHA1()
    digest.update(data: password.utf16.flatMap(big))
    digest.update(data: Array("Mighty Aphrodite".utf8))
    digest.update(data: store)
    return store + Array(digest.finalize())
  }

  /// The certificates of a file with PEM blocks.
  package static func certificates(pem: String) -> [[UInt8]] {
    pem.split(separator: "-----BEGIN CERTIFICATE-----").dropFirst().compactMap { part in
      let body = part.prefix { $0 != "-" }.filter { !$0.isWhitespace }
      return Base64.decode(String(body))
    }
  }

  private static func text(_ text: String) -> [UInt8] {
    big(UInt16(clamping: text.utf8.count)) + Array(text.utf8)
  }

  private static func big(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}
