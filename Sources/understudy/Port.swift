import ArgumentParser
import Basics

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

/// The value of an option that may also stand alone, as a flag: kept as it was written until it can be judged. Of a value
/// that can't be read the parser would say that nobody expected it, or say nothing and take the option for a flag.
struct PortText: Sendable, CustomStringConvertible {
  let description: String

  @Sendable init(_ text: String) { description = text }

  var number: UInt16? { Port.number(description) }

  func check(_ option: String) throws {
    guard number == nil else { return }
    throw Failure(text: "\(option) \(description): \(Port.expected)")
  }
}
