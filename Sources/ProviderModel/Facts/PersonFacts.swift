/// Who signed in, and when.
public struct PersonFacts: Sendable {
  public let person: Person
  /// Seconds since 1970, as the world outside sees it.
  public let authTime: Int
  /// Where their claims go.
  public let rules: ClaimRules

  public init(person: Person, authTime: Int, rules: ClaimRules = .none) {
    self.person = person
    self.authTime = authTime
    self.rules = rules
  }
}
