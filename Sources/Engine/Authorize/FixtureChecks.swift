import ProviderModel

/// The checks that a fixture makes itself.
enum FixtureChecks {
  /// Those of one phase of an authorization request.
  static func pass(_ phase: CheckPhase, _ context: RequestContext) throws(Refusal) {
    for check in context.provider.checks(in: phase) {
      try pass(check, .authorize, at: "checks.\(phase.rawValue)", context)
    }
  }

  /// Those of an endpoint, or of a grant.
  /// - Parameter early: Those that run before the client authenticates, or the others.
  static func pass(
    _ checks: [Check], early: Bool = false, _ context: RequestContext
  ) throws(Refusal) {
    for check in checks where check.isEarly == early {
      try pass(
        check, context.endpoint.kind.catalogue, at: "\(context.endpoint.name).checks", context)
    }
  }

  private static func pass(
    _ check: Check, _ catalogue: Condition.Catalogue, at place: @autoclosure () -> String,
    _ context: RequestContext
  ) throws(Refusal) {
    guard let failed = context.facts.failure(of: check) else { return }
    throw Refusal(
      check.fail, at: catalogue, facts: failed.element.map { [("value", $0)] } ?? [],
      failed.why ?? "the check \(check.name) failed",
      clause: check.clause ?? "\(place()).\(check.name) of its provider file",
      remedy: .say(failed.remedy ?? ""))
  }
}
