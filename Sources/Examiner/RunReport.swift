/// One examination of one client.
package struct RunReport: Sendable {
  package var toolVersion: String
  package var profile: String
  package var profileTitle: String
  package var provider: String
  /// How the client was started or reached: its command line or its start URL, with secrets hidden.
  package var client: String
  /// The frozen set of requirements to use.
  package var requirements: String
  package var isStrict = false
  /// Seconds since 1970.
  package var started: Int
  package var seconds: Double
  package var results: [CheckResult]
  /// Ids of the baseline that did not fail any more, or that no check has.
  package var stale: [String] = []
  /// How many passive checks `--only` left out.
  package var leftOut = 0
  /// Ctrl-C ended it: what is missing was not done.
  package var isInterrupted = false

  package init(
    toolVersion: String, profile: String, profileTitle: String, provider: String, client: String,
    requirements: String, started: Int, seconds: Double, results: [CheckResult]
  ) {
    self.toolVersion = toolVersion
    self.profile = profile
    self.profileTitle = profileTitle
    self.provider = provider
    self.client = client
    self.requirements = requirements
    self.started = started
    self.seconds = seconds
    self.results = results
  }

  package func count(_ verdict: Verdict) -> Int { results.count { $0.verdict == verdict } }

  /// Whether all that is required holds, and the baseline is up to date.
  package var isGreen: Bool {
    !results.contains(where: \.breaks) && stale.isEmpty && !isInterrupted
  }
}
