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
      _ name: String, of noun: String, as kind: FactTable.Kind, _ isPossible: (JSONValue) -> Bool
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
      return elements.enumerated().map { index, element in
        let place = "\(pointer)/\(name)/\(index)"
        let shape = shape(element, place, findings, style: style)
        if isChecking, case .single(let expression) = shape,
          expression.kind != .any && expression.kind != kind
            && (expression.kind != .text || expression.claimKind == .text)
        {
          findings.error(
            element, place,
            "expected \(noun) after \(name), and {{\(expression.path)}} is a \(expression.kind.rawValue)"
          )
        }
        return shape
      }
    }
    switch form.name {
    case "$if":
      let predicate = reader.predicate("$if", self) ?? .constant(false)
      let inner = having(predicate.claimsAsked)
      let then = reader.shape("then", inner, style: style, required: true) ?? .empty
      return .when(predicate, then, reader.shape("else", self, style: style))
    case "$each":
      let list = reader.template("$each", self, required: true)
      let inner = going(through: list?.single)
      let filter = reader.predicate("when", inner)
      let body = reader.shape("value", inner, style: style, required: true)
      guard let list, let body else { return .empty }
      guard let elements = list.single else {
        findings.error(
          value["$each"], reader.at("$each"), "expected one placeholder that names a list")
        return .empty
      }
      if isChecking, let mistake = elements.listMistake(after: "$each") {
        findings.error(value["$each"], reader.at("$each"), mistake)
      }
      return .each(elements, filter, body)
    case "$join":
      return .joined(
        list("$join", of: "lists", as: .list) { $0.arrayValue != nil || $0.objectValue != nil })
    case "$merge":
      return .merged(list("$merge", of: "objects", as: .record) { $0.objectValue != nil })
    case ObjectSchema.useMember:
      guard let name = reader.string(ObjectSchema.useMember, required: true) else { return .empty }
      return use(name, value, pointer, findings, style: style)
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

extension Vocabulary {
  /// The same names where a person has these claims.
  func having(_ claims: [String]) -> Vocabulary {
    guard !claims.isEmpty else { return self }
    var inner = self
    inner.claims += claims
    return inner
  }
}

extension Predicate {
  /// The claims that a person has where it holds.
  fileprivate var claimsAsked: [String] {
    switch self {
    case .has(let expression):
      if case .person(let name?)? = expression.fact { [name] } else { [] }
    case .all(let predicates): predicates.flatMap(\.claimsAsked)
    default: []
    }
  }
}

/// How much of `$use` one file may take in, in bytes: shapes that use each other twice grow without limit.
final class UseBudget {
  static let most = 1 << 20
  var left = most
}

extension Vocabulary {
  private static let circle = "$use leads in a circle: "

  /// The JSON of a shape in another value. Mistakes in it are reported at the shape.
  private func use(
    _ name: String, _ value: JSONValue, _ pointer: String, _ findings: Diagnostics,
    style: JSONStyle
  ) -> Shape {
    func refuse(_ sentence: String) -> Shape {
      findings.error(value[ObjectSchema.useMember], "\(pointer)/$use", sentence)
      return .empty
    }
    guard let json = jsonOfShapes[name] else {
      return refuse(
        shapes.contains(name)
          ? "the shape \"\(name)\" has no \"json\" to use"
          : "there is no shape \"\(name)\"" + Suggestion.hint(for: name, among: shapes))
    }
    guard !uses.contains(name) else {
      return refuse(Self.circle + "\((uses + [name]).joined(separator: " → "))")
    }
    useBudget.left -= json.text().utf8.count
    guard useBudget.left >= 0 else {
      return refuse("the shapes that are used here have more than \(UseBudget.most >> 20) MiB")
    }
    var inner = self
    inner.uses.append(name)
    let place = JSONPointer.appending(name, to: "/shapes") + "/json"
    // Its own mistakes are reported at the shape, and those that only a use has here.
    let found = Diagnostics()
    let shape = inner.shape(json, place, found, style: style)
    if let problem = found.list.first(where: { $0.sentence.hasPrefix(Self.circle) }) {
      return refuse(problem.sentence)
    }
    return shape
  }
}
