/// A size of QR codes, with the number of codewords that it holds at error correction level M (ISO/IEC 18004 §7.5).
struct QRVersion {
  let number: Int
  /// Codewords of error correction in each block.
  private let correction: Int
  private let blocks: Int

  private static let corrections = [
    10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26,
  ]
  private static let blocks = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16]

  private static let all: [QRVersion] = zip(corrections, blocks).enumerated().map {
    QRVersion(number: $0.offset + 1, correction: $0.element.0, blocks: $0.element.1)
  }

  static func smallest(for bytes: Int) -> QRVersion? {
    all.first { 4 + $0.countBits + 8 * bytes <= 8 * $0.dataCodewords }
  }

  var size: Int { 17 + 4 * number }
  private var countBits: Int { number < 10 ? 8 : 16 }
  private var dataCodewords: Int { codewords - blocks * correction }

  /// All codewords: what is left of the symbol beside its patterns.
  private var codewords: Int {
    var modules = (16 * number + 128) * number + 64
    if number >= 2 {
      let patterns = number / 7 + 2
      modules -= (25 * patterns - 10) * patterns - 55
      if number >= 7 { modules -= 36 }
    }
    return modules / 8
  }

  /// The centers of alignment patterns, in both directions.
  var alignment: [Int] {
    guard number >= 2 else { return [] }
    let count = number / 7 + 2
    let step = (number * 4 + count * 2 + 1) / (count * 2 - 2) * 2
    return [6] + (0..<count - 1).map { size - 7 - $0 * step }
  }

  /// The version with its check bits, for symbols that show it.
  var bits: Int {
    var rest = number
    for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1F25 }
    return number << 12 | rest
  }

  /// The codewords of a text in byte mode, with error correction, in the order in which they are drawn.
  func codewords(of bytes: [UInt8]) -> [UInt8] {
    interleaved(data(of: bytes))
  }

  private func data(of bytes: [UInt8]) -> [UInt8] {
    var bits: [Bool] = []
    func append(_ value: Int, _ count: Int) {
      for place in (0..<count).reversed() { bits.append(value >> place & 1 == 1) }
    }
    append(0b0100, 4)
    append(bytes.count, countBits)
    for byte in bytes { append(Int(byte), 8) }
    append(0, min(4, 8 * dataCodewords - bits.count))
    append(0, (8 - bits.count % 8) % 8)
    var data = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
    }
    var padding: UInt8 = 0xEC
    while data.count < dataCodewords {
      data.append(padding)
      padding ^= 0xEC ^ 0x11
    }
    return data
  }

  private func interleaved(_ data: [UInt8]) -> [UInt8] {
    let short = dataCodewords / blocks
    let longer = dataCodewords % blocks
    let code = ReedSolomon(correction)
    var rest = data[...]
    var parts: [[UInt8]] = []
    for block in 0..<blocks {
      let part = Array(rest.prefix(short + (block < blocks - longer ? 0 : 1)))
      rest = rest.dropFirst(part.count)
      parts.append(part)
    }
    let checks = parts.map(code.remainder)
    var all: [UInt8] = []
    for place in 0...short {
      for part in parts where part.indices.contains(place) { all.append(part[place]) }
    }
    for place in 0..<correction { for check in checks { all.append(check[place]) } }
    return all
  }
}
