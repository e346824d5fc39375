/// How often something may be asked, in windows of so many seconds.
package struct RateLimit: Sendable, Equatable {
  package var most: Int
  package var seconds: Int

  package init(most: Int, seconds: Int) {
    self.most = most
    self.seconds = seconds
  }
}
