import Basics

extension Vocabulary {
  /// `{"$pick": LIST, "from": OBJECT, "always": [NAME], "groups": {NAME: [NAME]}}`
  func selection(
    _ value: JSONValue, _ pointer: String, _ findings: Diagnostics, style: JSONStyle
  ) -> Shape {
    var reader = FixtureReader(value, .selection, pointer, findings)
    let list = reader.template("$pick", self, required: true)
    let from = reader.shape("from", self, style: style, required: true)
    let always = reader.strings("always") ?? []
    let groups = reader.map("groups").map { name, value, pointer in
      let members = value.arrayValue?.compactMap(\.stringValue)
      if members?.count != value.arrayValue?.count || members == nil {
        findings.error(value, pointer, "expected an array of strings, found \(value.found)")
      }
      return (name: name, members: members ?? [], value: value, pointer: pointer)
    }
    reader.finish()
    guard let list, let from else { return .empty }
    guard let expression = list.single else {
      findings.error(
        value["$pick"], reader.at("$pick"), "expected one placeholder that names a list")
      return .empty
    }
    if isChecking, let mistake = expression.listMistake(after: "$pick") {
      findings.error(value["$pick"], reader.at("$pick"), mistake)
    }
    guard case .object(let members) = from else {
      findings.error(
        value["from"], reader.at("from"), "expected an object with the members to pick from")
      return .empty
    }
    for member in members {
      guard case .claims = member.shape else { continue }
      findings.error(
        value["from"]?[Self.claims], reader.at("from"),
        "$claims can't be picked from; put it beside, by $merge")
    }
    let known = members.map(\.name)
    func check(_ names: [String], _ value: JSONValue?, _ pointer: String) {
      for name in names where !known.contains(name) {
        findings.error(
          value, pointer,
          "there is no member \"\(name)\" to pick" + Suggestion.hint(for: name, among: known))
      }
    }
    check(always, value["always"], reader.at("always"))
    for group in groups { check(group.members, group.value, group.pointer) }
    return .selected(
      Selection(
        list: expression,
        candidates: members.map { member in
          Selection.Candidate(
            member: member, isAlways: always.contains(member.name),
            names: [member.name]
              + groups.filter { $0.members.contains(member.name) }.map(\.name))
        }))
  }
}
