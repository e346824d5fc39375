import Basics
import SwiftASN1
import X509

/// The subject of a certificate: host names and IP addresses (RFC 5280 §4.2.1.6).
struct LeafNames: Sendable {
  let names: [String]

  /// What people see first. Some clients judge an address in this place as the name of a host, which no CA of ours permits.
  var shown: String {
    let first = names.first ?? ""
    return Self.address(first) == nil ? String(first.prefix(64)) : "Understudy test server"
  }

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

  /// The text of an address of 4 or 16 bytes.
  static func text(of address: [UInt8]) -> String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = address.count == 4 ? AF_INET : AF_INET6
    guard address.count == 4 || address.count == 16,
      inet_ntop(family, address, &text, socklen_t(text.count)) != nil
    else { return "" }
    return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }
}
