/// What one mutant of the client does wrong, and nothing else: what the examiner is examined with.
public struct Fault: Sendable, Equatable {
  /// What `--fault` takes.
  public let id: String
  /// The profile in which the mutant is examined.
  public let profile: String
  /// The one check that has to fail.
  public let check: String
  /// What the mutant does wrong, in one sentence.
  public let does: String

  init(_ id: String, _ profile: String, breaks check: String, _ does: String) {
    self.id = id
    self.profile = profile
    self.check = check
    self.does = does
  }

  public init?(id: String) {
    guard let found = Self.all.first(where: { $0.id == id }) else { return nil }
    self = found
  }

  /// Every mutant, in the order of the catalogue.
  public static let all: [Fault] = passive + native + implicit + web + resource
}
