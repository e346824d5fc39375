/// Who signed in, and when.
public struct PersonFacts: Sendable {
  public let person: Person
  /// Seconds since 1970, as the world outside sees it.
  public let authTime: Int

  public init(person: Person, authTime: Int) {
    self.person = person
    self.authTime = authTime
  }
}
