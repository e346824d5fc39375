/// A sign-in that is still good, in seconds.
package struct SessionFacts: Sendable {
  package let authTime: Int
  package let age: Int

  package init(authTime: Int, age: Int) {
    self.authTime = authTime
    self.age = age
  }
}
