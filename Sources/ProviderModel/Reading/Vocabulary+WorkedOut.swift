import Basics

extension Vocabulary {
  /// The value of an object with a `$` member; `nil` if there is no such member.
  func workedOut(
    _ object: JSONObject, _ value: JSONValue, _ pointer: String, _ findings: Diagnostics,
    style: JSONStyle
  ) -> Shape? {
    guard object.contains(where: { $0.name.hasPrefix("$") }),
      let form = ObjectSchema.workedOut.first(where: { form in
        form.members.first.map { object[$0.name] != nil } ?? false
      })
    else { return nil }
    if form === ObjectSchema.selection { return selection(value, pointer, findings, style: style) }
    var reader = FixtureReader(value, form, pointer, findings)
    defer { reader.finish() }
    func list(
      _ name: String, of noun: String, _ isPossible: (JSONValue) -> Bool
    ) -> [Shape] {
      guard let member = reader.member(name), let elements = member.arrayValue else {
        findings.error(value[name], pointer, "expected an array after \(name)")
        return []
      }
      for (index, element) in elements.enumerated() {
        // A placeholder may give anything.
        let isTemplate = element.stringValue?.contains("{{") == true
        guard !isTemplate, !isPossible(element) else { continue }
        findings.error(
          element, "\(pointer)/\(name)/\(index)",
          "expected \(noun) after \(name), found \(element.found)")
      }
      return elements.enumerated().map {
        shape($1, "\(pointer)/\(name)/\($0)", findings, style: style)
      }
    }
    switch form.name {
    case "$if":
      let predicate = reader.predicate("$if", self) ?? .constant(false)
      let then = reader.shape("then", self, style: style, required: true) ?? .empty
      return .when(predicate, then, reader.shape("else", self, style: style))
    case "$each":
      let list = reader.template("$each", self, required: true)
      let filter = reader.predicate("when", self)
      let body = reader.shape("value", self, style: style, required: true)
      guard let list, let body else { return .empty }
      guard let elements = list.single else {
        findings.error(
          value["$each"], reader.at("$each"), "expected one placeholder that names a list")
        return .empty
      }
      return .each(elements, filter, body)
    case "$join":
      return .joined(list("$join", of: "lists") { $0.arrayValue != nil || $0.objectValue != nil })
    case "$merge": return .merged(list("$merge", of: "objects") { $0.objectValue != nil })
    // Of what is encoded the answer's style says nothing.
    case "$base64url": return reader.shape("$base64url", self).map { .encoded($0) } ?? .empty
    default:
      if reader.bool("$null") == false {
        findings.error(value["$null"], reader.at("$null"), "expected true: null has no other form")
      }
      return .constant(.null, style)
    }
  }
}
