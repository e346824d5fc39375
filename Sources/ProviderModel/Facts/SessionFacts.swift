/// A sign-in that is still good, in seconds.
package struct SessionFacts: Sendable {
  package let authTime: Int
  package let age: Int
  /// The session ID that clients see.
  package let id: String

  package init(authTime: Int, age: Int, id: String = "") {
    self.authTime = authTime
    self.age = age
    self.id = id
  }
}
