import Engine

/// A sandbox's own time: the real one, moved, or standing still.
package struct Clock: Sendable, Codable {
  /// Seconds by which the sandbox is ahead of the wall clock.
  package private(set) var offset = 0
  /// The instant at which it stands still; `nil` while it runs.
  package private(set) var frozen: Int?

  package init() {}

  package func instants(_ wall: Int) -> Instants {
    Instants(wall: wall, sandbox: frozen ?? wall + offset)
  }

  package mutating func freeze(_ wall: Int) { frozen = frozen ?? wall + offset }

  package mutating func thaw(_ wall: Int) {
    guard let frozen else { return }
    offset = frozen - wall
    self.frozen = nil
  }

  package mutating func set(_ instant: Int, _ wall: Int) {
    if frozen == nil { offset = instant - wall } else { frozen = instant }
  }

  package mutating func advance(_ seconds: Int) {
    if let frozen { self.frozen = frozen + seconds } else { offset += seconds }
  }
}
