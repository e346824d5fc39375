/// A condition that can occur at an endpoint, for lists.
package struct PossibleRefusal: Sendable {
  package let condition: Condition
  /// The cause, in one sentence; empty if the fixture does not describe it.
  package let summary: String
  /// Its facts, as `err.NAME`.
  package let facts: [String]
  /// The specification that requires the refusal; `nil` for a fixture's own conditions.
  package let clause: String?
  /// The evidence for the response; `nil` if the sources of the file apply.
  package let evidence: Quirk.Evidence?
}

extension Provider {
  /// All conditions of requests to this endpoint, sorted by name.
  package func refusals(at endpoint: Endpoint) -> [PossibleRefusal] {
    // Once for all conditions: of a large provider there are a hundred.
    let written = quirks.filter(\.on).map { (quirk: $0, places: Merge.leaves($0.patch).map(\.0)) }
    return conditions(at: endpoint).map { condition in
      // A rule may order what the table has a look for, also where the endpoint itself never comes to it.
      let declaration =
        Condition.declarations.first {
          $0.condition == condition && endpoint.kind.catalogues.contains($0.catalogue)
        } ?? condition.declaration(at: endpoint.kind.catalogue)
      return PossibleRefusal(
        condition: condition, summary: declaration?.summary ?? ownSummary(of: condition, endpoint),
        facts: declaration?.facts ?? [], clause: declaration?.clause,
        evidence: evidence(for: condition, in: endpoint.errorTable, written))
    }.sorted { $0.condition.name < $1.condition.name }
  }

  // MARK: A fixture's own

  private func ownSummary(of condition: Condition, _ endpoint: Endpoint) -> String {
    // Endpoints of one table have the looks of each other's conditions.
    let own =
      endpoint.kind == .pushedAuthorization
      ? CheckPhase.ofRequests.flatMap { checks[$0] ?? [] } + endpoint.service.checks
      : endpoint.kind.isService
        ? endpoints.filter { $0.errorTable == endpoint.errorTable }.flatMap(\.service.checks)
          + token.grants.flatMap(\.rule.checks) + (checks[.scope] ?? [])
        : CheckPhase.allCases.flatMap { checks[$0] ?? [] }
    // A table may also be that of an endpoint of another kind.
    let others =
      CheckPhase.allCases.flatMap { checks[$0] ?? [] } + endpoints.flatMap(\.service.checks)
    if let check = (own + others).first(where: { $0.fail == condition }) {
      return "The check \(check.name): \(check.why?.source ?? "it failed")."
    }
    if let variable = variables.first(where: { $0.rule.missing == condition }) {
      return "The cast has no \(variable.name) of this name."
    }
    if let parameter = parameters.first(where: { $0.rule.invalid == condition }) {
      return "The parameter \(parameter.rule.wire) has a value that it may not have."
    }
    let bound = token.grants.flatMap(\.rule.mustMatch).first { $0.condition == condition }
    if let bound { return "The \(bound.name) is not the one of the authorization request." }
    let denials = endpoints.filter { other in
      other.condition == condition || other.conditions.contains { $0.condition == condition }
    }
    return denials.isEmpty
      ? "" : "The person left by \(denials.map(\.name).joined(separator: " or "))."
  }

  // MARK: Evidence

  /// The evidence for the response to a condition of a table.
  /// - Parameter written: the quirks that are on, with the places that they write.
  private func evidence(
    for condition: Condition, in table: String, _ written: [(quirk: Quirk, places: [String])]
  ) -> Quirk.Evidence? {
    guard let errors = errors[table] else { return nil }
    let entry = errors.place(of: condition)
    let pointer = "/errors/\(table)/\(entry)"
    func isAbout(_ other: String) -> Bool {
      other == pointer || other.hasPrefix(pointer + "/") || pointer.hasPrefix(other + "/")
    }
    // If several quirks apply, the weakest evidence counts.
    let quirks = written.filter { $0.places.contains(where: isAbout) }.map(\.quirk)
    if inferred.contains(where: isAbout) {
      return .init(grade: .inferred, source: "\(pointer) is listed in inferred")
    }
    let rank = Quirk.Grade.allCases
    let weakest = quirks.max {
      (rank.firstIndex(of: $0.evidence.grade) ?? 0) < (rank.firstIndex(of: $1.evidence.grade) ?? 0)
    }
    return weakest.map {
      .init(grade: $0.evidence.grade, source: "quirk \($0.id): \($0.evidence.source)")
    }
  }
}
