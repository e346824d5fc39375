import HashTreeCollections

/// Entries by key that end by themselves, bounded in number and in bytes: the oldest ones make room for new ones.
///
/// A copy shares what did not change, as the rest of the state does.
struct BoundedBook<Entry: Sendable>: Sendable {
  fileprivate struct Place: Sendable {
    var entry: Entry
    /// Counted from 1: an older entry has a smaller number.
    let number: Int
    let ends: Int
    let bytes: Int
  }

  private var places: TreeDictionary<String, Place> = [:]
  private var keys: TreeDictionary<Int, String> = [:]
  private var oldest = 1
  private var next = 1
  /// About how much memory the entries take.
  private(set) var bytes = 0
  private let most: Int
  private let mostBytes: Int

  /// What an entry takes beside its texts.
  private static var overhead: Int { 256 }

  init(most: Int, bytes: Int) {
    self.most = most
    mostBytes = bytes
  }

  var isEmpty: Bool { places.isEmpty }
  var count: Int { places.count }

  subscript(key: String) -> Entry? { places[key]?.entry }

  /// All entries, the oldest first.
  var entries: [Entry] {
    places.values.sorted { $0.number < $1.number }.map(\.entry)
  }

  /// Any entry for which `isMeant` holds, with its key.
  func first(where isMeant: (Entry) -> Bool) -> (key: String, entry: Entry)? {
    for (key, place) in places where isMeant(place.entry) { return (key, place.entry) }
    return nil
  }

  /// The keys of all entries, the oldest first.
  var orderedKeys: [String] { places.sorted { $0.value.number < $1.value.number }.map(\.key) }

  /// - Parameters:
  ///   - ends: the instant, in seconds, from which on the entry may be freed.
  ///   - bytes: how much memory its texts take.
  mutating func insert(_ entry: Entry, for key: String, ends: Int, bytes: Int) {
    remove(key)
    let place = Place(entry: entry, number: next, ends: ends, bytes: bytes + Self.overhead)
    places[key] = place
    keys[next] = key
    next += 1
    self.bytes += place.bytes
    while places.count > most || self.bytes > mostBytes, places.count > 1 { removeOldest() }
  }

  /// Changes an entry where it is; its age and its end stay.
  mutating func change(_ key: String, _ change: (inout Entry) -> Void) {
    guard var place = places[key] else { return }
    change(&place.entry)
    places[key] = place
  }

  mutating func remove(_ key: String) {
    guard let place = places.removeValue(forKey: key) else { return }
    keys[place.number] = nil
    bytes -= place.bytes
  }

  /// Frees some of the entries that have ended: at most 64, the oldest first.
  mutating func clean(at now: Int) {
    for _ in 0..<64 {
      skipRemoved()
      guard let key = keys[oldest], let place = places[key], place.ends <= now else { return }
      remove(key)
    }
  }

  private mutating func removeOldest() {
    skipRemoved()
    if let key = keys[oldest] { remove(key) }
  }

  /// Each number is passed over once.
  private mutating func skipRemoved() {
    while oldest < next, keys[oldest] == nil { oldest += 1 }
  }
}

extension BoundedBook: Codable where Entry: Codable {}
extension BoundedBook.Place: Codable where Entry: Codable {}
