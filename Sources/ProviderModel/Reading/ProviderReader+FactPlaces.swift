import Basics

/// Conditions about facts that are never known when they are looked at, and checks that refuse nothing.
extension ProviderReader {
  /// A condition of the fixture, with its place in the file and the moment at which it is looked at.
  private struct Asked {
    let pointer: String
    let facts: [Fact]
    let place: FactPlace
  }

  func checkFactPlaces() {
    for asked in checks.flatMap(asked) + stages {
      guard let fact = asked.facts.first(where: asked.place.lacks) else { continue }
      findings.error(
        nearest(asked.pointer), asked.pointer,
        "{{\(fact.path)}} is always empty here: \(asked.place.reason)")
    }
  }

  /// The checks that refuse nothing, in this state of the quirks.
  func idleChecks() -> [Doubt] {
    checks.compactMap { check, pointer, place in
      let value = tree.value(at: pointer)
      guard isOwn(value) else { return nil }
      return Doubt(
        finding: Diagnostic(
          at: (value?["when"] ?? value)?.origin, pointer + "/when",
          "the check \"\(check.name)\" refuses nothing, as its \"when\" never holds; compare a value of the request, or remove the check"
        ),
        holds: check.when.constant(at: place) == false
          && !check.when.facts.contains(where: lacks(place))
          // A condition that can't be read never holds.
          && !findings.errors.contains { $0.pointer.hasPrefix(pointer + "/when") })
    }
  }

  /// What is never known is reported for itself.
  private func lacks(_ place: FactPlace?) -> (Fact) -> Bool { { place?.lacks($0) ?? false } }

  private func asked(_ check: Check, _ pointer: String, _ place: FactPlace?) -> [Asked] {
    // An early check is refused where it is read.
    guard let place, !check.isEarly else { return [] }
    return [
      Asked(pointer: pointer + "/each", facts: check.each?.facts ?? [], place: place),
      Asked(pointer: pointer + "/when", facts: check.when.facts, place: place),
    ]
  }

  /// All checks. The moment is `nil` if several kinds of requests reach a check.
  private var checks: [(check: Check, pointer: String, place: FactPlace?)] {
    func list(
      _ checks: [Check], _ pointer: String, _ place: FactPlace?
    ) -> [(check: Check, pointer: String, place: FactPlace?)] {
      checks.map {
        ($0, JSONPointer.appending($0.name, to: pointer), $0.isEarly ? .early : place)
      }
    }
    return body.checks.flatMap { phase, checks in
      list(checks, "/checks/\(phase.rawValue)", FactPlace(phase))
    }
      + body.endpoints.flatMap { endpoint in
        list(
          endpoint.service.checks,
          JSONPointer.appending(endpoint.name, to: "/endpoints") + "/checks",
          endpoint.kind == .resource ? endpoint.service.token.isEmpty ? .open : .resource : nil)
      }
      + body.token.grants.flatMap { name, rule in
        list(
          rule.checks, JSONPointer.appending(name, to: "/token/grants") + "/checks", .grant)
      }
  }

  /// The conditions of stages. That of the first login has another rule: somebody may be signed in.
  private var stages: [Asked] {
    let login = body.flow.first(.login)?.name
    return body.flow.steps.flatMap { stage in
      let pointer = JSONPointer.appending(stage.name, to: "/flow/stages")
      let conditions = [("when", stage.when), ("force", stage.force)].dropFirst(
        stage.name == login ? 1 : 0)
      return conditions.map { member, predicate in
        Asked(pointer: "\(pointer)/\(member)", facts: predicate.facts, place: .session)
      }
    }
  }
}
