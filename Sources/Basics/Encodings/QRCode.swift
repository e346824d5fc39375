/// A QR code of a text (ISO/IEC 18004): byte mode, error correction level M, versions 1 to 20.
package struct QRCode: Sendable {
  /// The number of modules on each side, without a margin.
  package let size: Int
  /// Row by row: `true` is dark.
  private var modules: [Bool]
  /// Modules of the patterns that every symbol of this size has: no data stands there.
  private var isPattern: [Bool]

  /// The light border that readers need, in modules.
  static let margin = 4
  package var sizeWithMargin: Int { size + 2 * Self.margin }

  /// Creates the code with the mask that readers like best.
  /// - Returns: `nil` for a text that is too long.
  package init?(_ text: String) {
    guard let blank = QRCode(unmasked: Array(text.utf8)) else { return nil }
    let masked = (0..<8).map { blank.masked($0) }
    guard let best = masked.min(by: { $0.penalty < $1.penalty }) else { return nil }
    self = best
  }

  /// Creates the code with one of the eight masks.
  package init?(_ text: String, mask: Int) {
    guard (0..<8).contains(mask), let blank = QRCode(unmasked: Array(text.utf8)) else { return nil }
    self = blank.masked(mask)
  }

  private init?(unmasked bytes: [UInt8]) {
    guard let version = QRVersion.smallest(for: bytes.count) else { return nil }
    size = version.size
    modules = Array(repeating: false, count: size * size)
    isPattern = modules
    drawPatterns(version)
    drawData(version.codewords(of: bytes))
  }

  /// Whether a module is dark; modules outside of the symbol are light.
  package func isDark(_ x: Int, _ y: Int) -> Bool {
    (0..<size).contains(x) && (0..<size).contains(y) && modules[y * size + x]
  }

  /// The outline of the dark modules, with a margin around them: the `d` of an SVG path.
  package var path: String {
    var path = ""
    for y in 0..<size {
      var x = 0
      while x < size {
        guard isDark(x, y) else {
          x += 1
          continue
        }
        let start = x
        while isDark(x, y) { x += 1 }
        path += "M\(start + Self.margin) \(y + Self.margin)h\(x - start)v1h-\(x - start)z"
      }
    }
    return path
  }

  // MARK: Patterns

  private mutating func set(_ x: Int, _ y: Int, _ isDark: Bool) {
    guard (0..<size).contains(x), (0..<size).contains(y) else { return }
    modules[y * size + x] = isDark
    isPattern[y * size + x] = true
  }

  private mutating func drawPatterns(_ version: QRVersion) {
    for place in 0..<size {
      set(6, place, place % 2 == 0)
      set(place, 6, place % 2 == 0)
    }
    for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] { drawRings(around: x, y, reach: 4) }
    let places = version.alignment
    for x in places {
      for y in places where !isFinder(x, y) { drawRings(around: x, y, reach: 2) }
    }
    drawFormat(mask: 0)
    guard version.number >= 7 else { return }
    let bits = version.bits
    for place in 0..<18 {
      let (far, near) = (size - 11 + place % 3, place / 3)
      set(far, near, bits >> place & 1 == 1)
      set(near, far, bits >> place & 1 == 1)
    }
  }

  /// Whether an alignment pattern would cover a finder pattern.
  private func isFinder(_ x: Int, _ y: Int) -> Bool {
    (x == 6 && (y == 6 || y == size - 7)) || (x == size - 7 && y == 6)
  }

  /// A finder pattern with its light border, or an alignment pattern.
  private mutating func drawRings(around x: Int, _ y: Int, reach: Int) {
    for dy in -reach...reach {
      for dx in -reach...reach {
        let distance = max(abs(dx), abs(dy))
        set(x + dx, y + dy, reach == 4 ? distance != 2 && distance != 4 : distance != 1)
      }
    }
  }

  /// The level and the mask, twice. The level's own bits are 00.
  private mutating func drawFormat(mask: Int) {
    var rest = mask
    for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
    let bits = (mask << 10 | rest) ^ 0x5412
    func bit(_ place: Int) -> Bool { bits >> place & 1 == 1 }
    for place in 0...5 { set(8, place, bit(place)) }
    set(8, 7, bit(6))
    set(8, 8, bit(7))
    set(7, 8, bit(8))
    for place in 9..<15 { set(14 - place, 8, bit(place)) }
    for place in 0..<8 { set(size - 1 - place, 8, bit(place)) }
    for place in 8..<15 { set(8, size - 15 + place, bit(place)) }
    set(8, size - 8, true)
  }

  // MARK: Data

  /// In columns two modules wide, from the right, upwards and downwards in turn.
  private mutating func drawData(_ codewords: [UInt8]) {
    var place = 0
    var right = size - 1
    while right >= 1 {
      if right == 6 { right = 5 }
      let isUpward = (right + 1) & 2 == 0
      for step in 0..<size {
        let y = isUpward ? size - 1 - step : step
        for x in [right, right - 1] where !isPattern[y * size + x] && place < codewords.count * 8 {
          modules[y * size + x] = codewords[place >> 3] >> (7 - UInt8(place & 7)) & 1 == 1
          place += 1
        }
      }
      right -= 2
    }
  }

  private func masked(_ mask: Int) -> QRCode {
    var code = self
    for y in 0..<size {
      for x in 0..<size where !isPattern[y * size + x] && Self.inverts(mask, x, y) {
        code.modules[y * size + x].toggle()
      }
    }
    code.drawFormat(mask: mask)
    return code
  }

  private static func inverts(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
    switch mask {
    case 0: (x + y) % 2 == 0
    case 1: y % 2 == 0
    case 2: x % 3 == 0
    case 3: (x + y) % 3 == 0
    case 4: (x / 3 + y / 2) % 2 == 0
    case 5: x * y % 2 + x * y % 3 == 0
    case 6: (x * y % 2 + x * y % 3) % 2 == 0
    default: ((x + y) % 2 + x * y % 3) % 2 == 0
    }
  }
}
