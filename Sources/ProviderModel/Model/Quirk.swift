import Basics

/// A named deviation from the standard, with its evidence.
package struct Quirk: Sendable {
  package enum Grade: String, Sendable, CaseIterable { case documented, observed, inferred }

  package var id: String
  package var summary: String
  package var grade: Grade
  package var source: String
  package var note: String?
  package var on: Bool
  package var rivals: String?
  package var needs: [String]
  package var patch: JSONValue
  package var pointer: String
}

extension Quirk {
  static func read(_ value: JSONValue, _ pointer: String, _ findings: Diagnostics) -> Quirk? {
    var reader = FixtureReader(value, .quirk, pointer, findings)
    let id = reader.string("id", required: true)
    let summary = reader.string("summary", required: true)
    var grade: Grade?
    var source: String?
    var note: String?
    if var evidence = reader.object("evidence", required: true) {
      grade = evidence.choice("grade", as: Grade.self, required: true)
      source = evidence.string("source", required: true)
      note = evidence.string("note")
      evidence.finish()
    }
    let on = reader.bool("on") ?? true
    let rivals = reader.string("rivals")
    let needs = reader.strings("needs") ?? []
    let patch = reader.member("patch", required: true)
    reader.finish()
    guard let id, let summary, let grade, let source, let patch else { return nil }
    return Quirk(
      id: id, summary: summary, grade: grade, source: source, note: note, on: on, rivals: rivals,
      needs: needs, patch: patch, pointer: pointer)
  }
}
