/// The choice of a mask.
extension QRCode {
  /// The score of ISO/IEC 18004 §7.8.3: the lower, the easier to read.
  var penalty: Int {
    var penalty = 0
    var dark = 0
    for y in 0..<size {
      penalty += Self.penalty(of: (0..<size).map { isDark($0, y) })
      penalty += Self.penalty(of: (0..<size).map { isDark(y, $0) })
      for x in 0..<size {
        if isDark(x, y) { dark += 1 }
        guard x + 1 < size, y + 1 < size else { continue }
        let corner = isDark(x, y)
        if corner == isDark(x + 1, y), corner == isDark(x, y + 1), corner == isDark(x + 1, y + 1) {
          penalty += 3
        }
      }
    }
    // Ten for each step of five percent away from one half.
    return penalty + abs(dark * 20 - size * size * 10) / (size * size) * 10
  }

  /// The score of a row or a column: long runs, and what looks like a finder pattern.
  private static func penalty(of line: [Bool]) -> Int {
    var penalty = 0
    var run = 0
    var last: Bool?
    for module in line {
      run = module == last ? run + 1 : 1
      last = module
      if run == 5 { penalty += 3 } else if run > 5 { penalty += 1 }
    }
    let finder = [true, false, true, true, true, false, true]
    for start in line.indices.dropLast(finder.count - 1)
    where line[start..<start + finder.count].elementsEqual(finder) {
      func isLight(_ range: Range<Int>) -> Bool {
        range.allSatisfy { !line.indices.contains($0) || !line[$0] }
      }
      let end = start + finder.count
      if isLight(start - 4..<start) || isLight(end..<end + 4) { penalty += 40 }
    }
    return penalty
  }
}
