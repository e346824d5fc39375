internal import Basics
internal import ProviderModel

// Each effect begins a rule, or is added to one: `.delay(.seconds(2)).condition("server_error")`.
extension Sandbox.Rule {
  /// The request ends as the provider ends on this condition, in its own bytes.
  ///
  /// `understudy providers ID` and `GET /_understudy/sandboxes/ID/providers/ID` list those of each endpoint.
  ///
  /// ```swift
  /// try sandbox.add(.condition("code_expired").at("vk", "token"))
  /// ```
  public static func condition(_ name: Sandbox.Condition) -> Self { Self().condition(name) }
  /// And the request ends as the provider ends on this condition.
  public func condition(_ name: Sandbox.Condition) -> Self {
    then("condition", JSONValue(name.rawValue))
  }

  /// This answer, and nothing of the provider's.
  ///
  /// ```swift
  /// try sandbox.add(.answer(503, headers: ["Retry-After": "1"], body: "Later.").at("vk").once)
  /// ```
  /// - Parameters:
  ///   - status: 200 to 599.
  ///   - headers: None of the connection's, such as `Content-Length` and `Date`.
  ///   - body: As it is sent.
  public static func answer(
    _ status: Int, headers: [String: String] = [:], body: String = ""
  ) -> Self { Self().answering(status, headers, "body", JSONValue(body)) }
  /// This answer in JSON, and nothing of the provider's.
  ///
  /// ```swift
  /// try sandbox.add(.answer(400, json: ["error": "invalid_scope"]).at("standard", "token").once)
  /// ```
  /// - Parameters:
  ///   - status: 200 to 599.
  ///   - headers: None of the connection's; `Content-Type` is set.
  ///   - json: The body.
  public static func answer(
    _ status: Int, headers: [String: String] = [:], json: Sandbox.JSON
  ) -> Self { Self().answering(status, headers, "json", json.tree) }

  private func answering(
    _ status: Int, _ headers: [String: String], _ name: String, _ body: JSONValue
  ) -> Self {
    var answer = JSONObject([.init("status", JSONValue(status))])
    if !headers.isEmpty {
      let fields = headers.sorted { $0.key < $1.key }
      answer["headers"] = JSONValue(
        .object(JSONObject(fields.map { .init($0.key, JSONValue($0.value)) })))
    }
    answer[name] = body
    return then("answer", JSONValue(.object(answer)))
  }

  /// So many matching requests pass in each window of the sandbox's time; the provider refuses those beyond in its own words,
  /// and `Retry-After` says how long to wait.
  ///
  /// ```swift
  /// try sandbox.add(.limit(5, per: .seconds(60)).at("standard", "userinfo"))
  /// ```
  /// - Parameters:
  ///   - requests: How many pass.
  ///   - window: From its first request on: whole seconds, a day at most.
  public static func limit(_ requests: Int, per window: Duration) -> Self {
    Self().limit(requests, per: window)
  }
  /// And it acts only beyond so many requests in each window of the sandbox's time.
  public func limit(_ requests: Int, per window: Duration) -> Self {
    let seconds = Int(window.components.seconds)
    return with("limit", "requests", JSONValue(requests))
      .with("limit", "per", JSONValue(Duration8601.text(seconds: seconds)))
  }

  /// The answer comes late: ten minutes at most.
  ///
  /// ```swift
  /// try sandbox.add(.delay(.milliseconds(100)).at("standard"))
  /// ```
  public static func delay(_ duration: Duration) -> Self { Self().delay(duration) }
  /// And the answer comes late: ten minutes at most.
  public func delay(_ duration: Duration) -> Self {
    then("delay", JSONValue(duration.milliseconds))
  }

  /// The body comes bit by bit.
  ///
  /// ```swift
  /// try sandbox.add(.drip(10, every: .milliseconds(5)).at("standard", "userinfo"))
  /// ```
  /// - Parameters:
  ///   - bytes: How many come at once.
  ///   - pause: From piece to piece.
  public static func drip(_ bytes: Int, every pause: Duration) -> Self {
    Self().drip(bytes, every: pause)
  }
  /// And the body comes bit by bit.
  public func drip(_ bytes: Int, every pause: Duration) -> Self {
    let drip = JSONObject([
      .init("bytes", JSONValue(bytes)), .init("every", JSONValue(pause.milliseconds)),
    ])
    return then("drip", JSONValue(.object(drip)))
  }

  /// The body breaks off after so many bytes, and the connection ends.
  ///
  /// ```swift
  /// try sandbox.add(.truncate(after: 10).at("standard", "userinfo"))
  /// ```
  public static func truncate(after bytes: Int) -> Self { Self().truncate(after: bytes) }
  /// And the body breaks off after so many bytes.
  public func truncate(after bytes: Int) -> Self { then("truncate", JSONValue(bytes)) }

  /// A TCP reset in place of an answer.
  ///
  /// ```swift
  /// try sandbox.add(.reset.at("standard", "token").once)
  /// ```
  public static var reset: Self { Self().then("reset", true) }
  /// The connection ends without an answer.
  ///
  /// ```swift
  /// try sandbox.add(.close.at("standard", "token").once)
  /// ```
  public static var close: Self { Self().then("close", true) }

  /// The provider's own answer, changed.
  ///
  /// ```swift
  /// try sandbox.add(.change(.twice).at("standard", "authorize").once)
  /// ```
  public static func change(_ changes: Sandbox.Change...) -> Self { Self().changing(changes) }
  /// And the answer is changed.
  public func change(_ changes: Sandbox.Change...) -> Self { changing(changes) }
  private func changing(_ changes: [Sandbox.Change]) -> Self {
    var change = members["then"]?["change"]?.objectValue ?? JSONObject()
    for one in changes { one.write(into: &change) }
    return then("change", JSONValue(.object(change)))
  }

  /// All rules of a scenario that is known by name, such as `token-endpoint-flaky`.
  ///
  /// It stands alone: nothing can be added to it.
  ///
  /// ```swift
  /// try sandbox.add(.scenario("token-endpoint-flaky"))
  /// ```
  public static func scenario(_ name: String) -> Self { Self().with("scenario", JSONValue(name)) }

  private func then(_ name: String, _ value: JSONValue) -> Self { with("then", name, value) }
}
