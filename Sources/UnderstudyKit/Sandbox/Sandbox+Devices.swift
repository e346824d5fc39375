internal import Basics

extension Sandbox {
  /// The requests of devices, the oldest first (RFC 8628).
  ///
  /// ```swift
  /// let waiting = try sandbox.devices().filter { $0.status == .pending }
  /// ```
  public func devices() throws -> [Device] {
    try control(.get, "/devices").arrayValue?.map { Device($0) } ?? []
  }

  /// Approves a device as a person: its next poll gets tokens.
  ///
  /// ```swift
  /// try sandbox.approveDevice(userCode, as: "alice")
  /// ```
  /// - Parameters:
  ///   - userCode: The code that the device shows; letter case and separators make no difference.
  ///   - person: A username.
  ///   - scopes: They consent to these only; `nil` for all that the device asks for.
  @discardableResult
  public func approveDevice(
    _ userCode: String, as person: String, scopes: [String]? = nil
  ) throws -> Device {
    var body = JSONObject([.init("person", JSONValue(person))])
    body["scopes"] = scopes.map { JSONValue($0) }
    return Device(try control(.post, Self.device(userCode, "approve"), JSONValue(.object(body))))
  }

  /// Denies a device: its next poll gets `access_denied`.
  ///
  /// ```swift
  /// try sandbox.denyDevice(userCode)
  /// ```
  /// - Parameters:
  ///   - userCode: The code that the device shows; letter case and separators make no difference.
  ///   - person: The username of the person who denies; `nil` if nobody has signed in.
  @discardableResult
  public func denyDevice(_ userCode: String, as person: String? = nil) throws -> Device {
    var body = JSONObject()
    body["person"] = person.map { JSONValue($0) }
    return Device(try control(.post, Self.device(userCode, "deny"), JSONValue(.object(body))))
  }

  private static func device(_ userCode: String, _ deed: String) -> String {
    "/devices/\(QueryStyle(space: .percent, safe: "-_.~").encode(userCode))/\(deed)"
  }
}
