import Basics
import ProviderModel

/// What an administrator has set for all sandboxes, in parts with names: people and clients, scenarios, quirks.
///
/// It is kept as JSON and read when a sandbox is made, for the providers of that moment.
struct Configurations: Sendable, Equatable {
  /// By name.
  private(set) var parts = JSONObject()

  /// How many parts there may be, and how many bytes all of them may take: each sandbox that is made repeats them in its log.
  static let most = 64
  static let mostBytes = 64 << 10

  init() {}

  /// - Returns: `nil` if it is no object of objects.
  init?(json: JSONValue) {
    guard let parts = json.objectValue, parts.allSatisfy({ $0.value.objectValue != nil }) else {
      return nil
    }
    self.parts = parts
  }

  /// - Returns: `nil` if it is no JSON that `text` has written.
  init?(text: String) {
    guard let root = try? JSONReader().read(Array(text.utf8), file: "configuration").root else {
      return nil
    }
    self.init(json: root)
  }

  /// In one line.
  var text: String { JSONValue(.object(parts)).text() }
  var isEmpty: Bool { parts.isEmpty }
  var names: [String] { parts.map(\.name).sorted() }

  subscript(name: String) -> JSONValue? {
    get { parts[name] }
    set { parts[name] = newValue }
  }

  /// The parts, sorted by name: so they are applied.
  var sorted: [(name: String, value: JSONValue)] {
    names.compactMap { name in parts[name].map { (name, $0) } }
  }

  static func == (a: Configurations, b: Configurations) -> Bool { a.text == b.text }

  private func texts(_ member: String) -> [String] {
    sorted.flatMap { $0.value[member]?.arrayValue?.compactMap(\.stringValue) ?? [] }
  }

  /// `PROVIDER.QUIRK`, without those that a sandbox wants otherwise.
  func quirks(
    with: [String], without: [String]
  ) -> (with: [String], without: [String]) {
    (
      texts("with").filter { !without.contains($0) && !with.contains($0) } + with,
      texts("without").filter { !with.contains($0) && !without.contains($0) } + without
    )
  }

  /// The scenarios, which take precedence over others of the same names.
  func scenarios(besides others: [Scenario]) -> [Scenario] {
    var mine: [Scenario] = []
    for (_, value) in sorted {
      for file in value["scenarios"]?.arrayValue ?? [] {
        guard let id = file["id"]?.stringValue else { continue }
        mine.removeAll { $0.id == id }
        mine.append(Scenario(id: id, file: file))
      }
    }
    return others.filter { other in !mine.contains { $0.id == other.id } } + mine
  }

  /// The usernames of the people.
  var people: [String] {
    sorted.flatMap { part in
      part.value["cast"]?["people"]?.arrayValue?.compactMap { $0["username"]?.stringValue } ?? []
    }
  }
}
