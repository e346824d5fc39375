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
  static func address(_ text: String) -> [UInt8]? { IPAddress.bytes(of: text) }

  /// The text of an address of 4 or 16 bytes.
  static func text(of address: [UInt8]) -> String { IPAddress.text(of: address) ?? "" }
}
