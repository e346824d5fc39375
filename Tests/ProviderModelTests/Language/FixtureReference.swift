import Testing

@testable import ProviderModel

/// One generated part of a file in `docs`, between two marks.
struct FixtureReference: Sendable, CustomTestStringConvertible {
  let file: String
  let name: String
  let text: String
  var testDescription: String { "\(name) in \(file)" }

  var begin: String { "<!-- generated: \(name) -->\n" }
  private var end: String { "<!-- generated: end of \(name) -->" }

  /// What stands between the marks.
  func range(in file: String) -> Range<String.Index>? {
    guard let begin = file.firstRange(of: begin),
      let end = file[begin.upperBound...].firstRange(of: end)
    else { return nil }
    return begin.upperBound..<end.lowerBound
  }

  static let all =
    [forms(of: .provider), contents(of: .provider), forms(of: .cast), forms(of: .scenario)]
    + [values, predicates, facts, refusals, filters] + conditions

  private init(_ file: String, _ name: String, _ lines: [String]) {
    self.file = file
    self.name = name
    text = "\n" + lines.joined(separator: "\n") + "\n\n"
  }

  // MARK: Forms

  private static func reached(_ root: ObjectSchema) -> [ObjectSchema] {
    root.reached.filter { form in !ObjectSchema.workedOut.contains { $0 === form } }
  }

  private static func file(_ root: ObjectSchema) -> String {
    root === ObjectSchema.provider ? "fixtures.md" : "casts-and-scenarios.md"
  }

  private static func forms(of root: ObjectSchema) -> FixtureReference {
    FixtureReference(
      file(root), "forms of a \(root.name)", reached(root).map { FormReference(form: $0).text })
  }

  private static func contents(of root: ObjectSchema) -> FixtureReference {
    FixtureReference(
      file(root), "contents",
      [reached(root).map(FormReference.link).joined(separator: " · ")])
  }

  private static let values = FixtureReference(
    "fixtures-values.md", "values",
    ObjectSchema.workedOut.map { FormReference(form: $0, words: "").text })

  // MARK: Tables

  private static let predicates = FixtureReference(
    "fixtures-values.md", "predicates",
    FormReference.table(
      ["written", "is true if"], PredicateTable.rows.map { [$0.form, $0.meaning] }))

  private static let facts = FixtureReference(
    "fixtures-values.md", "facts",
    FormReference.table(
      ["placeholder", "type", "meaning", "where"],
      FactTable.rows.map { row in
        ["`{{\(row.path)}}`", row.kind.rawValue, row.meaning, place(row.place)]
      }))

  private static func place(_ place: FactTable.Use) -> String {
    switch place {
    case .anywhere: "anywhere"
    case .answers: "shapes, errors, pages, templates"
    case .labels: "shapes, pages, templates"
    case .pages: "pages, templates"
    }
  }

  private static let refusals = FixtureReference(
    "fixtures-values.md", "refusals",
    FormReference.table(
      ["placeholder", "source"],
      ErrorFacts.written.map { ["`{{err.\($0)}}`", "the entry of `errors`"] }
        + [["`{{err.condition}}`", "the condition's name"]]
        + ErrorFacts.found.map { ["`{{err.\($0)}}`", source(of: $0)] }))

  private static func source(of fact: String) -> String {
    let conditions = Condition.declarations.filter { $0.facts.contains(fact) }
    return conditions.isEmpty
      ? "a provider's own conditions"
      : "the condition, where [its table](fixtures-conditions.md) says so"
  }

  private static let filters = FixtureReference(
    "fixtures-values.md", "filters",
    FormReference.table(
      ["filter", "result"], FilterTable.rows.map { ["`\($0.form)`", $0.meaning] }))

  // MARK: Conditions

  /// One table for each catalogue.
  private static let conditions = Condition.Catalogue.allCases.map { catalogue in
    FixtureReference(
      "fixtures-conditions.md", "conditions of \(catalogue)",
      FormReference.table(
        ["condition", "cause", "facts", "clause"],
        Condition.declarations.filter { $0.catalogue == catalogue }.map { declaration in
          [
            "`\(declaration.condition)`", declaration.summary,
            declaration.facts.map { "`err.\($0)`" }.joined(separator: ", "), declaration.clause,
          ]
        }))
  }
}
