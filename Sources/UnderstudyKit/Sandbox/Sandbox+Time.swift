internal import Basics
public import Foundation
internal import Server

extension Sandbox {
  /// How its clock goes.
  ///
  /// ```swift
  /// let now = try sandbox.clock().now
  /// ```
  public func clock() throws -> Clock { Clock(try control(.get, "/clock")) }

  /// Everything that was issued becomes older, and now stays: it expires under a client with a real clock.
  ///
  /// ```swift
  /// try sandbox.age(by: .seconds(2 * 86_400))
  /// ```
  @discardableResult
  public func age(by duration: Duration) throws -> Clock { try change("age", duration.iso8601) }

  /// Now moves on, for the sandbox alone.
  ///
  /// ```swift
  /// try sandbox.advance(by: .seconds(3600))
  /// ```
  @discardableResult
  public func advance(by duration: Duration) throws -> Clock {
    try change("advance", duration.iso8601)
  }

  /// The clock stands still.
  ///
  /// ```swift
  /// try sandbox.freeze()
  /// ```
  @discardableResult
  public func freeze() throws -> Clock { try change("freeze", true) }

  /// The clock goes on from where it stood.
  ///
  /// ```swift
  /// try sandbox.thaw()
  /// ```
  @discardableResult
  public func thaw() throws -> Clock { try change("freeze", false) }

  /// Sets the clock, in whole seconds: not back, once something was issued.
  ///
  /// ```swift
  /// try sandbox.set(now: Date(timeIntervalSince1970: 4_000_000_000))
  /// ```
  @discardableResult
  public func set(now: Date) throws -> Clock {
    try change("set", JSONValue(Dates.text(Int(now.timeIntervalSince1970.rounded(.down)))))
  }

  private func change(_ name: String, _ value: JSONValue) throws -> Clock {
    Clock(try control(.post, "/clock", JSONValue(.object(JSONObject([.init(name, value)])))))
  }
}
