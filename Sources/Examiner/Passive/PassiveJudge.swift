/// Judges passive checks: what a client sent, in any run and in a saved journal. Pure.
///
/// A request counts as the client's where our user agent did not send it. Authorization requests are the exception: the
/// client makes them through a browser, so the first of each flow is its own (`FlowReader`).
package struct PassiveJudge: Sendable {
  typealias Judge = @Sendable (PassiveCase) -> PassiveResult

  private let seen: PassiveCase

  /// Cuts the requests apart once, for all checks.
  package init(_ episodes: [CheckRun], _ subject: Subject) {
    seen = PassiveCase(episodes, subject)
  }

  package func judge(_ check: Check) -> PassiveResult {
    guard let judge = Self.judges[check.id] else {
      return .cannotSay("nobody judges \(check.id)")
    }
    return judge(seen)
  }

  package static func judge(
    _ check: Check, _ episodes: [CheckRun], _ subject: Subject
  ) -> PassiveResult {
    PassiveJudge(episodes, subject).judge(check)
  }

  /// The checks that have a judge: a test holds them against the catalogue.
  package static var known: Set<String> { Set(judges.keys) }

  private static let judges: [String: Judge] = [
    AuthorizationJudges.all, ProtectionJudges.all, ChallengeJudges.all, TokenRequestJudges.all,
    ClientAuthenticationJudges.all, BearerJudges.all, CanaryJudges.all, UserAgentJudges.all,
    DPoPJudges.all, ClientAssertionJudges.all, PushedRequestJudges.all,
    BrowserJudges.all, FileJudges.all,
  ].reduce(into: [:]) { all, some in all.merge(some) { one, _ in one } }
}
