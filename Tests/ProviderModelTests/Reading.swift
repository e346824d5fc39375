import Foundation
import JSON

@testable import ProviderModel

/// A JSON text as the value it is.
func json(_ text: String, file: String = "test.json") throws -> JSONValue {
  try JSONReader().read(Array(text.utf8), file: file).root
}

/// The fixtures as they stand in the repository.
enum Shipped {
  static let ids = ["standard", "instagram", "vk", "azure-ad-b2c", "oclc"]

  static func text(_ id: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appendingPathComponent("fixtures/providers/\(id).json")
    return try String(contentsOf: file, encoding: .utf8)
  }

  /// The files in which one is replaced by another text.
  static func set(_ other: String? = nil, _ replacement: String = "") throws -> FixtureSet {
    var set = FixtureSet()
    for file in try files.get() { set.put(file) }
    if let other { try set.add(Array(replacement.utf8), name: "\(other).json") }
    return set
  }

  /// Read once: there are a hundred tests that change one of them.
  private static let files = Result {
    try ids.map { try FixtureSet.read(Array(text($0).utf8), name: "\($0).json") }
  }
}
