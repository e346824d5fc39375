import Basics

/// Placeholders for what no entry of errors says.
extension ProviderReader {
  /// A text that may speak of a refusal.
  private struct Text {
    let value: JSONValue
    let pointer: String
    /// What of `err` it can't do without.
    let needs: Set<String>
    let isPage: Bool
  }

  func emptyErrors() -> [Doubt] {
    // What the entries that lead to a shape say between them.
    var said: [Int: Set<String>] = [:]
    for table in body.errors.values {
      for rule in Self.rules(of: table) {
        for shape in reached(from: rule.shape) {
          said[shape, default: []].formUnion(rule.facts.map(\.name))
        }
      }
    }
    return said.sorted { $0.key < $1.key }.flatMap { shape, names in
      texts(of: body.shapes[shape]).filter { isOwn($0.value) }.flatMap { text in
        text.needs.sorted().map { name in
          let cure = text.isPage ? "put it into {{#if err.\(name)}}" : "write {{err.\(name)?}}"
          return Doubt(
            finding: Diagnostic(
              at: text.value.origin, text.pointer,
              "{{err.\(name)}} is always empty: no entry of errors that leads here has \"\(name)\"; "
                + "add it to them, or \(cure)"),
            holds: !names.contains(name))
        }
      }
    }
  }

  /// A shape, and those that it leaves the choice between.
  private func reached(from shape: Int?) -> Set<Int> {
    var seen: Set<Int> = []
    var open = [shape].compactMap(\.self)
    while let index = open.popLast() {
      guard body.shapes.indices.contains(index), seen.insert(index).inserted else { continue }
      if case .accept(let list) = body.shapes[index].form { open += list.map(\.shape) }
    }
    return seen
  }

  private func texts(of shape: AnswerShape) -> [Text] {
    var texts: [Text] = []
    if let value = tree["shapes"]?[shape.name] {
      collect(value, JSONPointer.appending(shape.name, to: "/shapes"), [], into: &texts)
    }
    guard case .page(let name) = shape.form, let page = body.pages[name] else { return texts }
    for (label, _) in page.labels {
      let pointer = JSONPointer.appending(
        label, to: JSONPointer.appending(name, to: "/pages") + "/labels")
      if let value = tree.value(at: pointer) { collect(value, pointer, [], into: &texts) }
    }
    if let template = page.template { collect(template, [], into: &texts, depth: 0) }
    return texts
  }

  /// - Parameter known: what has been asked for, and is there.
  private func collect(
    _ value: JSONValue, _ pointer: String, _ known: Set<String>, into texts: inout [Text]
  ) {
    if let object = value.objectValue {
      var known = known
      if let condition = object["$if"] {
        let predicate = vocabulary.inPages().predicate(condition, pointer, Diagnostics())
        known.formUnion(predicate.facts.compactMap(Self.errorName))
      }
      for member in object where member.name != "$if" {
        let below = JSONPointer.appending(member.name, to: pointer)
        let isText = member.name == "text" && member.value.arrayValue != nil
        if isText {
          collect(text: member.value, below, known, into: &texts)
        } else {
          collect(member.value, below, known, into: &texts)
        }
      }
    } else if let list = value.arrayValue {
      for (index, element) in list.enumerated() {
        collect(element, "\(pointer)/\(index)", known, into: &texts)
      }
    } else if value.stringValue?.contains("err.") == true {
      collect(text: value, pointer, known, into: &texts)
    }
  }

  private func collect(
    text value: JSONValue, _ pointer: String, _ known: Set<String>, into texts: inout [Text]
  ) {
    guard let template = vocabulary.inPages().template(value, pointer, Diagnostics()) else {
      return
    }
    var needs: Set<String> = []
    Self.collect(template.segments, known, into: &needs) { _, _ in }
    texts.append(Text(value: value, pointer: pointer, needs: needs, isPage: false))
  }

  /// A template of pages, and those that it takes in.
  private func collect(
    _ template: Int, _ known: Set<String>, into texts: inout [Text], depth: Int
  ) {
    guard depth < 12, body.templates.indices.contains(template),
      vocabulary.templates.indices.contains(template)
    else { return }
    let name = vocabulary.templates[template]
    var needs: Set<String> = []
    var parts: [(Int, Set<String>)] = []
    Self.collect(body.templates[template].segments, known, into: &needs) { parts.append(($0, $1)) }
    if let value = tree["templates"]?[name] {
      let pointer = JSONPointer.appending(name, to: "/templates")
      texts.append(Text(value: value, pointer: pointer, needs: needs, isPage: true))
    }
    for (part, known) in parts { collect(part, known, into: &texts, depth: depth + 1) }
  }

  private static func collect(
    _ segments: [Template.Segment], _ known: Set<String>, into needs: inout Set<String>,
    part: (Int, Set<String>) -> Void
  ) {
    for segment in segments {
      switch segment {
      case .text: break
      case .value(let expression):
        guard let name = expression.fact.flatMap(errorName), !expression.optional,
          !known.contains(name), !expression.filters.contains(where: givesDefault)
        else { continue }
        needs.insert(name)
      case .when(let expression, let then, let otherwise):
        let asked = Set([expression.fact.flatMap(errorName)].compactMap(\.self))
        collect(then, known.union(asked), into: &needs, part: part)
        collect(otherwise, known, into: &needs, part: part)
      case .each(_, let body): collect(body, known, into: &needs, part: part)
      case .part(let index): part(index, known)
      }
    }
  }

  private static func givesDefault(_ filter: Filter) -> Bool {
    if case .default = filter { true } else { false }
  }

  /// The name below `err`, if an entry of errors has to write it.
  private static func errorName(_ fact: Fact) -> String? {
    guard case .error(let name) = fact, ErrorFacts.written.contains(name) else { return nil }
    return name
  }
}
