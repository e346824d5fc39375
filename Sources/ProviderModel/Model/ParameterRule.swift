import Basics

/// One parameter of a request.
///
/// Most rules of a provider are about parameters that a request lacks: `Outline` is what is looked at first. Only
/// the declaration writes to a rule, while the fixture is read.
package final class ParameterRule: @unchecked Sendable {
  /// What every request is held against: no object, as looking at one counts a reference that all threads share.
  package struct Outline: Sendable {
    package let wire: String
    /// The digest of the name on the wire.
    package let digest: NameDigest
    package let hasFallback: Bool
    package let isMany: Bool
    /// Whether the name is a JSON Pointer.
    package let isPointer: Bool
  }

  private var name = ""
  /// The name on the wire.
  @exclusivity(unchecked) package fileprivate(set) var wire = ""
  /// A place in the provider's canonical names.
  @exclusivity(unchecked) package fileprivate(set) var slot = 0
  @exclusivity(unchecked) package fileprivate(set) var fallback: Shape?
  @exclusivity(unchecked) package fileprivate(set) var values: [String]?
  /// The value is a list of words (OpenID Connect Core §3.1.2.1, `prompt`).
  @exclusivity(unchecked) package fileprivate(set) var isList = false
  /// A word that must be the only one.
  @exclusivity(unchecked) package fileprivate(set) var alone: String?
  /// Digits only.
  @exclusivity(unchecked) package fileprivate(set) var isNumber = false
  /// It may be repeated, and is a list (RFC 8707 §2, `resource`).
  @exclusivity(unchecked) package fileprivate(set) var isMany = false
  package fileprivate(set) var invalid = Condition.parameterInvalid

  init() {}
  /// A parameter has its canonical name on the wire, unless the fixture has another.
  convenience init(named name: String) {
    self.init()
    self.name = name
    wire = name
  }

  /// Whether some values are refused.
  var restrictsValues: Bool { values != nil || isNumber || isList || alone != nil }

  var outline: Outline {
    Outline(
      wire: wire, digest: NameDigest(wire), hasFallback: fallback != nil, isMany: isMany,
      isPointer: wire.hasPrefix("/"))
  }
}

extension ParameterRule: ProviderPart {
  static let declaration: ParameterRule.Declaration = .init(
    "parameter",
    "A parameter of a request; the canonical name is the one that templates use.",
    [
      .text(
        "name", \.wire,
        "The name on the wire. In a JSON body it may be a JSON Pointer (RFC 6901), such as `/spec/audiences`.",
        or: "its canonical name",
        example: "\"app_id\""),
      .value(
        "default", \.fallback, "The value if it is absent or empty.", example: "\"code\""),
      .words(
        "values", \.values,
        "The allowed values. For others the condition `invalid` applies.",
        example: "[\"page\", \"popup\"]"),
      .flag("list", \.isList, "Whether the value is a list of words, separated by spaces."),
      .text(
        "alone", \.alone, "A word that must be the only one in the list.", example: "\"none\""),
      .flag(
        "many", \.isMany,
        "Whether it may be repeated, and makes a list (RFC 8707 §2, `resource`)."),
      .flag("number", \.isNumber, "Whether the value must be a whole number."),
      .condition(
        "invalid", \.invalid, "The condition for a value that is not allowed.",
        or: "`parameter_invalid`", example: "\"display_invalid\""),
    ])

  func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    slot = vocabulary.parameters.firstIndex(of: name) ?? 0
    checkValues(reader)
    if wire.isEmpty {
      reader.findings.error(
        reader.value["name"], reader.at("name"),
        "expected the name of a parameter, found an empty text")
    }
    checkFallback(reader)
    if name == "client_id", fallback != nil {
      reader.findings.error(
        reader.value["default"], reader.at("default"),
        "a default of client_id has no effect: the client is found by what the request names")
    }
  }

  /// A list of values that allows none, and members without an effect.
  private func checkValues(_ reader: FixtureReader) {
    func refuse(_ member: String, _ sentence: String) {
      reader.findings.error(reader.value[member], reader.at(member), sentence)
    }
    if values?.isEmpty == true {
      refuse(
        "values", "every request with \(wire) is refused, as no value is allowed; leave it out")
    } else if let alone, let values, !values.contains(alone) {
      refuse(
        "alone",
        "\"\(alone)\" is not one of the values" + Suggestion.hint(for: alone, among: values))
    } else if alone != nil, !isList {
      refuse("alone", "\"alone\" has no effect without a list; add \"list\": true, or remove it")
    } else if reader.value["invalid"] != nil, !restrictsValues {
      refuse(
        "invalid",
        "\"invalid\" has no effect, as every value is allowed; add \"values\" or \"number\", or remove it"
      )
    }
  }

  /// A default is a value as one that is sent, and so is each of the values.
  private func checkFallback(_ reader: FixtureReader) {
    if isNumber, let other = values?.first(where: { !Self.isWhole($0) }) {
      reader.findings.error(
        reader.value["values"], reader.at("values"),
        "\"\(other)\" is no whole number, and \"number\" lets nothing else pass; leave one of them out"
      )
    }
    guard case .constant(let value, _)? = fallback, let text = value.stringValue else { return }
    let words = isList ? text.split(separator: " ").map(String.init) : [text]
    let flaw =
      if isNumber, !Self.isWhole(text) {
        "\"\(text)\" is no whole number"
      } else if let values, let other = words.first(where: { !values.contains($0) }) {
        "\"\(other)\" is not one of its values" + Suggestion.hint(for: other, among: values)
      } else { "" }
    guard !flaw.isEmpty else { return }
    reader.findings.error(
      reader.value["default"], reader.at("default"),
      "every request without \(wire) is refused, as its default \(flaw)")
  }

  private static func isWhole(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
