import Basics
import UserAgent

/// Who listens at a port of this machine, as its kernel has it.
enum Listeners {
  /// The addresses, such as `127.0.0.1`, `0.0.0.0`, `::`; `nil` where the system has no such list (not Linux).
  static func addresses(at port: UInt16) -> [String]? {
    let tables = ["/proc/net/tcp", "/proc/net/tcp6"].compactMap { try? Files.read($0) }
    guard !tables.isEmpty else { return nil }
    var found: [String] = []
    for line in tables.flatMap({ String(decoding: $0, as: UTF8.self).split(separator: "\n") }) {
      let words = line.split(separator: " ")
      // sl local_address rem_address st …; 0A is LISTEN.
      guard words.count > 3, words[3] == "0A" else { continue }
      let place = words[1].split(separator: ":")
      guard place.count == 2, UInt16(place[1], radix: 16) == port else { continue }
      found.append(address(String(place[0])))
    }
    return found
  }

  /// Words of four bytes, each in the machine's order.
  private static func address(_ hex: String) -> String {
    let words = stride(from: 0, to: hex.utf8.count, by: 8).map { start in
      UInt32(hex.dropFirst(start).prefix(8), radix: 16) ?? 0
    }
    func bytes(_ word: UInt32) -> [UInt8] { withUnsafeBytes(of: word) { Array($0) } }
    if words.count == 1 { return bytes(words[0]).map(String.init).joined(separator: ".") }
    let all = words.flatMap(bytes)
    if all.allSatisfy({ $0 == 0 }) { return "::" }
    if all.dropLast().allSatisfy({ $0 == 0 }), all.last == 1 { return "::1" }
    // An IPv4 address in IPv6's clothes.
    if all.prefix(10).allSatisfy({ $0 == 0 }), all[10...].prefix(2).allSatisfy({ $0 == 0xff }) {
      return all.suffix(4).map(String.init).joined(separator: ".")
    }
    return "an IPv6 address of the network"
  }

  /// Whether anybody takes a connection there.
  static func isOpen(_ url: String) -> Bool {
    guard let address = WebAddress(url), address.isWeb else { return false }
    var http = HTTPClient()
    http.timeout = 1
    return (try? http.send(only: [], to: address)) != nil
  }
}
