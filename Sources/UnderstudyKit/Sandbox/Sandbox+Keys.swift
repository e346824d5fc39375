internal import Basics

extension Sandbox {
  /// The keys that are published, and those that sign.
  ///
  /// ```swift
  /// let signing = try sandbox.signingKeys().filter { $0.signs }
  /// ```
  public func signingKeys() throws -> [SigningKey] { keys(try control(.get, "/keys")) }

  /// Takes steps of a key rotation; without an argument, a whole one.
  ///
  /// In another order than publish, use, retire, the provider rotates wrongly: its tokens are signed with a key that it
  /// does not publish.
  ///
  /// ```swift
  /// try sandbox.rotateKeys([.use])
  /// ```
  @discardableResult
  public func rotateKeys(
    _ steps: [KeyRotationStep] = [.publish, .use, .retire]
  ) throws -> [SigningKey] {
    let names = JSONValue(steps.map(\.rawValue))
    return keys(
      try control(.post, "/keys", JSONValue(.object(JSONObject([.init("steps", names)])))))
  }

  private func keys(_ value: JSONValue) -> [SigningKey] {
    value["keys"]?.arrayValue?.map { SigningKey($0) } ?? []
  }
}
