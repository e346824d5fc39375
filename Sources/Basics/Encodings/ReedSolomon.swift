/// The Reed-Solomon code of QR codes, over the field with 256 elements and the polynomial 0x11D.
struct ReedSolomon {
  /// The generator polynomial without its leading 1, the highest power first.
  private let generator: [UInt8]

  init(_ degree: Int) {
    var generator = [UInt8](repeating: 0, count: degree)
    if degree > 0 { generator[degree - 1] = 1 }
    var root: UInt8 = 1
    for _ in 0..<degree {
      for place in 0..<degree {
        generator[place] = Self.product(generator[place], root)
        if place + 1 < degree { generator[place] ^= generator[place + 1] }
      }
      root = Self.product(root, 2)
    }
    self.generator = generator
  }

  /// The codewords of error correction.
  func remainder(_ data: [UInt8]) -> [UInt8] {
    var rest = [UInt8](repeating: 0, count: generator.count)
    for byte in data {
      guard let first = rest.first else { return [] }
      let factor = byte ^ first
      rest.removeFirst()
      rest.append(0)
      for place in rest.indices { rest[place] ^= Self.product(generator[place], factor) }
    }
    return rest
  }

  private static func product(_ x: UInt8, _ y: UInt8) -> UInt8 {
    var product = 0
    for place in (0..<8).reversed() {
      product = product << 1 ^ (product >> 7) * 0x11D
      product ^= Int(y) >> place & 1 == 1 ? Int(x) : 0
    }
    return UInt8(product & 0xFF)
  }
}
