import Foundation
import ProviderModel
import Testing
import UnderstudyKit

@Suite("Constants of UnderstudyKit")
struct NameTests {
  /// The constants of a type, by what is written in the library's files of its name.
  private func constants(of type: String) throws -> [String] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/UnderstudyKit/Values")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).filter { $0.lastPathComponent.split { "+.".contains($0) }.first == type[...] }
    let parts = try files.flatMap {
      try String(contentsOf: $0, encoding: .utf8).components(separatedBy: "extension Sandbox.")
    }.filter { $0.hasPrefix("\(type) {") }
    return parts.flatMap {
      $0.matches(of: /public static let \w+: Self = "(\w+)"/).map { String($0.1) }
    }
  }

  @Test("name every condition of the engine")
  func conditions() throws {
    let declared = Set(Condition.declarations.map(\.condition.name))
    #expect(Set(try constants(of: "Condition")) == declared)
  }

  @Test("name every kind of endpoint")
  func endpoints() throws {
    #expect(Set(try constants(of: "Endpoint")) == Set(EndpointKind.allCases.map(\.rawValue)))
  }

  @Test("have the name that their words give")
  func spelling() {
    #expect(Sandbox.Condition.codeExpired.rawValue == "code_expired")
    #expect(Sandbox.Condition("shop_closed") == "shop_closed")
    #expect(Sandbox.Endpoint.token == "token")
  }
}
