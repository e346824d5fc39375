import ProviderModel

/// The checks that a fixture makes itself.
enum OwnChecks {
  /// Those of one phase of an authorization request.
  static func pass(_ phase: CheckPhase, _ turn: Turn) throws(Refusal) {
    guard let checks = turn.provider.checks[phase] else { return }
    try pass(checks, .authorize, at: "checks.\(phase.rawValue)", turn)
  }

  /// Those of an endpoint, or of a grant.
  static func pass(_ checks: [Check], _ turn: Turn) throws(Refusal) {
    guard !checks.isEmpty else { return }
    try pass(checks, turn.endpoint.kind.catalogue, at: "\(turn.endpoint.name).checks", turn)
  }

  private static func pass(
    _ checks: [Check], _ catalogue: Condition.Catalogue, at place: String, _ turn: Turn
  ) throws(Refusal) {
    for check in checks {
      guard let failed = turn.facts.failure(of: check) else { continue }
      throw Refusal(
        check.fail, at: catalogue, facts: failed.element.map { [("value", $0)] } ?? [],
        failed.why ?? "the check \(check.name) failed",
        clause: check.clause ?? "\(place).\(check.name) of its fixture",
        remedy: .say(failed.remedy ?? ""))
    }
  }
}
