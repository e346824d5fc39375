import Basics
import HTTPTypes

/// Requests as they stand in a seed: as on the wire, without Content-Length; several have a line `%%` between them.
enum RequestText {
  static func pieces(_ bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: Array("\n%%\n".utf8)).map(Array.init)
  }

  /// - Returns: nil for what the transport would not let through.
  static func request(_ bytes: [UInt8]) -> Request? {
    let end = bytes.firstRange(of: Array("\n\n".utf8))
    let head = String(decoding: bytes[..<(end?.lowerBound ?? bytes.count)], as: UTF8.self)
    let lines = head.split(separator: "\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", maxSplits: 1)
    // No spaces, no control characters, nothing beyond ASCII.
    guard words.count == 2, let method = HTTPRequest.Method(String(words[0])),
      words[1].utf8.first == UInt8(ascii: "/"),
      words[1].utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    var request = Request(method: method, authority: "localhost", target: String(words[1]))
    for line in lines.dropFirst() {
      let halves = line.split(separator: ":", maxSplits: 1)
      guard halves.count == 2, HTTPField.Name(String(halves[0])) != nil,
        halves[1].utf8.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) })
      else { continue }
      let value = String(halves[1].drop { $0 == " " })
      if halves[0].lowercased() == "host" {
        if value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) { request.authority = value }
      } else {
        request.headers.append(.init(String(halves[0]), value))
      }
    }
    if let end { request.body = Array(bytes[end.upperBound...]) }
    return request
  }
}
