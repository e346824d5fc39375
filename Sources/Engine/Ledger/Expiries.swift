import HashTreeCollections

/// What dies when. Freed a little with each request, never all at once.
///
/// Bucketed by minute, in chunks: a copy of the state shares every chunk but the one that is written.
struct Expiries<Entry: Sendable>: Sendable {
  fileprivate struct Chunk: Hashable, Sendable, Codable {
    var minute: Int
    var chunk: Int
  }

  private var chunks: TreeDictionary<Chunk, [Entry]> = [:]
  /// How many chunks a minute has.
  private var counts: TreeDictionary<Int, Int> = [:]
  /// No minute before this one holds anything.
  private var first = Int.max

  /// As many entries wait on, however long ago they ended.
  private let spared: Int
  private var size = 0

  private static var chunkSize: Int { 64 }
  /// After a leap of the clock the empty minutes are walked over in steps.
  private static var mostMinutesWalked: Int { 4096 }

  init(sparing spared: Int = 0) { self.spared = spared }

  mutating func add(_ entry: Entry, at instant: Int) {
    let minute = instant / 60
    var count = counts[minute] ?? 0
    // The last chunk of a minute is the one that is filled.
    if count == 0 {
      count = 1
      counts[minute] = 1
    } else if (chunks[Chunk(minute: minute, chunk: count)]?.count ?? 0) >= Self.chunkSize {
      count += 1
      counts[minute] = count
    }
    chunks[Chunk(minute: minute, chunk: count), default: []].append(entry)
    first = min(first, minute)
    size += 1
  }

  /// At most one chunk of what ended before the current minute began, while more wait than are spared.
  mutating func due(at now: Int) -> [Entry] {
    guard size > spared else {
      if size == 0 { first = Int.max }
      return []
    }
    var walked = 0
    while first < now / 60, walked < Self.mostMinutesWalked {
      guard let count = counts[first] else {
        first += 1
        walked += 1
        continue
      }
      counts[first] = count > 1 ? count - 1 : nil
      let chunk = chunks.removeValue(forKey: Chunk(minute: first, chunk: count)) ?? []
      size -= chunk.count
      return chunk
    }
    return []
  }
}

extension Expiries: Codable where Entry: Codable {}
