import Basics

/// Placeholders of responses that are empty in every response of their shape.
extension ProviderReader {
  func checkShapePlaces() {
    checkItems()
    checkClientsTokens()
    for (shape, places) in shapePlaces.sorted(by: { $0.key < $1.key }) {
      // Refusals, pages and some kinds of endpoints know more.
      let known = places.compactMap(\.self)
      guard known.count == places.count, let first = known.first else { continue }
      let written = body.shapes[shape].writtenAlways.compactMap(\.fact)
      let pointer = JSONPointer.appending(body.shapes[shape].name, to: "/shapes")
      guard isOwn(tree.value(at: pointer)) else { continue }
      var told: Set<String> = []
      for fact in written where known.allSatisfy({ $0.lacks(fact) }) {
        guard told.insert(fact.path).inserted else { continue }
        let place = place(naming: "{{\(fact.path)", below: pointer) ?? pointer
        findings.error(
          tree.value(at: place), place,
          "{{\(fact.path)}} is always empty here: \(first.reason); remove it, or write {{\(fact.path)?}} if another response has the shape, too"
        )
      }
    }
  }

  /// Claims of a person in the token that a client gets for itself (RFC 6749 §4.4).
  private func checkClientsTokens() {
    for (name, rule) in body.token.grants where rule.kind == .client && rule.actsFor == nil {
      let kinds = issues(of: (name, rule)).map(\.kind.rawValue)
      let tokens = kinds.compactMap { kind in
        body.credentials[kind]?.signedForm.map {
          ("/credentials/\(kind)/jwt", $0.claims.writtenAlways)
        }
      }
      let answer = rule.answer.flatMap { body.shapes.indices.contains($0) ? body.shapes[$0] : nil }
      let written =
        tokens
        + [answer].compactMap(\.self).map {
          (JSONPointer.appending($0.name, to: "/shapes"), $0.writtenAlways)
        }
      for (pointer, expressions) in written {
        let claim = expressions.first { if case .person(_?)? = $0.fact { true } else { false } }
        guard let claim, isOwn(tree.value(at: pointer)) else { continue }
        let place = place(naming: "{{\(claim.path)", below: pointer) ?? pointer
        findings.error(
          tree.value(at: place), place,
          "{{\(claim.path)}} is empty where a client gets a token for itself, by the grant \"\(name)\"; write { \"$if\": { \"has\": \"\(claim.path)\" }, \"then\": …, \"else\": \"{{client.client_id}}\" }, or {{\(claim.path)?}}"
        )
      }
    }
  }

  /// Shapes that name `item` where no list is gone through, and no resource keeps items.
  private func checkItems() {
    let tools = body.endpoints.compactMap(\.service.mcp).flatMap(\.tools)
    guard !body.endpoints.contains(where: { $0.service.collection != nil }),
      !tools.contains(where: { $0.rule.collection != nil })
    else { return }
    // Another shape may go through a list, and use this one for each element.
    let used = NamedInTree(
      ["shapes", "credentials", "errors", "answers", "people", "clients"], of: tree
    ).shapes
    for shape in body.shapes where !used.contains(shape.name) {
      let pointer = JSONPointer.appending(shape.name, to: "/shapes")
      guard shape.writtenAlways.contains(where: { $0.fact == .item }),
        isOwn(tree.value(at: pointer))
      else { continue }
      let place = place(naming: "{{item", below: pointer) ?? pointer
      findings.error(
        tree.value(at: place), place,
        "{{item}} is always empty here: it is an element of a list, and nothing goes through a list; put it into $each or {{#each LIST}}"
      )
    }
  }

  /// The first text below a place that has a text in it.
  private func place(naming text: String, below pointer: String) -> String? {
    guard let value = tree.value(at: pointer) else { return nil }
    return Merge.leaves(value).first { $0.1.stringValue?.contains(text) == true }
      .map { pointer + $0.0 }
  }

  /// Responses that a program gets, and that are always errors: a redirect leads to a client, and none waits for one here.
  func checkAnswersToPrograms() {
    for endpoint in body.endpoints where endpoint.kind.isService && endpoint.kind != .token {
      for slot in endpoint.service.shapes.compactMap(\.self)
      where body.shapes.indices.contains(slot) {
        let shape = body.shapes[slot]
        let isUseless =
          switch shape.form {
          case .redirect: true
          case .page: shape.status >= 400
          default: false
          }
        let place = JSONPointer.appending(shape.name, to: "/shapes")
        // A shape without content has been reported.
        guard isUseless, !findings.errors.contains(where: { $0.pointer == place }) else { continue }
        let pointer = place + "/" + shape.content
        findings.error(
          nearest(pointer), pointer,
          "the answer \"\(shape.name)\" of \"\(endpoint.name)\" is for browsers, and a program gets the status 400 with a page; write it as \"json\""
        )
      }
    }
  }

  /// The moments at which each shape is written; `nil` for one at which anything may be known.
  private var shapePlaces: [Int: [FactPlace?]] {
    var places: [Int: [FactPlace?]] = [:]
    func use(_ shape: Int?, at place: FactPlace?, depth: Int = 0) {
      guard let shape, body.shapes.indices.contains(shape), depth < 8 else { return }
      places[shape, default: []].append(place)
      guard case .accept(let list) = body.shapes[shape].form else { return }
      for other in list { use(other.shape, at: place, depth: depth + 1) }
    }
    for endpoint in body.endpoints {
      let place: FactPlace? =
        switch endpoint.kind {
        // One without a token has a sentence of its own.
        case .resource: endpoint.service.token.isEmpty ? nil : .resource
        case .document: .document
        default: nil
        }
      for shape in endpoint.service.shapes { use(shape, at: place) }
    }
    for (_, rule) in body.token.grants { use(rule.answer, at: .answer) }
    for table in body.errors.values {
      for rule in Self.rules(of: table) { use(rule.shape, at: .refusal) }
    }
    for (_, shape) in body.unanswered.shapes { use(shape, at: nil) }
    return places
  }
}

extension AnswerShape {
  /// The placeholders that every response has, and that are not optional.
  fileprivate var writtenAlways: [Expression] {
    switch form {
    case .json(let shape, _), .form(let shape): shape.writtenAlways
    case .text(let template): template.writtenAlways
    case .redirect, .page, .empty, .accept: []
    }
  }
}

extension Shape {
  fileprivate var writtenAlways: [Expression] {
    switch self {
    case .single(let expression): expression.optional ? [] : [expression]
    case .text(let template): template.writtenAlways
    case .array(let shapes), .joined(let shapes), .merged(let shapes):
      shapes.flatMap(\.writtenAlways)
    case .object(let members): members.flatMap(\.shape.writtenAlways)
    case .encoded(let inner): inner.writtenAlways
    case .constant, .when, .each, .selected, .claims: []
    }
  }
}

extension Template {
  fileprivate var writtenAlways: [Expression] {
    segments.compactMap { segment in
      if case .value(let expression) = segment, !expression.optional { expression } else { nil }
    }
  }
}
