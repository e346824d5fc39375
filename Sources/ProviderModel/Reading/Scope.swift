import JSON

/// Which paths a template may read at the place where it stands.
struct Scope {
  /// root → its known members; `*` where anything may stand (what a client sends).
  let roots: [String: [String]]
  var parts: [String] = []
  /// Roots of this place alone. Kept apart: there is a scope for each error, and a start has to be quick.
  private var own: [String: [String]] = [:]

  init(roots: [String: [String]]) { self.roots = roots }

  func adding(_ roots: [String: [String]]) -> Scope {
    var scope = self
    if own.isEmpty { scope.own = roots } else { scope.own.merge(roots) { $1 } }
    return scope
  }

  private func check(
    _ path: [String], _ value: JSONValue, _ pointer: String, _ findings: Findings
  ) {
    guard let root = path.first else { return }
    let whole = path.joined(separator: ".")
    guard let members = own[root] ?? roots[root] else {
      findings.error(
        value, pointer,
        "the placeholder {{\(whole)}} can't be resolved here"
          + Suggestion.hint(for: root, among: Array(roots.keys) + Array(own.keys)))
      return
    }
    guard path.count > 1, members != ["*"] else { return }
    if !members.contains(path[1]) {
      let hint = Suggestion.hint(for: path[1], among: members)
      findings.error(
        value, pointer,
        "the placeholder {{\(whole)}} can't be resolved: \(root) has no \(path[1])\(hint)")
    }
  }

  func template(_ value: JSONValue, _ pointer: String, _ findings: Findings) -> Template? {
    // A long text, such as a page, may be written as an array of lines.
    let lines = value.arrayValue?.compactMap(\.stringValue)
    let whole = lines.map { $0.count == value.arrayValue?.count ? $0.joined(separator: "\n") : nil }
    guard let source = value.stringValue ?? whole ?? value.numberText else {
      findings.error(
        value, pointer, "expected a string or an array of lines, found \(value.found)")
      return nil
    }
    do {
      let template = try Template(source)
      for path in template.paths { check(path, value, pointer, findings) }
      for part in template.parts where !parts.contains(part) {
        findings.error(
          value, pointer,
          "there is no template \"\(part)\"" + Suggestion.hint(for: part, among: parts))
      }
      return template
    } catch {
      findings.error(value, pointer, error.sentence)
      return nil
    }
  }

  func shape(_ value: JSONValue, _ pointer: String, _ findings: Findings) -> Shape {
    switch value.content {
    case .string:
      guard let template = template(value, pointer, findings) else { return .empty }
      return template.literal.map { .literal(JSONValue(.string($0))) } ?? .text(template)
    case .array(let elements):
      return .array(
        elements.enumerated().map { shape($1, "\(pointer)/\($0)", findings) })
    case .object(let object):
      if object["$null"] != nil { return .literal(.null) }
      if object["$if"] != nil {
        var reader = FixtureReader(value, pointer, findings)
        let predicate = reader.predicate("$if", self) ?? .constant(false)
        let then = reader.shape("then", self, required: true) ?? .empty
        let otherwise = reader.shape("else", self)
        reader.finish()
        return .when(predicate, then, otherwise)
      }
      if let special = special(object, value, pointer, findings) { return special }
      let members = Merge.ordered(object)
      for member in members where member.name.hasPrefix("$") {
        findings.error(
          member.value, pointer,
          "unknown member \"\(member.name)\"; known here: $if, $null, $order, $each, $join, $merge, "
            + "$base64url")
      }
      return .object(
        members.map {
          ($0.name, shape($0.value, JSONPointer.appending($0.name, to: pointer), findings))
        })
    default: return .literal(value)
    }
  }

  /// The values that a member with `$` makes of an object.
  private func special(
    _ object: JSONObject, _ value: JSONValue, _ pointer: String, _ findings: Findings
  ) -> Shape? {
    func list(_ name: String) -> [Shape] {
      guard let elements = object[name]?.arrayValue else {
        findings.error(object[name], pointer, "expected an array after \(name)")
        return []
      }
      return elements.enumerated().map { shape($1, "\(pointer)/\(name)/\($0)", findings) }
    }
    let inner: Shape
    switch object.first?.name {
    case "$each":
      var reader = FixtureReader(value, pointer, findings)
      let list = reader.template("$each", self, required: true)
      let filter = reader.predicate("when", self)
      let body = reader.shape("value", self, required: true)
      reader.finish()
      guard let list, let body else { return .empty }
      return .each(list, filter, body)
    case "$join": inner = .joined(list("$join"))
    case "$merge": inner = .merged(list("$merge"))
    case "$base64url":
      inner =
        object["$base64url"].map { .encoded(shape($0, "\(pointer)/$base64url", findings)) }
        ?? .empty
    default: return nil
    }
    for member in object.dropFirst() {
      findings.error(
        member.value, pointer, "unknown member \"\(member.name)\": this one stands alone")
    }
    return inner
  }

  func predicate(_ value: JSONValue, _ pointer: String, _ findings: Findings) -> Predicate {
    if let constant = value.boolValue { return .constant(constant) }
    guard let object = value.objectValue, object.count == 1, let member = object.first else {
      findings.error(
        value, pointer,
        "expected one of has, eq, in, match, some, less, all, any, not, found \(value.found)")
      return .constant(false)
    }
    let below = JSONPointer.appending(member.name, to: pointer)
    let list = member.value.arrayValue ?? []
    func template(_ index: Int) -> Template? {
      guard list.indices.contains(index) else {
        findings.error(member.value, below, "expected an array of two, found \(member.value.found)")
        return nil
      }
      return self.template(list[index], "\(below)/\(index)", findings)
    }
    switch member.name {
    case "has":
      let path = (member.value.stringValue ?? "").split(separator: ".").map(String.init)
      check(path, member.value, below, findings)
      return .has(path)
    case "eq":
      guard let a = template(0), let b = template(1) else { return .constant(false) }
      return .equal(a, b)
    case "in":
      guard let needle = template(0) else { return .constant(false) }
      let entries = list.count > 1 ? list[1].arrayValue ?? [list[1]] : []
      return .member(needle, entries.compactMap { self.template($0, below + "/1", findings) })
    case "match":
      guard let text = template(0), list.count > 1, let source = list[1].stringValue else {
        findings.error(member.value, below, "expected [text, pattern]")
        return .constant(false)
      }
      do {
        return .matches(text, try Pattern(source))
      } catch {
        findings.error(list[1], below + "/1", error.sentence)
        return .constant(false)
      }
    case "some":
      guard let elements = template(0), list.count > 1 else {
        findings.error(member.value, below, "expected [list, condition]")
        return .constant(false)
      }
      return .some(elements, predicate(list[1], below + "/1", findings))
    case "less":
      guard let a = template(0), let b = template(1) else { return .constant(false) }
      return .less(a, b)
    case "all", "any":
      let inner = list.enumerated().map { predicate($1, "\(below)/\($0)", findings) }
      return member.name == "all" ? .all(inner) : .any(inner)
    case "not": return .not(predicate(member.value, below, findings))
    default:
      let known = ["has", "eq", "in", "match", "some", "less", "all", "any", "not"]
      findings.error(
        member.value, below,
        "unknown condition \"\(member.name)\"" + Suggestion.hint(for: member.name, among: known))
      return .constant(false)
    }
  }
}
