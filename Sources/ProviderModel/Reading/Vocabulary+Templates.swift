import Basics

/// Templates, shapes and predicates, read with every name in them resolved.
extension Vocabulary {
  /// - Parameters:
  ///   - mark: What stands between the lines of a text that is written as an array.
  ///   - numbers: Whether a number may be written without quotation marks.
  func template(
    _ value: JSONValue, _ pointer: String, _ findings: Diagnostics, joining mark: String = "\n",
    numbers: Bool = false
  ) -> Template? {
    // A long text, such as a page, may be written as an array of lines.
    if value.arrayValue?.isEmpty == true {
      findings.error(value, pointer, "expected a string or an array of lines, found an empty array")
      return nil
    }
    let lines = value.lines?.joined(separator: mark)
    guard let source = value.stringValue ?? lines ?? (numbers ? value.numberText : nil) else {
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
      source: source, segments: syntax.segments.flatMap { segment($0, value, pointer, findings) }
    )
  }

  private func segment(
    _ segment: TemplateSyntax.Segment, _ value: JSONValue, _ pointer: String,
    _ findings: Diagnostics
  ) -> [Template.Segment] {
    func all(_ segments: [TemplateSyntax.Segment]) -> [Template.Segment] {
      segments.flatMap { self.segment($0, value, pointer, findings) }
    }
    func one(_ segment: Template.Segment?) -> [Template.Segment] { segment.map { [$0] } ?? [] }
    switch segment {
    case .text(let text): return [.text(text)]
    case .value(let placeholder):
      return one(
        expression(placeholder, value, pointer, findings).map(Template.Segment.value))
    case .when(let placeholder, let then, let otherwise):
      let asked = placeholder.path.first == "person" ? Array(placeholder.path.dropFirst()) : []
      let inner = having(asked.count == 1 ? asked : [])
      let shown = then.flatMap { inner.segment($0, value, pointer, findings) }
      let otherwise = all(otherwise)
      // `has` accepts every name.
      return one(
        expression(placeholder, value, pointer, findings, mayLack: true).map {
          .when($0, shown, otherwise)
        })
    case .each(let placeholder, let body):
      let list = expression(placeholder, value, pointer, findings)
      let inner = going(through: list)
      let segments = body.flatMap { inner.segment($0, value, pointer, findings) }
      return one(list.map { .each($0, segments) })
    case .part(let name):
      guard let index = templates.firstIndex(of: name) else {
        findings.error(
          value, pointer,
          "there is no template \"\(name)\"" + Suggestion.hint(for: name, among: templates),
          cause: "/templates")
        return []
      }
      return shortPart(name, value, pointer) ?? [.part(index)]
    }
  }

  /// The segments of a short part without parts of its own, such as an address; `nil` for other parts. They become segments of
  /// the template that includes the part, so that it is known which facts a value uses and whether it draws random text.
  private func shortPart(
    _ name: String, _ value: JSONValue, _ pointer: String
  ) -> [Template.Segment]? {
    guard !isPage, let text = textOfTemplates[name], text.utf8.count <= 256,
      !text.contains("{{>"), let syntax = try? TemplateSyntax(text)
    else { return nil }
    let findings = Diagnostics()
    let segments = syntax.segments.flatMap { segment($0, value, pointer, findings) }
    return findings.list.isEmpty ? segments : nil
  }

  private func expression(
    _ placeholder: TemplateSyntax.Placeholder, _ value: JSONValue, _ pointer: String,
    _ findings: Diagnostics, mayLack: Bool = false
  ) -> Expression? {
    if let pattern = placeholder.pattern {
      if let name = placeholder.once, let other = findings.drawnOnce(name, pattern) {
        findings.error(
          value, pointer,
          "once:\(name) has the pattern \(other.source) at another place; it is one text, so give it one pattern or another name"
        )
      }
      return Expression(drawing: pattern, once: placeholder.once)
    }
    do throws(Unknown) {
      let (fact, rest) = try fact(placeholder.path, mayLack: mayLack || placeholder.optional)
      var filters: [Filter] = []
      for filter in placeholder.filters { filters.append(try filter.resolved(in: self)) }
      let expression = Expression(
        fact: fact, rest: rest, filters: filters, optional: placeholder.optional,
        claimKind: kind(of: fact))
      if !filters.isEmpty,
        let mistake = expression.filterMistake(placeholder.path.joined(separator: "."))
      {
        findings.error(value, pointer, mistake)
      }
      if isChecking, let mistake = expression.memberMistake {
        findings.error(value, pointer, mistake)
      }
      return expression
    } catch {
      findings.error(value, pointer, error.sentence, cause: error.cause)
      return nil
    }
  }

  /// The type of a claim that all people have alike, or of a member of the provider's own clients.
  func kind(of fact: Fact) -> FactTable.Kind {
    switch fact {
    case .person(let name?): kindsOfClaims[name] ?? .any
    case .clientMember(let name): kindsOfClients[name] ?? .any
    default: .any
    }
  }

  /// The text of a credential: a template, or a choice between such texts. It has no line feeds, so its lines are joined
  /// without any.
  func credential(_ value: JSONValue, _ pointer: String, _ findings: Diagnostics) -> Shape? {
    guard value["$if"] != nil else {
      return template(value, pointer, findings, joining: "").map { .text($0) }
    }
    var reader = FixtureReader(value, .choice, pointer, findings)
    defer { reader.finish() }
    let predicate = reader.predicate("$if", self) ?? .constant(false)
    // A credential always has a text.
    let texts = ["then", "else"].map { name in
      reader.member(name, required: true).flatMap { credential($0, reader.at(name), findings) }
    }
    guard let then = texts.first, let then, let otherwise = texts.last, let otherwise else {
      return nil
    }
    return .when(predicate, then, otherwise)
  }

  // MARK: Shapes

  /// The members by which an object is more than itself.
  static let values = ObjectSchema.workedOut.compactMap(\.members.first?.name) + [claims, "$order"]

  /// - Parameter style: how the answer's JSON is written: what is constant is written at once.
  func shape(
    _ value: JSONValue, _ pointer: String, _ findings: Diagnostics, style: JSONStyle = .compact
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
      if let made = workedOut(object, value, pointer, findings, style: style) { return made }
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
}
