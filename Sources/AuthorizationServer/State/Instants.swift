/// What time it is, in seconds since 1970.
public struct Instants: Sendable, Equatable, ExpressibleByIntegerLiteral {
  /// The real time: it judges timestamps that a client made.
  public var wall: Int
  /// The sandbox's own time: it decides what has expired, and is stamped into answers.
  public var sandbox: Int

  public init(wall: Int, sandbox: Int) {
    self.wall = wall
    self.sandbox = sandbox
  }
  public init(_ now: Int) { self.init(wall: now, sandbox: now) }
  public init(integerLiteral now: Int) { self.init(now) }
}
