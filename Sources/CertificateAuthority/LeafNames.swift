import SwiftASN1
import X509

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Whom a certificate is for: host names and IP addresses (RFC 5280 §4.2.1.6).
struct LeafNames: Sendable {
  let names: [String]

  /// The first one: what old clients and people look at.
  var first: String { names.first ?? "" }

  var extensions: SubjectAlternativeNames {
    SubjectAlternativeNames(
      names.map { name in
        guard let address = Self.address(name) else { return .dnsName(name) }
        return .ipAddress(ASN1OctetString(contentBytes: address[...]))
      })
  }

  /// The 4 or 16 bytes of an IP address; nil for a name.
  static func address(_ text: String) -> [UInt8]? {
    let bare =
      text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
    var four = in_addr()
    if inet_pton(AF_INET, bare, &four) == 1 { return withUnsafeBytes(of: &four) { Array($0) } }
    var sixteen = in6_addr()
    if inet_pton(AF_INET6, bare, &sixteen) == 1 {
      return withUnsafeBytes(of: &sixteen) { Array($0) }
    }
    return nil
  }
}
