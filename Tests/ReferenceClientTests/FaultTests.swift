import Foundation
import Testing

@testable import ReferenceClient

struct FaultTests {
  @Test func everyFaultIsItsOwn() {
    let ids = Fault.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    for fault in Fault.all {
      #expect(fault.does.first?.isLowercase == true && !fault.does.hasSuffix("."), "\(fault.id)")
      let profiles = [
        "native-code", "implicit-native", "web-rp", "resource", "device", "exchange", "mcp",
        "sender-constrained", "registration", "web-oauth", "native-oidc",
      ]
      #expect(profiles.contains(fault.profile), "\(fault.id)")
    }
  }

  /// The texts in the client's sources that may name a fault, as regular expressions: what is filled in fits anything.
  private func patterns() throws -> [(file: String, pattern: String, isAsked: Bool)] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "ReferenceClient")
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var found: [(file: String, pattern: String, isAsked: Bool)] = []
    for case let file as URL in files
    where file.pathExtension == "swift" && !file.lastPathComponent.hasPrefix("Fault") {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(
        of: /(has\()?"((?:[A-Za-z0-9_-]|\\\((?:[^()]|\(\)|\("[^"]*"\))*\))+)"/)
      {
        let pattern = String(match.output.2).replacing(
          /\\\((?:[^()]|\(\)|\("[^"]*"\))*\)/, with: ".*")
        found.append((file.lastPathComponent, pattern, match.output.1 != nil))
      }
    }
    return found
  }

  private func fits(_ id: String, _ pattern: String) -> Bool {
    pattern.filter(\.isLetter).count > 2
      && id.range(of: "^\(pattern)$", options: .regularExpression) != nil
  }

  /// A mutant that no line of the client knows would pass everything, and a misspelt one too.
  @Test func everyFaultIsDoneAndEveryDeedIsAFault() throws {
    let patterns = try patterns()
    for fault in Fault.all {
      #expect(patterns.contains { fits(fault.id, $0.pattern) }, "\(fault.id) is done nowhere")
    }
    for (file, pattern, isAsked) in patterns where isAsked {
      #expect(Fault.all.contains { fits($0.id, pattern) }, "\(file): \(pattern) is no fault")
    }
  }
}
