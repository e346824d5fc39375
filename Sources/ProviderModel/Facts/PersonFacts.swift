/// Who signed in, and when.
package struct PersonFacts: Sendable {
  package let person: Person
  /// Seconds since 1970, as the world outside sees it.
  package let authTime: Int
  /// Where their claims go.
  package let rules: ClaimRules

  package init(person: Person, authTime: Int, rules: ClaimRules = .none) {
    self.person = person
    self.authTime = authTime
    self.rules = rules
  }
}
