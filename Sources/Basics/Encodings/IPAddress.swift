/// Texts of IP addresses, and their bytes.
package enum IPAddress {
  /// The 4 or 16 bytes of an address, also of one in brackets; `nil` for a name.
  package static func bytes(of text: String) -> [UInt8]? {
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

  /// The text of an address of 4 or 16 bytes; `nil` for others.
  package static func text(of address: [UInt8]) -> String? {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = address.count == 4 ? AF_INET : AF_INET6
    guard address.count == 4 || address.count == 16,
      inet_ntop(family, address, &text, socklen_t(text.count)) != nil
    else { return nil }
    return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
  }
}
