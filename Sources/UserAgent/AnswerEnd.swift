/// The place of an answer's last byte, if the head tells it (RFC 9112 §6.3).
struct AnswerEnd {
  private enum Mark {
    case count(Int)
    /// Chunks begin at this place.
    case chunks(Int)
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
      mark = .chunks(gap.upperBound)
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
    case .chunks(let start): Self.hasLastChunk(bytes[min(start, bytes.count)...])
    }
  }

  /// Follows the sizes of the chunks: bytes that look like the last chunk may be part of another.
  private static func hasLastChunk(_ chunks: ArraySlice<UInt8>) -> Bool {
    let lineBreak = Array("\r\n".utf8)
    var rest = chunks
    while let line = rest.firstRange(of: lineBreak) {
      let size = String(decoding: rest[..<line.lowerBound], as: UTF8.self).prefix { $0 != ";" }
      guard let count = Int(size, radix: 16), count >= 0 else { return false }
      // Trailers may follow the last one, and an empty line is behind them.
      if count == 0 { return rest[line.lowerBound...].firstRange(of: lineBreak + lineBreak) != nil }
      guard count <= rest.endIndex - line.upperBound - 2 else { return false }
      rest = rest[(line.upperBound + count + 2)...]
    }
    return false
  }
}
