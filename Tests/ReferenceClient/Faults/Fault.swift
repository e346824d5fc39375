/// What one mutant of the client does wrong, and nothing else: what the examiner is examined with.
public struct Fault: Sendable, Equatable {
  /// What `--fault` takes.
  public let id: String
  /// The profile in which the mutant is examined.
  public let profile: String
  /// The checks that have to fail: one at the profile's own provider, and those of the dialects in which the mutant is
  /// examined too. Two of one dialect show the client the same, byte for byte.
  public let checks: [String]
  /// What the mutant does wrong, in one sentence.
  public let does: String

  init(
    _ id: String, _ profile: String, breaks check: String, and second: String? = nil,
    and third: String? = nil, at dialects: [String] = [], _ does: String
  ) {
    self.id = id
    self.profile = profile
    checks = [check] + [second, third].compactMap { $0 } + dialects
    self.does = does
  }

  public init?(id: String) {
    guard let found = Self.all.first(where: { $0.id == id }) else { return nil }
    self = found
  }

  /// Whether the mutant is examined in a profile too that shares its checks with others.
  public func isExamined(in profile: String, sharing shares: [String]) -> Bool {
    profile == self.profile
      || !Self.ofOneProfile.contains(id) && checks.allSatisfy(shares.contains)
  }

  /// Mutants whose place in the client is one that no other kind of client has, or that break more where checks of several
  /// profiles meet.
  private static let ofOneProfile: Set<String> = [
    "shows-whom-it-refuses", "keeps-first-refresh-token", "no-discovery",
    "unverified-jwt-in-a-cookie",
  ]

  /// Every mutant, in the order of the catalogue.
  public static let all: [Fault] =
    passive + native + implicit + traps + web + resource + device + exchange + mcp
    + senderConstrained + registration + leaks + nearPrograms
}
