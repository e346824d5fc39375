import Basics

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

  /// Cut where the mark stands outside of quotes: by scalars, as an accent behind a quote makes another character of it.
  /// Nothing where a quote is open at the end: whoever opened it would speak for all that follow.
  private static func elements(_ list: String, at mark: Unicode.Scalar) -> [String] {
    var result = [String.UnicodeScalarView()]
    var isQuoted = false
    for scalar in list.unicodeScalars {
      if scalar == "\"" { isQuoted.toggle() }
      if scalar == mark, !isQuoted {
        result.append(.init())
      } else {
        result[result.count - 1].append(scalar)
      }
    }
    return isQuoted ? [] : result.map { String(String($0)[...].trimmed) }.filter { !$0.isEmpty }
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
