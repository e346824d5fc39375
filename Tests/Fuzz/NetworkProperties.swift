import Basics

@testable import Transport

/// A network holds the addresses that begin with its bits, and no others; the last word on how a client came is the
/// trusted proxy's, whatever the client sent before.
///
/// An input's first line is a network, the second an address, the rest what a client sent as Forwarded.
enum NetworkProperties {
  static func check(_ text: String) throws {
    let lines = text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
    let network = String(lines[0])
    let address = lines.count > 1 ? String(lines[1]) : ""
    for address in [address, "127.0.0.1", "10.11.12.13", "::1", "fd00::1"] {
      try check(network, address)
    }
    try checkForwarded(lines.count > 2 ? String(lines[2]) : text)
  }

  private static func check(_ network: String, _ address: String) throws {
    var proxies = TrustedProxies()
    let halves = network.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard proxies.add(network) else {
      return try hold(
        halves.count != 1 || SocketAddress.literal(network) == nil,
        "\(network.shown) is an address, and not taken")
    }
    guard let bytes = SocketAddress.literal(halves[0]), halves.count <= 2 else {
      throw Broken(description: "\(network.shown) is taken for a network")
    }
    let count = halves.count == 2 ? Int(halves[1]) : bytes.count * 8
    guard let count, (0...bytes.count * 8).contains(count) else {
      throw Broken(description: "\(network.shown) is taken with that many bits")
    }
    // A name is never asked for: it would be looked up.
    guard let own = SocketAddress.literal(address),
      let socket = SocketAddress.resolve(address)?.first, socket.host == own
    else { return }
    let isInside = bits(own).starts(with: bits(bytes).prefix(count)) && own.count == bytes.count
    try hold(
      proxies.contains(socket) == isInside,
      "\(address) is \(isInside ? "" : "not ")in \(network), and it is said otherwise")
  }

  private static func bits(_ bytes: [UInt8]) -> [Bool] {
    bytes.flatMap { byte in (0..<8).map { byte & (0x80 >> UInt8($0)) != 0 } }
  }

  private static func checkForwarded(_ text: String) throws {
    // A quote that nobody closes leaves no way to tell whose word it is.
    let isWhole = text.utf8.count { $0 == UInt8(ascii: "\"") } % 2 == 0
    for scheme in ["http", "https"] {
      // A proxy adds its word behind what came, on the same line or on one of its own.
      let lines = [["\(text), proto=\(scheme)"], [text, "for=\"[::1]:1\";proto=\(scheme);by=x"]]
      for lines in lines {
        let found = ForwardedRequest(Headers(lines.map { .init("Forwarded", $0) })).scheme
        try hold(
          found == scheme || !isWhole && found == nil,
          "the proxy says \(scheme), and behind \(text.shown) it is \(found ?? "nothing")")
      }
      let older = ForwardedRequest(Headers([.init("X-Forwarded-Proto", "\(text),\(scheme)")]))
        .scheme
      try hold(
        older == scheme || !isWhole && older == nil, "\(text.shown) outvotes the proxy's \(scheme)")
    }
  }
}
