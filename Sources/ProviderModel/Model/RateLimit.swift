/// A number of requests in each window of time.
package struct RateLimit: Sendable, Equatable {
  package var most: Int
  package var seconds: Int

  package init(most: Int, seconds: Int) {
    self.most = most
    self.seconds = seconds
  }
}
