/// Where an answer's last byte is, as far as its head says so (RFC 9112 §6.3).
struct AnswerEnd {
  private enum Mark {
    case count(Int)
    case lastChunk
  }
  private let mark: Mark

  /// `nil` until the head is whole, and where only the end of the connection ends the answer.
  init?(_ bytes: [UInt8], hasBody: Bool) {
    guard let gap = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: bytes[..<gap.lowerBound], as: UTF8.self).lowercased()
      .split(separator: "\r\n")
    let status = lines.first?.split(separator: " ").dropFirst().first ?? ""
    if !hasBody || ["204", "304"].contains(status) {
      mark = .count(gap.upperBound)
      return
    }
    if lines.contains(where: { $0.hasPrefix("transfer-encoding:") && $0.contains("chunked") }) {
      mark = .lastChunk
      return
    }
    guard let line = lines.first(where: { $0.hasPrefix("content-length:") }),
      let length = Int(line.dropFirst("content-length:".count).drop { $0 == " " }),
      (0...1 << 30).contains(length)
    else { return nil }
    mark = .count(gap.upperBound + length)
  }

  func isReached(by bytes: [UInt8]) -> Bool {
    switch mark {
    case .count(let count): bytes.count >= count
    case .lastChunk: bytes.suffix(5).elementsEqual(Array("0\r\n\r\n".utf8))
    }
  }
}
