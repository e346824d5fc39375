import Basics
import Foundation
import Testing

@Suite("Limits hold, and time is linear")
struct LimitTests {
  private func nested(_ depth: Int) -> [UInt8] {
    Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
  }

  @Test("64 levels are read and the 65th is refused at its bracket")
  func depth() throws {
    _ = try JSONReader().read(nested(64), file: "t")
    #expect(
      complaint(nested(65)) == "1:65: expected at most 64 levels of nesting, found one more")
    _ = try JSONReader(maximumDepth: 0).read(Array("1".utf8), file: "t")
    #expect(throws: JSONSyntaxError.self) {
      try JSONReader(maximumDepth: 0).read(nested(1), file: "t")
    }
  }

  @Test("no setting lets a text exhaust the stack")
  func deepest() throws {
    let reader = JSONReader(maximumDepth: Int.max)
    let root = try reader.read(nested(512), file: "t").root
    #expect(root.encoded() == nested(512))
    #expect(throws: JSONSyntaxError.self) { try reader.read(nested(513), file: "t") }
    #expect(throws: JSONSyntaxError.self) { try reader.read(nested(1_000_000), file: "t") }
  }

  @Test("a text longer than allowed is refused before it is read")
  func size() throws {
    let reader = JSONReader(maximumBytes: 4)
    _ = try reader.read(Array("1234".utf8), file: "t")
    let error = #expect(throws: JSONSyntaxError.self) {
      try reader.read(Array("[1,2]".utf8), file: "t")
    }
    #expect(error?.sentence == "expected at most 4 bytes, found 5")
    #expect(error?.origin == Origin(file: "t", line: 1, column: 1))
  }

  /// What a quadratic step anywhere would show: one line, many members, many repeats, many escapes.
  static let shapes: [(String, @Sendable (Int) -> String)] = [
    ("elements", { "[" + String(repeating: "1,", count: $0) + "1]" }),
    ("members", { "{" + (0..<$0).map { "\"n\($0)\":1," }.joined() + "\"z\":1}" }),
    ("repeats", { "{" + String(repeating: "\"n\":1,", count: $0) + "\"z\":1}" }),
    ("escapes", { "\"" + String(repeating: "\\u00e9é", count: $0) + "\"" }),
    ("spaces", { String(repeating: " \n", count: $0) + "1" }),
    ("digits", { String(repeating: "1", count: $0) }),
    ("objects", { "[" + String(repeating: "{\"a\":[]},", count: $0) + "1]" }),
    ("a word", { String(repeating: "w", count: $0) }),
    ("spaces before a stray comma", { "[1," + String(repeating: " ", count: $0) + ",1]" }),
  ]

  @Test(
    "eight times the text takes nowhere near sixty-four times as long", arguments: shapes.indices)
  func linear(_ index: Int) {
    let (name, make) = Self.shapes[index]
    let (small, big) = (Array(make(8_000).utf8), Array(make(64_000).utf8))
    func time(_ bytes: [UInt8]) -> Duration {
      // The best of three, in processor time of this thread: other tests run on the same cores.
      (0..<3).map { _ in
        let start = processorTime()
        _ = reading(bytes)
        return processorTime() - start
      }.min() ?? .zero
    }
    let ratio = time(big) / max(time(small), .microseconds(200))
    #expect(ratio < 32, "\(name): \(ratio)")
  }

  private func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  @Test("pointers to repeats below a huge name cannot outgrow the text without end")
  func pointerBudget() throws {
    let name = String(repeating: "n", count: 200_000)
    let text = "{\"\(name)\":{" + String(repeating: "\"a\":1,", count: 20_000) + "\"b\":1}}"
    let document = try JSONReader().read(Array(text.utf8), file: "t")
    #expect(!document.duplicates.isEmpty)
    #expect(document.duplicates.count < 100)
  }
}
