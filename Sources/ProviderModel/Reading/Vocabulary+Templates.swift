import JSON

/// Templates, shapes and predicates, read with every name in them resolved.
extension Vocabulary {
  func template(_ value: JSONValue, _ pointer: String, _ findings: Findings) -> Template? {
    // A long text, such as a page, may be written as an array of lines.
    let lines = value.arrayValue?.compactMap(\.stringValue)
    let whole = lines.map { $0.count == value.arrayValue?.count ? $0.joined(separator: "\n") : nil }
    guard let source = value.stringValue ?? whole ?? value.numberText else {
      findings.error(
        value, pointer, "expected a string or an array of lines, found \(value.found)")
      return nil
    }
    let syntax: TemplateSyntax
    do {
      syntax = try TemplateSyntax(source)
    } catch {
      findings.error(value, pointer, error.sentence)
      return nil
    }
    return Template(
      source: source, segments: syntax.segments.compactMap { segment($0, value, pointer, findings) }
    )
  }

  private func segment(
    _ segment: TemplateSyntax.Segment, _ value: JSONValue, _ pointer: String, _ findings: Findings
  ) -> Template.Segment? {
    func all(_ segments: [TemplateSyntax.Segment]) -> [Template.Segment] {
      segments.compactMap { self.segment($0, value, pointer, findings) }
    }
    switch segment {
    case .text(let text): return .text(text)
    case .value(let placeholder):
      return expression(placeholder, value, pointer, findings).map(Template.Segment.value)
    case .when(let placeholder, let then, let otherwise):
      let (then, otherwise) = (all(then), all(otherwise))
      // Whether something is there may be asked of anything.
      return expression(placeholder, value, pointer, findings, mayLack: true).map {
        .when($0, then, otherwise)
      }
    case .each(let placeholder, let body):
      let body = all(body)
      return expression(placeholder, value, pointer, findings).map { .each($0, body) }
    case .part(let name):
      guard let index = templates.firstIndex(of: name) else {
        findings.error(
          value, pointer,
          "there is no template \"\(name)\"" + Suggestion.hint(for: name, among: templates))
        return nil
      }
      return .part(index)
    }
  }

  private func expression(
    _ placeholder: TemplateSyntax.Placeholder, _ value: JSONValue, _ pointer: String,
    _ findings: Findings, mayLack: Bool = false
  ) -> Expression? {
    if let pattern = placeholder.pattern { return Expression(drawing: pattern) }
    do throws(Unknown) {
      let (fact, rest) = try fact(placeholder.path, mayLack: mayLack || placeholder.optional)
      return Expression(
        fact: fact, rest: rest, filters: placeholder.filters, optional: placeholder.optional)
    } catch {
      findings.error(value, pointer, error.sentence)
      return nil
    }
  }

  // MARK: Shapes

  /// The members by which an object is more than itself.
  static let values = [
    "$if", "$null", "$order", "$claims", "$each", "$pick", "$join", "$merge", "$base64url",
  ]

  /// - Parameter style: how the answer's JSON is written: what is constant is written at once.
  func shape(
    _ value: JSONValue, _ pointer: String, _ findings: Findings, style: JSONStyle = .compact
  ) -> Shape {
    func inner(_ value: JSONValue, _ pointer: String) -> Shape {
      shape(value, pointer, findings, style: style)
    }
    switch value.content {
    case .string:
      guard let template = template(value, pointer, findings) else { return .empty }
      if let literal = template.literal { return .constant(JSONValue(.string(literal)), style) }
      return template.single.map(Shape.single) ?? .text(template)
    case .array(let elements):
      let shapes = elements.enumerated().map { inner($1, "\(pointer)/\($0)") }
      return Self.folded(shapes, style) ?? .array(shapes)
    case .object(let object):
      if object["$null"] != nil { return .constant(.null, style) }
      if object["$if"] != nil {
        var reader = FixtureReader(value, pointer, findings)
        let predicate = reader.predicate("$if", self) ?? .constant(false)
        let then = reader.shape("then", self, style: style, required: true) ?? .empty
        let otherwise = reader.shape("else", self, style: style)
        reader.finish()
        return .when(predicate, then, otherwise)
      }
      if object["$pick"] != nil { return selection(value, pointer, findings, style: style) }
      if let special = special(object, value, pointer, findings, inner) { return special }
      let members = Merge.ordered(object)
      for member in members where member.name.hasPrefix("$") && member.name != Self.claims {
        findings.error(
          member.value, pointer,
          "unknown member \"\(member.name)\"; known here: "
            + Self.values.joined(separator: ", "))
      }
      return .object(
        members.map { member in
          let below = JSONPointer.appending(member.name, to: pointer)
          return Shape.Member(
            name: member.name, key: Shape.key(member.name, style),
            shape: member.name == Self.claims
              ? .claims(claims(member.value, below, findings, beside: members.map(\.name)))
              : inner(member.value, below))
        })
    default: return .constant(value, style)
    }
  }

  /// A list of constants is one.
  private static func folded(_ shapes: [Shape], _ style: JSONStyle) -> Shape? {
    let constants = shapes.compactMap { shape -> JSONValue? in
      if case .constant(let value, _) = shape { value } else { nil }
    }
    guard constants.count == shapes.count else { return nil }
    return .constant(JSONValue(.array(constants)), style)
  }

  /// The values that a member with `$` makes of an object.
  private func special(
    _ object: JSONObject, _ value: JSONValue, _ pointer: String, _ findings: Findings,
    _ inner: (JSONValue, String) -> Shape
  ) -> Shape? {
    func list(_ name: String) -> [Shape] {
      guard let elements = object[name]?.arrayValue else {
        findings.error(object[name], pointer, "expected an array after \(name)")
        return []
      }
      return elements.enumerated().map { inner($1, "\(pointer)/\(name)/\($0)") }
    }
    let made: Shape
    switch object.first?.name {
    case "$each":
      var reader = FixtureReader(value, pointer, findings)
      let list = reader.template("$each", self, required: true)
      let filter = reader.predicate("when", self)
      let body = reader.member("value", required: true).map { inner($0, reader.at("value")) }
      reader.finish()
      guard let list, let body else { return .empty }
      guard let elements = list.single else {
        findings.error(
          object["$each"], "\(pointer)/$each", "expected one placeholder that names a list")
        return .empty
      }
      return .each(elements, filter, body)
    case "$join": made = .joined(list("$join"))
    case "$merge": made = .merged(list("$merge"))
    case "$base64url":
      made =
        object["$base64url"].map { .encoded(shape($0, "\(pointer)/$base64url", findings)) }
        ?? .empty
    default: return nil
    }
    for member in object.dropFirst() {
      findings.error(
        member.value, pointer, "unknown member \"\(member.name)\": this one stands alone")
    }
    return made
  }
}
