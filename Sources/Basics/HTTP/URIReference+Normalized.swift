/// URIs that are written in different ways and mean the same place.
extension URIReference {
  /// Scheme, authority and path after normalization by syntax and by scheme (RFC 3986 §§6.2.2, 6.2.3), without query and
  /// fragment.
  package var normalizedPlace: String {
    let scheme = scheme.lowercased()
    return "\(scheme)://\(Self.authority(authority, of: scheme))\(Self.path(path))"
  }

  /// The host in small letters, and no port that is the scheme's own.
  private static func authority(_ authority: Substring, of scheme: String) -> String {
    let at = authority.utf8.lastIndex(of: UInt8(ascii: "@"))
    let user = at.map { String(authority[...$0]) } ?? ""
    let place = at.map { authority[authority.utf8.index(after: $0)...] } ?? authority
    // The colons of an IPv6 address stand in brackets.
    let end = place.utf8.lastIndex(of: UInt8(ascii: "]")) ?? place.startIndex
    let colon = place[end...].utf8.firstIndex(of: UInt8(ascii: ":"))
    let host = normalized(place[..<(colon ?? place.endIndex)]).lowercased()
    let port = colon.map { place[place.utf8.index(after: $0)...] } ?? ""
    let usual = scheme == "https" ? "443" : scheme == "http" ? "80" : ""
    return user + host + (port.isEmpty || port == usual ? "" : ":\(port)")
  }

  /// Without dot segments (§5.2.4); never empty.
  private static func path(_ path: Substring) -> String {
    var segments: [Substring] = []
    let whole = normalized(path)
    let all = whole.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, segment) in all.enumerated() {
      let isLast = index == all.count - 1
      switch segment {
      case ".": if isLast { segments.append("") }
      case "..":
        _ = segments.popLast()
        if isLast { segments.append("") }
      default: segments.append(segment)
      }
    }
    return "/" + segments.joined(separator: "/")
  }

  /// Unreserved characters stand for themselves, and hexadecimal digits are capital (§§6.2.2.1, 6.2.2.2). Bytes outside of
  /// ASCII are encoded.
  private static func normalized(_ text: Substring) -> String {
    var result: [UInt8] = []
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      var byte = bytes[index]
      var isCoded = byte >= 0x80
      index += 1
      if byte == UInt8(ascii: "%"), index + 1 < bytes.count,
        let high = PercentCoding.hexDigit(bytes[index]),
        let low = PercentCoding.hexDigit(bytes[index + 1])
      {
        byte = high << 4 | low
        isCoded = !isUnreserved(byte)
        index += 2
      }
      result += isCoded ? coded(byte) : [byte]
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func coded(_ byte: UInt8) -> [UInt8] {
    func digit(_ value: UInt8) -> UInt8 {
      value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
    return [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
  }

  /// RFC 3986 §2.3.
  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
