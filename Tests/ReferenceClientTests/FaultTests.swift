import Foundation
import Testing

@testable import ReferenceClient

struct FaultTests {
  @Test func everyFaultIsItsOwn() {
    let ids = Fault.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    for fault in Fault.all {
      #expect(!fault.does.isEmpty && fault.does.first?.isLowercase == true, "\(fault.id)")
      #expect(!fault.does.hasSuffix("."), "\(fault.id)")
      let profiles = ["native-code", "implicit-native", "web-rp", "resource"]
      #expect(profiles.contains(fault.profile), "\(fault.id)")
    }
  }

  /// A mutant that no line of the client knows would pass everything, and a misspelt one too.
  @Test func everyFaultIsDoneSomewhere() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "ReferenceClient")
    var done: Set<String> = []
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    for case let file as URL in files
    where file.pathExtension == "swift" && !file.lastPathComponent.hasPrefix("Fault") {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /(?:has\(|case |, |== |\["?)"([a-z0-9_-]+)"/) {
        done.insert(String(match.output.1))
      }
      for match in text.matches(of: /has\("([^"]+)"\)/) {
        let id = String(match.output.1)
        let isKnown = Fault.all.contains { fault in
          id.hasSuffix("\\(error)") ? fault.id.hasPrefix(id.dropLast(8)) : fault.id == id
        }
        #expect(isKnown, "\(file.lastPathComponent): \(id)")
      }
    }
    for fault in Fault.all where !fault.id.hasPrefix("goes-on-after-") {
      #expect(done.contains(fault.id), "\(fault.id) is done nowhere")
    }
  }
}
