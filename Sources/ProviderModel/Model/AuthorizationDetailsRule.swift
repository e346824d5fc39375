import Basics

/// The rules for rich authorization requests (RFC 9396).
package struct AuthorizationDetailsRule: Sendable {
  /// The types that a request may name.
  package fileprivate(set) var types: [(name: String, rule: AuthorizationDetailType)] = []
  /// The largest number of details in a request.
  package fileprivate(set) var most = 10

  init() {}

  /// The longest value of the parameter, in bytes.
  package static let mostBytes = 16 << 10
  /// The parameter, by its canonical name.
  package static let parameter = "authorization_details"

  package func type(_ name: String) -> AuthorizationDetailType? {
    types.first { ExactText.same($0.name, name) }?.rule
  }
}

/// A type of authorization details (RFC 9396 §2.1).
package struct AuthorizationDetailType: Sendable {
  /// What the person is asked for.
  package fileprivate(set) var title = ""
  /// The JSON Schema of a detail.
  package fileprivate(set) var schema: [(name: String, value: JSONValue)] = []

  init() {}
}

extension AuthorizationDetailsRule: ProviderPart {
  static let declaration: Declaration = .init(
    "authorization details",
    "Rich authorization requests, in the parameter `authorization_details` (RFC 9396).",
    [
      .objects(
        "types", \.types, keys: "types", "The types that a request may name (RFC 9396 §2.1)."
      ).example(
        #"{ "payment": { "title": "pay a bill", "schema": { "required": ["amount"] } } }"#),
      .whole(
        "most", \.most, in: 1...100, "The largest number of details in a request.", example: "3"),
    ])

  func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    if types.isEmpty {
      reader.findings.error(
        reader.value, reader.pointer,
        "no type is known, so every authorization detail is refused; add one to \"types\"")
    }
    if !vocabulary.parameters.contains(Self.parameter) {
      reader.findings.error(
        reader.value, reader.pointer,
        "no endpoint reads \(Self.parameter); add \"\(Self.parameter)\": {} to parameters or to token.parameters"
      )
    }
  }
}

extension AuthorizationDetailType: ProviderPart {
  static let declaration: Declaration = .init(
    "authorization detail type", "A type of authorization details (RFC 9396 §2.1).",
    [
      .text(
        "title", \.title, "What the person is asked for, on the consent page.",
        example: "\"initiate a payment\""
      ).required,
      .values(
        "schema", \.schema, keys: "keywords",
        "The JSON Schema of a detail. `required`, `additionalProperties: false`, and `type`, `enum`, `items.type` and `properties` of a property are checked.",
        example: "{ \"required\": [\"instructedAmount\"] }"),
    ])
}
