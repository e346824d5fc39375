import Basics
import Server

/// A sandbox on its way from one store to another: its snapshot, and the entries from the snapshot's version on.
struct StoredSandbox {
  let id: String
  private let snapshot: StoredEntry?
  private let entries: [StoredEntry]

  /// The version of the last entry.
  var last: Int { entries.last?.version ?? 0 }

  /// The seconds that an imported sandbox has until somebody uses it; then its own lifetime counts.
  private static let lifetime = 86_400

  static func count(_ entries: Int) -> String { entries == 1 ? "1 entry" : "\(entries) entries" }

  /// - Returns: `nil` if the store does not have it.
  init?(_ id: String, in store: any Store) throws {
    // A server may put a newer snapshot in the place of the first one meanwhile, and then the entries after that are gone.
    for _ in 0..<8 {
      let snapshot = try store.snapshot(of: id)
      let first = snapshot?.version ?? 1
      var entries: [StoredEntry] = []
      var isWhole = false
      while !isWhole {
        let page = try store.entries(of: id, from: first + entries.count, lifetime: nil)
        entries += page
        isWhole = page.count < StoredEntry.page
      }
      guard let found = entries.first else { return nil }
      guard found.version == first else { continue }
      // What could not be imported again must not look like a backup.
      if let place = Self.damage(snapshot, entries) {
        let isSnapshot = snapshot != nil && place == 0
        let part = isSnapshot ? snapshot : entries[place - (snapshot == nil ? 0 : 1)]
        throw Failure(
          text:
            "error: the \(isSnapshot ? "snapshot" : "entry") \(part?.version ?? 0) of the sandbox \"\(id)\" is damaged: nothing is exported",
          code: 1)
      }
      (self.id, self.snapshot, self.entries) = (id, snapshot, entries)
      return
    }
    throw Failure(
      text: "error: the log of the sandbox \"\(id)\" does not begin with its first entry")
  }

  /// The first part that is damaged, or does not follow the one before it.
  /// - Returns: its place among the snapshot, if there is one, and the entries.
  private static func damage(_ snapshot: StoredEntry?, _ entries: [StoredEntry]) -> Int? {
    if let snapshot, !snapshot.isWhole || snapshot.maker == nil { return 0 }
    var previous = snapshot?["previous"] ?? ""
    for (index, entry) in entries.enumerated() {
      // The entry of a snapshot's version comes with it: the snapshot has its hash.
      let link = index == 0 && snapshot != nil ? entry.hash : entry["previous"]
      guard entry.isWhole, entry.version == (snapshot?.version ?? 1) + index, link == previous
      else { return index + (snapshot == nil ? 0 : 1) }
      previous = entry.hash
    }
    return nil
  }

  /// The sandbox as text: the ID and the first version, the snapshot, the entries.
  var lines: [String] {
    var head: JSONObject = ["sandbox": JSONValue(.string(id))]
    if let snapshot { head["snapshot"] = JSONValue(.number(String(snapshot.version))) }
    return [JSONValue(.object(head)).text()]
      + ((snapshot.map { [$0] } ?? []) + entries).map { $0.json }
  }

  init(reading text: [UInt8], _ file: String) throws {
    let lines = text.split(separator: UInt8(ascii: "\n"))
    func fail(_ line: Int, _ what: String) -> Failure {
      Failure(text: "\(file):\(line): error: \(what)")
    }
    guard let head = try? lines.first.map({ try JSONReader().read(Array($0), file: file).root }),
      let id = head["sandbox"]?.stringValue
    else { throw fail(1, "expected {\"sandbox\": ID}, as `understudy store export` prints it") }
    guard Sandboxes.isID(id) || Sandboxes.isLasting(id) else {
      throw fail(1, "\"\(id)\" is not an ID of a sandbox: lowercase letters, digits and hyphens")
    }
    var rest = lines.dropFirst()
    var snapshot: StoredEntry?
    if let version = head["snapshot"]?.integerValue {
      snapshot = rest.popFirst().flatMap { StoredEntry(version: version, json: Array($0)) }
      guard snapshot != nil, version > 0 else { throw fail(2, "the snapshot is damaged") }
    }
    let unfit = "the entry is damaged, or does not follow the one before"
    var entries: [StoredEntry] = []
    for (index, line) in rest.enumerated() {
      let version = (snapshot?.version ?? 1) + index
      guard let entry = StoredEntry(version: version, json: Array(line)) else {
        throw fail(index + (snapshot == nil ? 2 : 3), unfit)
      }
      entries.append(entry)
    }
    if let place = Self.damage(snapshot, entries) {
      throw fail(place + 2, snapshot != nil && place == 0 ? "the snapshot is damaged" : unfit)
    }
    guard !entries.isEmpty else { throw fail(1, "the sandbox has no entries") }
    (self.id, self.snapshot, self.entries) = (id, snapshot, entries)
  }

  /// - Returns: false if another process writes the sandbox, too.
  func put(into store: any Store) throws -> Bool {
    let lifetime = Sandboxes.isLasting(id) ? nil : Self.lifetime
    var rest = entries[...]
    if let snapshot, let first = rest.popFirst() {
      guard try store.begin(id, with: snapshot, first, lifetime: lifetime) else { return false }
    }
    for entry in rest {
      guard case .appended = try store.append(entry, to: id, lifetime: lifetime) else {
        return false
      }
    }
    return true
  }
}
