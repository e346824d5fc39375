/// How often something may be asked, in windows of so many seconds.
public struct RateLimit: Sendable, Equatable {
  public var most: Int
  public var seconds: Int

  public init(most: Int, seconds: Int) {
    self.most = most
    self.seconds = seconds
  }
}
