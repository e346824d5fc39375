/// One examination of one client.
public struct RunReport: Sendable {
  public var toolVersion: String
  public var profile: String
  public var profileTitle: String
  public var provider: String
  /// How the client was started or reached: its command line or its start URL, with secrets hidden.
  public var client: String
  /// The frozen set of requirements that counts.
  public var requirements: String
  public var isStrict = false
  /// Seconds since 1970.
  public var started: Int
  public var seconds: Double
  public var results: [CheckResult]
  /// Ids of the baseline that did not fail any more, or that no check has.
  public var stale: [String] = []
  /// Ctrl-C ended it: what is missing was not done.
  public var isInterrupted = false

  public init(
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

  public func count(_ verdict: Verdict) -> Int { results.count { $0.verdict == verdict } }

  /// Whether all that is required holds, and the baseline is up to date.
  public var isGreen: Bool { !results.contains(where: \.breaks) && stale.isEmpty && !isInterrupted }
}
