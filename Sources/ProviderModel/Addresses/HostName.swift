/// What a `Host` header names.
package enum HostName {
  /// A host name without its port, in small letters.
  package static func name(of authority: String) -> String {
    if authority.utf8.first == UInt8(ascii: "[") {
      return authority.prefix { $0 != "]" }.lowercased() + "]"
    }
    let end = authority.utf8.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
    let name = authority[..<end]
    let isSmall = name.utf8.allSatisfy { $0 < 0x80 && !(0x41...0x5A).contains($0) }
    return isSmall ? String(name) : name.lowercased()
  }

  /// `:8400`, or nothing where there is no port.
  static func port(of authority: String) -> String {
    // An IPv6 address has colons of its own, in brackets.
    let end = authority.utf8.lastIndex(of: UInt8(ascii: "]")) ?? authority.startIndex
    guard let mark = authority[end...].utf8.firstIndex(of: UInt8(ascii: ":")) else { return "" }
    return String(authority[mark...])
  }

  /// An empty host is HTTP/1.0's: no browser sends it, so no rebinding comes that way.
  package static func isLoopback(_ host: String) -> Bool {
    host.isEmpty || host == "localhost" || host.hasSuffix(".localhost") || isLoopbackAddress(host)
      || isLoopbackIPv6(host)
  }

  /// An address as it stands in a URL: IPv6 has brackets there.
  package static func bracketed(_ address: String) -> String {
    let isBare = address.utf8.count { $0 == UInt8(ascii: ":") } > 1 && !address.hasPrefix("[")
    return isBare ? "[\(address)]" : address
  }

  /// `::1`, and 127.0.0.0/8 mapped into IPv6 (RFC 4291 §2.5.5.2) in its two spellings.
  private static func isLoopbackIPv6(_ host: String) -> Bool {
    let address =
      host.hasPrefix("[") && host.hasSuffix("]") ? host.dropFirst().dropLast() : host[...]
    if address == "::1" { return true }
    let prefix = "::ffff:"
    guard address.hasPrefix(prefix) else { return false }
    let rest = address.dropFirst(prefix.count)
    if isLoopbackAddress(String(rest)) { return true }
    let groups = rest.split(separator: ":", omittingEmptySubsequences: false)
    let isHex = groups.allSatisfy {
      (1...4).contains($0.utf8.count) && UInt16($0, radix: 16) != nil
    }
    return groups.count == 2 && isHex && groups[0].utf8.count == 4 && groups[0].hasPrefix("7f")
  }

  /// 127.0.0.0/8, as four decimal numbers: the owner of `evil.example` can make `127.0.evil.example` lead here.
  package static func isLoopbackAddress(_ host: String) -> Bool {
    guard host != "127.0.0.1" else { return true }
    let octets = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let isNumeric = octets.allSatisfy { octet in
      // Three digits are the most: so much of a sign or a zero in front `UInt8` would take, too.
      (1...3).contains(octet.count) && octet.allSatisfy { (0x30...0x39).contains($0) }
        && UInt8(Substring(octet)) != nil
    }
    return octets.count == 4 && isNumeric && octets[0].elementsEqual("127".utf8)
  }
}
