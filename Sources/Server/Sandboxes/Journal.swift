/// What came in, what was decided and why: a ring, bounded in entries and in bytes.
struct Journal: Sendable {
  /// In order from `start` on, around the end.
  private var ring: [JournalEntry] = []
  private var start = 0
  private(set) var count = 0
  private(set) var lastNumber = 0
  /// About how much memory the entries take.
  private(set) var bytes = 0

  private static let mostEntries = 1_000
  private var mostBytes = 4 << 20

  /// Limits the bytes that it takes from now on.
  mutating func limit(to bytes: Int) { mostBytes = min(mostBytes, bytes) }

  /// Oldest first. Numbers never repeat, and have no gaps.
  var live: [NumberedEntry] {
    (0..<count).map { offset in
      NumberedEntry(
        number: lastNumber - count + 1 + offset, entry: ring[(start + offset) % ring.count])
    }
  }

  /// - Parameter displaced: gets the entry that made room, so that it can be freed when no lock is held.
  /// - Returns: the entry's number.
  mutating func add(_ entry: JournalEntry, displacing displaced: inout JournalEntry?) -> Int {
    lastNumber += 1
    bytes += entry.size
    if count == Self.mostEntries {
      displaced = ring[start]
      bytes -= ring[start].size
      ring[start] = entry
      start = (start + 1) % ring.count
    } else if count == ring.count {
      // Full, but not yet as large as it may be: its oldest entry stands first from now on.
      if start > 0 {
        ring = Array(ring[start...] + ring[..<start])
        start = 0
      }
      ring.append(entry)
      count += 1
    } else {
      ring[(start + count) % ring.count] = entry
      count += 1
    }
    shrink(to: mostBytes)
    return lastNumber
  }

  /// Old entries go, but never the last one.
  mutating func shrink(to most: Int) {
    while bytes > most, count > 1 {
      bytes -= ring[start].size
      // What is gone must not hold memory until its place is taken.
      ring[start] = .none
      start = (start + 1) % ring.count
      count -= 1
    }
  }

  /// Numbers go on after this.
  mutating func clear() {
    ring = []
    start = 0
    count = 0
    bytes = 0
  }
}
