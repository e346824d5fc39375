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

  /// Measures the thread's own CPU time, so other work on the machine doesn't count. Quadratic work takes a minute here.
  @Test(
    "no input of 64 KiB takes long", .timeLimit(.minutes(15)), arguments: FuzzTarget.allCases)
  func largeSeeds(_ target: FuzzTarget) throws {
    // What is read and kept once is no part of it.
    try target.check(Array("a".utf8))
    for (name, bytes) in target.largeSeeds {
      #expect(bytes.count <= FuzzTarget.largest)
      #expect(throws: Never.self, "\(target.rawValue)/\(name)") {
        let took = try Self.seconds { try target.check(bytes) }
        try hold(took < 15, "it takes \(took) s")
      }
    }
  }

  private static func seconds(_ work: () throws -> Void) rethrows -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let since = now()
    try work()
    return now() - since
  }
}
