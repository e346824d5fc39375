import Foundation
import Testing

/// Examples in documentation comments and articles are lines of tests: so they compile, and do what they say.
@Suite("Examples")
struct SnippetTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func files(_ folder: String, _ suffixes: [String]) throws -> [URL] {
    let base = root.appending(path: folder)
    let names = try #require(FileManager.default.enumerator(atPath: base.path))
    return names.compactMap { $0 as? String }.sorted()
      .filter { name in suffixes.contains { name.hasSuffix($0) } }
      .map { base.appending(path: $0) }
  }

  /// Lines that say something, without the space around them.
  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  /// The Swift examples of a file: of its documentation comments, or of an article.
  private static func examples(_ file: URL) throws -> [[String]] {
    var found: [[String]] = []
    var open: [String]?
    for line in lines(try String(contentsOf: file, encoding: .utf8)) {
      var line = line
      if file.pathExtension == "swift" {
        guard line.hasPrefix("///") else { continue }
        line = line.dropFirst(3).trimmingCharacters(in: .whitespaces)
      }
      if line == "```swift" {
        open = []
      } else if line == "```" {
        if let example = open { found.append(example) }
        open = nil
      } else if !line.isEmpty {
        open?.append(line)
      }
    }
    return found
  }

  @Test(
    "stand in a test word for word",
    arguments: ["UnderstudyKit", "UnderstudyServer", "UnderstudyTesting", "UnderstudyXCTest"])
  func areTested(module: String) throws {
    let tests = try Self.files("Tests/UnderstudyKitTests/Snippets", [".swift"]).map {
      Self.lines(try String(contentsOf: $0, encoding: .utf8))
    }
    var count = 0
    for file in try Self.files("Sources/\(module)", [".swift", ".md"]) {
      for example in try Self.examples(file) {
        count += 1
        let isTested = tests.contains { $0.firstRange(of: example) != nil }
        #expect(
          isTested,
          "No test of Snippets has these lines of \(file.lastPathComponent):\n\(example.joined(separator: "\n"))"
        )
      }
    }
    #expect(count > 0)
  }
}
