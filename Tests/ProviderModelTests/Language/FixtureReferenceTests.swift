import Basics
import Foundation
import Testing

@testable import ProviderModel

/// What is generated in `docs` is written from the declarations that the reader itself goes by.
///
/// `UNDERSTUDY_RECORD=1 swift test --filter 'FixtureReference|SchemaTests'` writes it anew: read the difference.
@Suite("The reference of fixtures")
struct FixtureReferenceTests {
  private static let folder = Shipped.folder.deletingLastPathComponent().appendingPathComponent(
    "docs")

  private static func text(_ file: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
  }

  @Test("has every part as it is", arguments: FixtureReference.all)
  func parts(_ part: FixtureReference) throws {
    if Recording.isOn { try Self.recorded.get() }
    let text = try Self.text(part.file)
    let written = try #require(part.range(in: text), "docs/\(part.file) has no \(part.begin)")
    #expect(text[written] == part.text, "\"\(part.name)\" differs")
  }

  /// Written once, whichever test is the first.
  private static let recorded = Result {
    for (file, parts) in Dictionary(grouping: FixtureReference.all, by: \.file) {
      var text = try text(file)
      for part in parts {
        if let place = part.range(in: text) { text.replaceSubrange(place, with: part.text) }
      }
      try Data(text.utf8).write(to: folder.appendingPathComponent(file))
    }
  }

  @Test("tells of every bundled provider what it does and what it does not")
  func providers() throws {
    let file = Shipped.folder.appendingPathComponent("PROVIDERS.md")
    let text = try ProviderReference(set: Shipped.set()).text()
    if Recording.isOn { try Data(text.utf8).write(to: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
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

  @Test("shows patterns that the reader reads, and texts that they match")
  func patterns() throws {
    let text = try Self.text("fixtures-values.md")
    let section = try #require(text.firstRange(of: "## Patterns\n"))
    let rows = text[section.upperBound...].split(separator: "\n").prefix { !$0.hasPrefix("## ") }
      .filter { $0.hasPrefix("| `") }
    #expect(rows.count > 6)
    for row in rows {
      let words = row.split(separator: "`").map { String($0).replacing("\\|", with: "|") }
      try #require(words.count > 3)
      let pattern = try Pattern(words[1])
      #expect(pattern.matches(words[3]), "\(row)")
    }
  }

  @Test("speaks of every place of a catalogue of conditions")
  func kinds() throws {
    let text = try Self.text("fixtures-conditions.md")
    for kind in EndpointKind.allCases { #expect(text.contains("`\(kind.rawValue)`"), "\(kind)") }
  }

  /// The page that describes kinds and names what the engine knows: nothing may be missing there.
  @Test("describes every kind, every page of standard, and every parameter")
  func kindsPage() throws {
    let text = try Self.text("fixtures-kinds.md")
    func row(_ word: String, below heading: String = "") -> Substring? {
      let start = text.firstRange(of: heading)?.upperBound ?? text.startIndex
      return text[start...].split(separator: "\n").first { line in
        line.hasPrefix("|")
          && line.split(separator: "|").first.map { $0.contains("`\(word)`") } == true
      }
    }
    for kind in EndpointKind.allCases { #expect(row(kind.rawValue) != nil, "\(kind)") }
    for kind in EndpointKind.stages {
      #expect(row(kind, below: "## Stages") != nil, "\(kind)")
    }
    let standard = try #require(Shipped.set().file("standard")).tree
    for page in standard["pages"]?.objectValue ?? JSONObject() {
      let row = try #require(row(page.name, below: "## Pages"), "\(page.name)")
      for part in ["labels", "fields"] {
        for name in page.value[part]?.objectValue?.names ?? [] {
          #expect(row.contains("`\(name)`"), "\(page.name): \(part).\(name)")
        }
      }
    }
    for template in standard["templates"]?.objectValue?.names ?? []
    where !template.hasPrefix("challenge-") && template != "step-up-scope" {
      #expect(text.contains("`\(template)`"), "\(template)")
    }
    let lists = [standard["parameters"], standard["token"]?["parameters"]]
    for name in lists.flatMap({ $0?.objectValue?.names ?? [] }) {
      #expect(row(name) != nil, "\(name)")
    }
    for what in Service.Revocation.allCases { #expect(row(what.rawValue) != nil, "\(what)") }
  }
}
