/// A sign-in that is still good, in seconds.
public struct SessionFacts: Sendable {
  public let authTime: Int
  public let age: Int

  public init(authTime: Int, age: Int) {
    self.authTime = authTime
    self.age = age
  }
}
