internal import Basics
public import Foundation
internal import ProviderModel
internal import Server

extension Sandbox {
  /// The clock of a sandbox.
  ///
  /// ```swift
  /// try sandbox.freeze()
  /// let clock = try sandbox.advance(by: .seconds(3600))
  /// #expect(clock.isFrozen)
  /// ```
  public struct Clock: Sendable, Equatable, CustomStringConvertible {
    /// The current time of the sandbox, in whole seconds.
    public let now: Date
    /// Whether the clock stands still.
    public let isFrozen: Bool
    /// The time by which issued credentials were aged.
    public let aged: Duration
    private let line: String

    init(_ value: JSONValue) {
      let text = value["now"]?.stringValue ?? ""
      let age = value["aged"]?.stringValue ?? "PT0S"
      let milliseconds = Duration8601.milliseconds(age) ?? 0
      now = Date(timeIntervalSince1970: Double(Dates.seconds(text) ?? 0))
      isFrozen = value["frozen"]?.boolValue == true
      aged = .milliseconds(milliseconds)
      line =
        text + (isFrozen ? ", frozen" : "")
        + (milliseconds > 0 ? ", issued credentials aged by \(age)" : "")
    }

    /// The present, and what was done to it, in one line.
    public var description: String { line }
  }
}

extension Duration {
  /// As the control API takes it; a fraction stays one.
  var iso8601: JSONValue {
    let (seconds, rest) = (components.seconds, components.attoseconds)
    guard rest != 0 else { return JSONValue(.number(String(seconds))) }
    let milliseconds = (abs(rest) + 999_999_999_999_999) / 1_000_000_000_000_000
    let sign = seconds < 0 || rest < 0 ? "-" : ""
    let all = abs(seconds) * 1_000 + milliseconds
    let fraction = String(1_000 + all % 1_000).dropFirst()
    return JSONValue("\(sign)PT\(all / 1_000).\(fraction)S")
  }

  /// Whole milliseconds; what is left counts as one more.
  var milliseconds: Int {
    let part = components.attoseconds / 1_000_000_000_000_000
    let isMore = components.attoseconds % 1_000_000_000_000_000 > 0
    return Int(components.seconds) * 1_000 + Int(part) + (isMore ? 1 : 0)
  }
}
