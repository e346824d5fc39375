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
    "rate", "A number of requests in each window of time.",
    [
      .whole(
        "most", \.most, in: Bounds.most, "The number of requests in a window.", example: "5000"),
      .whole(
        "seconds", \.seconds, in: 1...Bounds.century, "The length of a window, in seconds.",
        example: "3600"),
    ])
}
