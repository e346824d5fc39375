import HTTPMessages

/// By which scheme a client came, as what stands in front says it (RFC 7239, or the older field that proxies set).
///
/// Believed of trusted addresses alone: of anyone else's it would decide what our own URLs are. The host stays what was
/// sent: a page that leads a browser here by a name of its own may set fields, and must not get past the check of names.
struct ForwardedRequest {
  let scheme: String?

  init(_ headers: Headers) {
    // Each proxy appends: only the last element is the trusted one's own word.
    let standard = Self.elements(headers[values: .forwarded].joined(separator: ","), at: ",").last
    let pairs = Self.elements(standard ?? "", at: ";").map { pair in
      pair.split(separator: "=", maxSplits: 1).map { String($0.trimmed) }
    }
    let named = pairs.first { $0.count == 2 && $0[0].lowercased() == "proto" }
    let older = headers[values: .xForwardedProto].joined(separator: ",")
    let said = named.map { $0[1].filter { $0 != "\"" } } ?? Self.elements(older, at: ",").last
    scheme = said.map { $0.lowercased() }.flatMap { ["http", "https"].contains($0) ? $0 : nil }
  }

  /// Cut where the mark stands outside of quotes.
  private static func elements(_ list: String, at mark: Character) -> [String] {
    var result = [""]
    var isQuoted = false
    for letter in list {
      if letter == "\"" { isQuoted.toggle() }
      if letter == mark, !isQuoted {
        result.append("")
      } else {
        result[result.count - 1].append(letter)
      }
    }
    return result.map { String($0[...].trimmed) }.filter { !$0.isEmpty }
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let isBlank = { (letter: Character) in letter == " " || letter == "\t" }
    let start = drop(while: isBlank)
    guard let last = start.lastIndex(where: { !isBlank($0) }) else { return "" }
    return start[...last]
  }
}
