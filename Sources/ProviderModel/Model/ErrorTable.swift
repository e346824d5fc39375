import Basics

/// The responses to refused requests at some endpoints.
package struct ErrorTable: Sendable {
  package var entries: [Condition: ErrorRule] = [:]
  /// The entry for all other conditions.
  package var fallback: ErrorRule?

  /// The condition whose entry applies, after following `$same`.
  var shared: [Condition: Condition] = [:]

  /// The name of the entry that applies to a condition.
  func place(of condition: Condition) -> String {
    if entries[condition] != nil { return (shared[condition] ?? condition).name }
    return Condition.elders[condition].map(place) ?? "*"
  }

  var all: [ErrorRule] { Array(entries.values) + [fallback].compactMap(\.self) }

  package func rule(_ condition: Condition) -> ErrorRule? {
    named(condition) ?? fallback
  }

  /// Whether a condition has an entry, or one of its ancestors whose names begin so.
  func hasOwn(_ condition: Condition, within prefix: String) -> Bool {
    if entries[condition] != nil { return true }
    guard let elder = Condition.elders[condition], elder.name.hasPrefix(prefix) else {
      return false
    }
    return hasOwn(elder, within: prefix)
  }

  /// What the conditions of a family begin with: `code_` of `code_*`; `nil` if an entry is for one condition, or for all.
  static func prefix(of name: String) -> String? {
    name.hasSuffix("*") && name.count > 1 ? String(name.dropLast()) : nil
  }

  /// Its own entry, or that of the nearest ancestor that has one.
  private func named(_ condition: Condition) -> ErrorRule? {
    entries[condition] ?? Condition.elders[condition].flatMap(named)
  }
}

/// The response for one condition.
///
/// A class, so that requests share it without copying. Only its declaration writes to it, while the fixture is read.
package final class ErrorRule: @unchecked Sendable {
  private(set) var shapeName = ""
  /// A place in the provider's shapes.
  @exclusivity(unchecked) package private(set) var shape: Int?
  /// `code`, `text`, … as the shape's templates read them under `err`.
  @exclusivity(unchecked) package private(set) var facts: [(name: String, value: Shape)] = []
  @exclusivity(unchecked) package private(set) var status: Int?
  @exclusivity(unchecked) package private(set) var afterLogin = false

  init() {}

  /// Whether it has the code of the error.
  var hasCode: Bool { facts.contains { $0.name == "code" } }
}

extension ErrorRule: ProviderPart {
  static let declaration: ErrorRule.Declaration = .init(
    "error", "The response for one condition.",
    [
      .text(
        "shape", \.shapeName, type: .name(of: "shape"), "The shape of the response.",
        example: "\"refusal\""
      ).required,
      .whole(
        "status", \.status, in: Bounds.status, "The HTTP status.", or: "the shape's",
        example: "401"),
      .flag(
        "after_login", \.afterLogin,
        "Whether the response is sent only after a person has signed in."),
      fact("code", "`err.code` in the shape.", example: "\"invalid_grant\""),
      fact("text", "`err.text`.", example: "\"The code has expired.\""),
      fact("type", "`err.type`.", example: "\"OAuthException\""),
      fact("reason", "`err.reason`.", example: "\"user_denied\""),
      fact("id", "`err.id`.", example: "\"AADB2C90091\""),
    ], instead: [SameError.declaration.schema])

  private static func fact(
    _ name: String, _ meaning: String, example: String
  ) -> ErrorRule.Declaration.Field {
    .init(Property(name, .value, meaning, example: example)) { rule, reader, vocabulary in
      let lines = reader.value[name]?.lines == nil ? nil : reader.template(name, vocabulary)
      guard let value = lines.map(Shape.text) ?? reader.shape(name, vocabulary) else {
        return false
      }
      rule.facts.append((name, value))
      return true
    }
  }

  func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    shape = vocabulary.shapes.firstIndex(of: shapeName)
  }
}

/// A condition with the same response as another one of its table.
struct SameError: ProviderPart {
  var condition: String?

  static let declaration: Declaration = .init(
    "same error", "A condition with the same response as another one of its table.",
    [
      .text(
        "$same", \.condition, type: .name(of: "condition"),
        "The other condition, which may refer to a third one.", example: "\"code_unknown\""
      ).required
    ])
}
