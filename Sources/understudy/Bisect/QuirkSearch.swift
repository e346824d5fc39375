/// Finds a smallest set of quirks with which a test fails, by delta debugging (Zeller and Hildebrandt, `ddmin`).
///
/// The test passes without any of the quirks, and fails with all of them. Without any one quirk of the result it passes.
struct QuirkSearch {
  /// Whether the test fails with these quirks and no others.
  let fails: (Set<String>) throws -> Bool
  private var known: [Set<String>: Bool] = [:]

  init(fails: @escaping (Set<String>) throws -> Bool) { self.fails = fails }

  /// - Parameter all: the quirks with which the test fails, in the order of the fixture.
  mutating func smallest(of all: [String]) throws -> [String] {
    var quirks = all
    var parts = 2
    while quirks.count > 1 {
      let chunks = Self.chunks(of: quirks, parts)
      let rests = chunks.map { chunk in quirks.filter { !chunk.contains($0) } }
      if let chunk = try chunks.first(where: { try hasFailed($0) }) {
        (quirks, parts) = (chunk, 2)
      } else if parts > 2, let rest = try rests.first(where: { try hasFailed($0) }) {
        (quirks, parts) = (rest, max(parts - 1, 2))
      } else if parts < quirks.count {
        parts = min(parts * 2, quirks.count)
      } else {
        break
      }
    }
    return quirks
  }

  private mutating func hasFailed(_ quirks: [String]) throws -> Bool {
    let set = Set(quirks)
    if let result = known[set] { return result }
    let result = try fails(set)
    known[set] = result
    return result
  }

  static func chunks(of quirks: [String], _ parts: Int) -> [[String]] {
    (0..<parts).map { part in
      Array(quirks[(quirks.count * part / parts)..<(quirks.count * (part + 1) / parts)])
    }.filter { !$0.isEmpty }
  }
}
