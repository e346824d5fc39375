import AuthorizationServer

/// A sandbox's own time: the real one, moved, or standing still.
public struct Clock: Sendable {
  /// Seconds by which the sandbox is ahead of the wall clock.
  public private(set) var offset = 0
  /// The instant at which it stands still; `nil` while it runs.
  public private(set) var frozen: Int?

  public init() {}

  public func instants(_ wall: Int) -> Instants {
    Instants(wall: wall, sandbox: frozen ?? wall + offset)
  }

  public mutating func freeze(_ wall: Int) { frozen = frozen ?? wall + offset }

  public mutating func thaw(_ wall: Int) {
    guard let frozen else { return }
    offset = frozen - wall
    self.frozen = nil
  }

  public mutating func set(_ instant: Int, _ wall: Int) {
    if frozen == nil { offset = instant - wall } else { frozen = instant }
  }

  public mutating func advance(_ seconds: Int) {
    if let frozen { self.frozen = frozen + seconds } else { offset += seconds }
  }
}
