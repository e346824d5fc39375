import HashTreeCollections

/// What dies when. Freed a little with each request, never all at once.
///
/// Bucketed by minute, in chunks: a copy of the state shares every chunk but the one that is written.
struct Expiries: Sendable {
  enum Kind: Sendable, Hashable { case ticket, session, credential, grant, nonce, rate }

  struct Entry: Sendable {
    var kind: Kind
    var key: String
  }

  private struct Place: Hashable, Sendable {
    var minute: Int
    var chunk: Int
  }

  private var chunks: TreeDictionary<Place, [Entry]> = [:]
  /// How many chunks a minute has.
  private var counts: TreeDictionary<Int, Int> = [:]
  /// No minute before this one holds anything.
  private var first = Int.max

  /// As many entries wait on, however long ago they ended.
  private let spared: Int
  private var size = 0

  private static let chunkSize = 64
  /// After a leap of the clock the empty minutes are walked over in steps.
  private static let mostMinutesWalked = 4096

  init(sparing spared: Int = 0) { self.spared = spared }

  mutating func add(_ kind: Kind, _ key: String, at instant: Int) {
    let minute = instant / 60
    var count = counts[minute] ?? 1
    if let chunk = chunks[Place(minute: minute, chunk: count)], chunk.count >= Self.chunkSize {
      count += 1
    }
    counts[minute] = count
    chunks[Place(minute: minute, chunk: count), default: []].append(Entry(kind: kind, key: key))
    first = min(first, minute)
    size += 1
  }

  /// At most one chunk of what ended before the current minute began, while more wait than are spared.
  mutating func due(at now: Int) -> [Entry] {
    guard !counts.isEmpty else {
      first = Int.max
      return []
    }
    guard size > spared else { return [] }
    var walked = 0
    while first < now / 60, walked < Self.mostMinutesWalked {
      guard let count = counts[first] else {
        first += 1
        walked += 1
        continue
      }
      counts[first] = count > 1 ? count - 1 : nil
      let chunk = chunks.removeValue(forKey: Place(minute: first, chunk: count)) ?? []
      size -= chunk.count
      return chunk
    }
    return []
  }
}
