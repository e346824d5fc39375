import JSON

/// One named departure from the standard, with what is known of it.
public struct Quirk: Sendable {
  public enum Grade: String, Sendable, CaseIterable { case documented, observed, inferred }

  public var id: String
  public var summary: String
  public var grade: Grade
  public var source: String
  public var note: String?
  public var on: Bool
  public var rivals: String?
  public var needs: [String]
  public var patch: JSONValue
  public var pointer: String
}

extension Quirk {
  static func read(_ value: JSONValue, _ pointer: String, _ findings: Findings) -> Quirk? {
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
