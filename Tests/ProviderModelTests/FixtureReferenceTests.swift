import Foundation
import Testing

@testable import ProviderModel

/// The tables of `docs/fixtures.md` are those that the reader itself goes by.
///
/// `UNDERSTUDY_RECORD=1 swift test --filter FixtureReference` writes them anew: read the difference.
@Suite("The reference of fixtures")
struct FixtureReferenceTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("docs/fixtures.md")

  @Test("has every table as it is", arguments: FixtureReference.tables)
  func tables(_ table: FixtureReference) throws {
    if ProcessInfo.processInfo.environment["UNDERSTUDY_RECORD"] == "1" { try Self.recorded.get() }
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    let written = try #require(table.range(in: text), "docs/fixtures.md has no \(table.begin)")
    #expect(text[written] == table.text, "the table \"\(table.name)\" differs")
  }

  /// Written once, whichever test is the first.
  private static let recorded = Result {
    var text = try String(contentsOf: file, encoding: .utf8)
    for table in FixtureReference.tables {
      if let place = table.range(in: text) { text.replaceSubrange(place, with: table.text) }
    }
    try Data(text.utf8).write(to: file)
  }

  @Test("speaks of every word that predicates begin with")
  func predicates() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    for word in Vocabulary.words { #expect(text.contains("{\"\(word)\": "), "\(word)") }
  }

  @Test("speaks of every value that is worked out")
  func values() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    for word in Vocabulary.values { #expect(text.contains("\"\(word)\": "), "\(word)") }
  }

  @Test("says of every filter what the reader calls by its name")
  func filters() throws {
    for row in FilterTable.rows {
      let arguments = row.form.split(separator: ":").dropFirst().map {
        $0 == "N" ? "1" : String($0)
      }
      #expect(throws: Never.self) { try Filter(row.name, arguments) }
    }
    #expect(Set(FilterTable.rows.map(\.name)).count == FilterTable.rows.count)
  }
}
