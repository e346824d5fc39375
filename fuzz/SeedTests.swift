import Foundation
import Testing

@Suite("Seeds of the fuzzer")
struct SeedTests {
  @Test("every property holds for every seed", arguments: FuzzTarget.allCases)
  func seeds(_ target: FuzzTarget) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("seeds/\(target.rawValue)")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    #expect(files.count >= 3, "\(target.rawValue) has too few seeds to begin with")
    for file in files {
      let bytes = Array(try Data(contentsOf: file))
      #expect(throws: Never.self, "\(target.rawValue)/\(file.lastPathComponent)") {
        try target.check(bytes)
      }
    }
  }
}
