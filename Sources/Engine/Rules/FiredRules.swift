import ProviderModel

/// What the rules of the sandbox have said about a request so far.
struct FiredRules {
  /// The rule that this exchange has fired.
  var rule: Rule?
  /// The condition that a rule orders at the authorization endpoint.
  var ordered: Condition?
  /// What the limit of a rule that was met leaves.
  var quota: Quota?
  /// Whether rules about the end of a sign-in have been asked.
  var hasDeparted = false
  /// Lines for the journal about rules that nearly matched.
  private(set) var near: [String] = []

  var change: Rule.Change? { rule?.effect.change }

  private static let mostNear = 20

  /// A sign-in without a page arrives and departs in one request, so a rule may be noted twice.
  mutating func note(_ line: String) {
    if near.count < Self.mostNear, !near.contains(line) { near.append(line) }
  }
}

/// What a rule's limit leaves to the requests that it counts.
struct Quota: Sendable {
  let limit: RateLimit
  /// The number of this request in its window.
  let count: Int
  /// Seconds until the window ends, and with it the count.
  let wait: Int

  init(_ limit: RateLimit, _ window: RateWindow, at now: Int) {
    self.limit = limit
    count = window.count
    wait = max(window.ends - now, 1)
  }

  var left: Int { max(limit.most - count, 0) }
  var isSpent: Bool { count > limit.most }
}
