import Testing

@testable import ProviderModel

/// One generated table of `docs/fixtures.md`, between two marks.
struct FixtureReference: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  var testDescription: String { name }

  var begin: String { "<!-- \(name): generated -->\n" }
  private var end: String { "<!-- end of \(name) -->" }

  /// What stands between the marks.
  func range(in file: String) -> Range<String.Index>? {
    guard let begin = file.firstRange(of: begin),
      let end = file[begin.upperBound...].firstRange(of: end)
    else { return nil }
    return begin.upperBound..<end.lowerBound
  }

  static let tables = [facts, refusals, filters, conditions]

  private init(_ name: String, _ head: [String], _ rows: [[String]]) {
    self.name = name
    let lines = [head, head.map { _ in "---" }] + rows
    text =
      "\n"
      + lines.map { "| " + $0.map(Self.cell).joined(separator: " | ") + " |\n" }.joined() + "\n"
  }

  /// A bar would end the cell.
  private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }

  private static let facts = FixtureReference(
    "facts", ["placeholder", "type", "meaning", "where"],
    FactTable.rows.map { row in
      ["`{{\(row.path)}}`", row.kind.rawValue, row.meaning, place(row.place)]
    })

  private static func place(_ place: FactTable.Use) -> String {
    switch place {
    case .anywhere: "anywhere"
    case .answers: "shapes, errors, pages, templates"
    case .labels: "shapes, pages, templates"
    case .pages: "pages, templates"
    }
  }

  private static let refusals = FixtureReference(
    "refusals", ["placeholder", "comes from"],
    ErrorFacts.written.map { ["`{{err.\($0)}}`", "the entry of `errors`"] }
      + [["`{{err.condition}}`", "the condition's name"]]
      + ErrorFacts.found.map { ["`{{err.\($0)}}`", source(of: $0)] })

  private static func source(of fact: String) -> String {
    let conditions = Condition.declarations.filter { $0.facts.contains(fact) }
    return conditions.isEmpty
      ? "a provider's own conditions" : "the condition, where the table below says so"
  }

  private static let filters = FixtureReference(
    "filters", ["filter", "what it makes"],
    FilterTable.rows.map { ["`\($0.form)`", $0.meaning] })

  private static let conditions = FixtureReference(
    "conditions", ["condition", "where", "brings", "clause"],
    Condition.declarations.map { declaration in
      [
        "`\(declaration.condition)`", place(declaration.catalogue),
        declaration.facts.map { "`err.\($0)`" }.joined(separator: ", "), declaration.clause,
      ]
    })

  private static func place(_ catalogue: Condition.Catalogue) -> String {
    switch catalogue {
    case .authorize: "authorization, pages"
    case .client: "token, introspection, revocation"
    case .token: "token"
    case .revoke: "revocation"
    case .resource: "resources"
    }
  }
}
