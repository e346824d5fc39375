import Basics
import Foundation

@testable import ProviderModel

/// A JSON text as the value it is.
func json(_ text: String, file: String = "test.json") throws -> JSONValue {
  try JSONReader().read(Array(text.utf8), file: file).root
}

/// How a message with a suggestion lists what an object of this form may have: not at all if that is a lot.
func known(_ form: ObjectSchema) -> String {
  let names = form.members.filter(\.only.isEmpty).map(\.name).sorted()
  return names.count > 16 ? "" : " Known here: " + names.joined(separator: ", ")
}

/// The fixtures as they stand in the repository.
enum Shipped {
  static let ids: [String] = {
    let index = try? json(file("index.json"))
    return (index?["providers"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue }
  }()

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("fixtures")

  static func file(_ path: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
  }

  static func hasEvidencePage(_ id: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent("evidence/\(id).md").path)
  }

  static func text(_ id: String) throws -> String { try file("providers/\(id).json") }

  /// By name, in its order.
  static func scenarios() throws -> [(name: String, text: String)] {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.appendingPathComponent("scenarios").path)
    return try names.filter { $0.hasSuffix(".json") }.sorted().map {
      ($0, try file("scenarios/\($0)"))
    }
  }

  /// What reading `standard` says once a merge patch has changed it.
  static func findings(_ patch: String) throws -> [String] {
    let tree = Merge.apply(try json(patch), to: try json(try text("standard")))
    do {
      _ = try set("standard", tree.text()).resolve("standard")
      return []
    } catch let error as FixtureError {
      return error.findings.map { "\($0.pointer): \($0.sentence)" }
    }
  }

  /// The files in which one is replaced by another text.
  static func set(_ other: String? = nil, _ replacement: String = "") throws -> FixtureSet {
    var set = FixtureSet()
    for file in try files.get() { set.put(file) }
    set.claims = Lazily { claims }
    if let other { try set.add(Array(replacement.utf8), name: "\(other).json") }
    return set
  }

  /// The claims of the people that are bundled.
  private static var claims: KnownClaims {
    let people = (try? json(file("casts/default.json")))?["people"]?.arrayValue
    return KnownClaims(of: people ?? [])
  }

  /// Read once: there are a hundred tests that change one of them.
  private static let files = Result {
    try ids.map { try FixtureSet.read(Array(text($0).utf8), name: "\($0).json") }
  }
}
