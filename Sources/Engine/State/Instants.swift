/// What time it is, in seconds since 1970.
package struct Instants: Sendable, Equatable, ExpressibleByIntegerLiteral {
  /// The real time: it judges timestamps that a client made.
  package var wall: Int
  /// The sandbox's own time: it decides what has expired, and is stamped into answers.
  package var sandbox: Int

  package init(wall: Int, sandbox: Int) {
    self.wall = wall
    self.sandbox = sandbox
  }
  package init(_ now: Int) { self.init(wall: now, sandbox: now) }
  package init(integerLiteral now: Int) { self.init(now) }
}
