import Basics

/// A named deviation from the standard, with its evidence.
package struct Quirk: Sendable {
  package enum Grade: String, Sendable, CaseIterable { case documented, observed, inferred }

  package struct Evidence: Sendable, Equatable {
    package var grade = Grade.inferred
    package var source = ""
    package var note: String?
  }

  package var id = ""
  package var summary = ""
  package var evidence = Evidence()
  package var on = true
  package var rivals: String?
  package var needs: [String] = []
  package var excludes: [String] = []
  package var patch = JSONValue.null
  /// The place in its file.
  package var pointer = ""
}

extension Quirk {
  /// Whether one of two quirks excludes the other.
  func contradicts(_ other: Quirk) -> Bool {
    excludes.contains(other.id) || other.excludes.contains(id)
  }
}

extension Quirk: Declared {
  typealias Context = Void

  static let declaration: ObjectDeclaration<Self, Void> = .init(
    "quirk", "A patch to the provider that can be switched on and off, with its evidence.",
    [
      .text(
        "id", \.id, "The name that switches it: `--with PROVIDER.ID`, `--without PROVIDER.ID`.",
        example: "\"denial-has-reason\""
      ).required,
      .text(
        "summary", \.summary, "The effect, in one sentence.",
        example: "\"A denial carries error_reason=user_denied.\""
      ).required,
      .object("evidence", \.evidence, "The evidence for it.").example(
        #"{ "grade": "observed", "source": "a recording of 2026-03" }"#
      ).required,
      .flag("on", \.on, "Whether it is on by default."),
      .text(
        "rivals", \.rivals,
        "A group of quirks of which at most one is on: switching one on switches the others off.",
        example: "\"denial\""),
      .words(
        "needs", \.needs, "Quirks that have to be on as well.",
        example: "[\"denial-has-reason\"]"),
      .words(
        "excludes", \.excludes,
        "Quirks that make no sense beside it: nobody can switch both on.",
        example: "[\"no-pushed-requests\"]"),
      .json(
        "patch", \.patch, .patch,
        "The changes (RFC 7396): `null` removes a member, an object is merged, and anything else replaces the old value. An object with a member that starts with `$` is a value, and is replaced whole.",
        example: "{ \"repeats\": \"first\" }"),
    ])

  /// Reads a quirk; `nil` if it lacks a required property, or if its patch would replace the provider.
  static func read(_ value: JSONValue, _ pointer: String, _ findings: Diagnostics) -> Quirk? {
    var reader = FixtureReader(value, declaration.schema, pointer, findings)
    let quirk = declaration.readWhole(&reader, ())
    guard let patch = value["patch"], patch.objectValue == nil else { return quirk }
    findings.error(
      patch, reader.at("patch"),
      "expected an object with the members to change, found \(patch.found)")
    return nil
  }

  mutating func check(_ reader: FixtureReader, _ context: Void) {
    pointer = reader.pointer
    let isName = !id.isEmpty && id.unicodeScalars.allSatisfy(Self.isNameScalar)
    if !isName {
      reader.findings.error(
        reader.value["id"], reader.at("id"),
        "expected a name of a-z, 0-9, \"-\", \"_\" and \".\", such as denial-has-reason, found \"\(id)\""
      )
    }
    for (name, text) in [("summary", summary), ("evidence/source", evidence.source)]
    where text.allSatisfy(\.isWhitespace) {
      reader.findings.error(
        reader.value.value(at: "/" + name), reader.pointer + "/" + name,
        "expected a text, found an empty one")
    }
    for member in Self.unpatchable {
      guard let value = patch[member] else { continue }
      reader.findings.error(
        value, reader.at("patch") + "/" + member,
        "a quirk can't change \"\(member)\" of the provider; remove it from the patch")
    }
  }

  /// What says which provider a file is.
  private static let unpatchable = [
    "id", "title", "as_of", "extends", "quirks", "schema", "sources",
  ]

  private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
      || "-_.".unicodeScalars.contains(scalar)
  }
}

extension Quirk.Evidence: Declared {
  package var file: JSONObject { Self.declaration.write(self) }

  typealias Context = Void

  static let declaration: ObjectDeclaration<Self, Void> = .init(
    "evidence", "The evidence for a behavior of a service.",
    [
      .choice(
        "grade", \.grade,
        "`documented` by the service, `observed` in a recording or in a client's code, or `inferred`."
      ).required,
      .text(
        "source", \.source, "The document or recording.", example: "\"RFC 6749 §4.1.2.1\""
      ).required,
      .text("note", \.note, "A further remark.", example: "\"Seen in 2019 alone.\""),
    ])
}
