import Basics

/// How many requests a rule lets pass.
extension RuleReader {
  /// The longest window: a day.
  private static let longest = 86_400

  func readLimit(_ reader: inout FixtureReader) -> RateLimit? {
    _ = reader.member("requests", required: true)
    let most = reader.integer("requests")
    let seconds = readWindow(&reader)
    reader.finish()
    guard let most, let seconds else { return nil }
    return RateLimit(most: most, seconds: seconds)
  }

  /// Whole seconds, as a sandbox's clock counts them.
  private func readWindow(_ reader: inout FixtureReader) -> Int? {
    guard let member = reader.member("per", required: true) else { return nil }
    let milliseconds = member.stringValue.flatMap { Duration8601.milliseconds($0) }
    guard let milliseconds, milliseconds % 1000 == 0,
      (1...Self.longest).contains(milliseconds / 1000)
    else {
      findings.error(
        member, reader.at("per"),
        "expected a duration of whole seconds such as PT1S, a day at most, found \(member.found)")
      return nil
    }
    return milliseconds / 1000
  }

  /// Whoever says no more than a limit means the provider's own words, which not every endpoint has.
  func checkRateLimited(_ match: Rule.Match, _ reader: FixtureReader) {
    let left = places(match)
    guard !left.isEmpty,
      !left.contains(where: { $0.provider.conditions(at: $0.endpoint).contains(.rateLimited) })
    else { return }
    findings.error(
      reader.value["limit"], reader.at("limit"),
      "\(match.place) has no words of its own for a limit; say in \"then\" what the requests beyond "
        + "it come to, such as {\"answer\": {\"status\": 429}}")
  }
}
