/// A number of requests in each window of time.
package struct RateLimit: Sendable, Equatable {
  package var most = 1
  package var seconds = 1

  package init(most: Int, seconds: Int) {
    self.most = most
    self.seconds = seconds
  }
}

extension RateLimit: ProviderPart {
  init() {}

  static let declaration = ObjectDeclaration<Self>(
    "rate", "The number of calls that one token may make.",
    [
      .whole(
        "most", \.most, in: Bounds.most, "The number of calls in a window.", example: "5000"),
      .whole(
        "seconds", \.seconds, in: 1...Bounds.century, "The length of a window, in seconds.",
        example: "3600"),
    ])
}
