/// The addresses of what stands in front and may say how a client came to it.
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
    guard !networks.isEmpty else { return false }
    let host = address.host
    return networks.contains { $0.contains(host) }
  }
}
