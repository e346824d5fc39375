import ArgumentParser

/// A TCP port, as options and variables have it.
enum Port {
  static let expected = "expected a port from 0 to 65535"

  static func number(_ text: String) -> UInt16? { UInt16(text) }

  /// For an option.
  @Sendable static func read(_ text: String) throws -> UInt16 {
    if let port = number(text) { return port }
    throw ValidationError(expected)
  }
}
