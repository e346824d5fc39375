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

  /// The files in which `vk.json` is replaced by another text.
  static func set(vk: String? = nil) throws -> FixtureSet {
    var set = FixtureSet()
    for id in ids {
      let text = try (id == "vk" ? vk : nil) ?? text(id)
      try set.add(Array(text.utf8), name: "\(id).json")
    }
    return set
  }
}
