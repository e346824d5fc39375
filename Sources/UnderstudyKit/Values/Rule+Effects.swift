internal import Basics
internal import ProviderModel

// Each effect begins a rule, or is added to one: `.delay(.seconds(2)).condition("server_error")`.
extension Sandbox.Rule {
  /// The provider refuses the request for this condition, with its own response.
  ///
  /// `understudy providers ID` and `GET /_understudy/sandboxes/ID/providers/ID` list those of each endpoint.
  ///
  /// ```swift
  /// try sandbox.add(.condition("code_expired").at("vk", "token"))
  /// ```
  public static func condition(_ name: Sandbox.Condition) -> Self { Self().condition(name) }
  /// And the provider refuses the request for this condition.
  public func condition(_ name: Sandbox.Condition) -> Self {
    then("condition", JSONValue(name.rawValue))
  }

  /// This answer replaces the provider's.
  ///
  /// ```swift
  /// try sandbox.add(.answer(503, headers: ["Retry-After": "1"], body: "Later.").at("vk").once)
  /// ```
  /// - Parameters:
  ///   - status: 200 to 599.
  ///   - headers: None of the connection's, such as `Content-Length` and `Date`.
  ///   - body: As it is sent.
  ///   - times: How often the body is repeated; the whole body has 16 MiB at most.
  public static func answer(
    _ status: Int, headers: [String: String] = [:], body: String = "", repeated times: Int = 1
  ) -> Self { Self().answering(status, headers, "body", JSONValue(body), times) }
  /// This answer in JSON replaces the provider's.
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
    _ status: Int, _ headers: [String: String], _ name: String, _ body: JSONValue,
    _ times: Int = 1
  ) -> Self {
    var answer = JSONObject([.init("status", JSONValue(status))])
    if !headers.isEmpty {
      let fields = headers.sorted { $0.key < $1.key }
      answer["headers"] = JSONValue(
        .object(JSONObject(fields.map { .init($0.key, JSONValue($0.value)) })))
    }
    answer[name] = body
    if times != 1 { answer["repeat"] = JSONValue(times) }
    return then("answer", JSONValue(.object(answer)))
  }

  /// This many matching requests pass in each window of the sandbox's time. The provider refuses the others in its own words,
  /// and `Retry-After` says how long to wait.
  ///
  /// ```swift
  /// try sandbox.add(.limit(5, per: .seconds(60)).at("standard", "userinfo"))
  /// ```
  /// - Parameters:
  ///   - requests: The number of requests that pass.
  ///   - window: The length of the window from its first request on: whole seconds, a day at most.
  public static func limit(_ requests: Int, per window: Duration) -> Self {
    Self().limit(requests, per: window)
  }
  /// And it applies only to requests beyond this number in each window of the sandbox's time.
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

  /// The body is sent in pieces.
  ///
  /// ```swift
  /// try sandbox.add(.drip(10, every: .milliseconds(5)).at("standard", "userinfo"))
  /// ```
  /// - Parameters:
  ///   - bytes: The size of a piece.
  ///   - pause: The time between pieces.
  public static func drip(_ bytes: Int, every pause: Duration) -> Self {
    Self().drip(bytes, every: pause)
  }
  /// And the body is sent in pieces.
  public func drip(_ bytes: Int, every pause: Duration) -> Self {
    let drip = JSONObject([
      .init("bytes", JSONValue(bytes)), .init("every", JSONValue(pause.milliseconds)),
    ])
    return then("drip", JSONValue(.object(drip)))
  }

  /// The connection ends after this many bytes of the body.
  ///
  /// ```swift
  /// try sandbox.add(.truncate(after: 10).at("standard", "userinfo"))
  /// ```
  public static func truncate(after bytes: Int) -> Self { Self().truncate(after: bytes) }
  /// And the connection ends after this many bytes of the body.
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

  /// The provider decides on the request, and its answer is lost.
  ///
  /// ```swift
  /// try sandbox.add(.lost(.close).at("standard", "token").once)
  /// ```
  public static func lost(_ loss: Loss) -> Self { Self().lost(loss) }
  /// And its answer is lost.
  public func lost(_ loss: Loss) -> Self { then("lost", JSONValue(loss.rawValue)) }

  /// How an answer is lost.
  public enum Loss: String, Sendable, CaseIterable {
    /// The connection closes.
    case close
    /// The connection is reset.
    case reset
  }

  /// The browser goes through redirects and pages before it gets the page that it requested.
  ///
  /// ```swift
  /// try sandbox.add(.detour(.relative, .link).at("standard", "authorize"))
  /// ```
  public static func detour(_ hops: Hop...) -> Self {
    Self().then("detour", JSONValue(hops.map(\.rawValue)))
  }

  /// A step of a detour.
  public enum Hop: String, Sendable, CaseIterable {
    /// A redirect to an absolute address.
    case redirect
    /// A redirect to a relative address.
    case relative
    /// A page with a link.
    case link
    /// A page that refreshes itself.
    case refresh
    /// A page with a script.
    case script
  }

  /// The host shows a faulty certificate at the handshake. Only the default sandbox has such rules, and they may match a host
  /// and nothing else.
  public static func tls(_ fault: CertificateFault) -> Self {
    Self().then("tls", JSONValue(fault.rawValue))
  }

  /// A fault of a server certificate.
  public enum CertificateFault: String, Sendable, CaseIterable {
    /// It has expired.
    case expired
    /// It is not valid yet.
    case notYetValid = "not-yet-valid"
    /// It is signed by its own key.
    case selfSigned = "self-signed"
    /// It names another host.
    case wrongHost = "wrong-host"
    /// It is signed by a CA that nobody trusts.
    case untrusted
    /// The server leaves out an intermediate certificate (RFC 5246 §7.4.2).
    case missingIntermediate = "missing-intermediate"
    /// It is on the CA's list of revoked certificates (RFC 5280 §4.2.1.13).
    case revoked
  }

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
