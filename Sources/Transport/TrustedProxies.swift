import Basics

/// The addresses of reverse proxies whose forwarding fields the server believes.
package struct TrustedProxies: Sendable, Equatable {
  private struct Network: Sendable, Equatable {
    let bytes: [UInt8]
    let bits: Int

    func contains(_ address: [UInt8]) -> Bool {
      guard address.count == bytes.count else { return false }
      return (0..<bits).allSatisfy { bit in
        (address[bit / 8] ^ bytes[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0
      }
    }
  }

  private var networks: [Network] = []

  package init() {}

  /// Adds an address, or a network such as `10.0.0.0/8`. False for anything else.
  package mutating func add(_ text: String) -> Bool {
    let halves = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let bytes = SocketAddress.literal(String(halves[0])) else { return false }
    var bits = bytes.count * 8
    if halves.count == 2 {
      guard let given = Int(halves[1]), (0...bits).contains(given),
        halves[1].utf8.allSatisfy(\.isDigit)
      else { return false }
      bits = given
    }
    networks.append(Network(bytes: bytes, bits: bits))
    return true
  }

  func contains(_ address: SocketAddress) -> Bool {
    networks.contains { $0.contains(address.host) }
  }
}

/// The client's scheme according to a reverse proxy (RFC 7239, or the older `X-Forwarded-Proto`).
///
/// Only trusted addresses are believed: the scheme decides what our own URLs are. The host stays as it was sent, because a
/// page can lead a browser here under its own name and set such fields, and must not get past the check of host names.
struct ForwardedRequest {
  let scheme: String?

  init(_ headers: Headers) {
    // Each proxy appends an element: only the last one was written by the trusted proxy.
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
  /// Returns nothing if a quote is open at the end: its author could hide the elements of later proxies.
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
