/// A revision of the Model Context Protocol.
package enum MCPRevision: String, Sendable, Codable, CaseIterable {
  case july2026 = "2026-07-28"
  case november2025 = "2025-11-25"
  case june2025 = "2025-06-18"

  /// Whether a client begins with `initialize`. Later revisions have no handshake: each request says its own version.
  package var hasHandshake: Bool { self != .july2026 }

  /// Whether wrong arguments are the result of a tool, which a model can read, and not a protocol error (SEP-1303).
  package var returnsArgumentErrors: Bool { self != .june2025 }
}
