import Basics
import Engine

/// Quirks that a sandbox has switched on and off, against what the server was started with: by provider.
package struct QuirkSwitches: Sendable, Codable {
  package var with: [String: [String]]
  package var without: [String: [String]]

  package init(with: [String: [String]] = [:], without: [String: [String]] = [:]) {
    self.with = with
    self.without = without
  }

  /// The state that follows in a snapshot is read with these quirks, or without, if this server lacks them.
  package init(from decoder: any Decoder) throws {
    let unpacker = try Unpacker.behind(decoder)
    self.init(
      with: try unpacker.read([String: [String]].self),
      without: try unpacker.read([String: [String]].self))
    if try !SnapshotContext.behind(decoder).play(with: with, without: without) {
      self = QuirkSwitches()
    }
  }

  package func encode(to encoder: any Encoder) throws {
    let packer = try Packer.behind(encoder)
    try packer.write(with)
    try packer.write(without)
  }
}
