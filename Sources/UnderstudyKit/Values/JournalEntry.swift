package import Basics
public import Foundation
internal import Server

extension Sandbox {
  /// An entry of the journal: a request with the decision and its reason, or a change to the sandbox.
  ///
  /// ```swift
  /// let refused = try #require(try sandbox.journal(matching: .refused).first)
  /// #expect(refused.condition == "client_unknown")
  /// #expect(refused.why?.contains("nobody") == true, "\(refused)")
  /// ```
  public struct JournalEntry: Sendable, Equatable, Identifiable {
    /// The number, which is never used twice. Responses name it in `Understudy-Exchange`.
    public let number: Int
    /// The time, by the wall clock.
    public let time: Date
    /// The time, by the sandbox's clock.
    public let sandboxTime: Date
    /// The sandbox's id.
    public let sandbox: String
    /// `exchange`, or the change to the sandbox: `clock`, `rules`, `answer`, `reset`, …
    public let kind: String
    /// The provider's id.
    public let provider: String?
    /// The endpoint's name.
    public let endpoint: String?
    /// The `client_id`, if it is known.
    public let client: String?
    /// The username, if it is known.
    public let person: String?
    /// The outcome: `refused: client_unknown`, `granted: code`, `page: login`, …
    public let outcome: String?
    /// The condition of a refusal, such as `client_unknown`.
    public let condition: String?
    /// The mistake in a refused request.
    public let why: String?
    /// How to fix a refused request.
    public let remedy: String?
    /// The section that requires the refusal, such as `RFC 6749 §4.1.3`.
    public let clause: String?
    /// The rule that changed the response.
    public let rule: String?
    /// Rules that almost matched, each with the mismatch.
    public let near: [String]
    /// The change to the sandbox, if the entry is not an exchange.
    public let detail: String?
    /// The name of the control token by which the sandbox was changed, if it has one.
    public let token: String?
    /// The request, with its secrets hidden; `nil` if the entry is not an exchange.
    public let request: Request?
    /// The response, with its secrets hidden; `nil` if the entry is not an exchange.
    public let response: Response?

    package init(_ value: JSONValue) {
      func text(_ name: String) -> String? { value[name]?.stringValue }
      func date(_ name: String) -> Date {
        Date(timeIntervalSince1970: Double(text(name).flatMap { Dates.seconds($0) } ?? 0))
      }
      number = value["n"]?.integerValue ?? 0
      time = date("at")
      sandboxTime = date("sandbox_time")
      sandbox = text("sandbox") ?? ""
      kind = text("kind") ?? ""
      provider = text("provider")
      endpoint = text("endpoint")
      client = text("client")
      person = text("person")
      outcome = text("outcome")
      condition = text("condition")
      why = text("why")
      remedy = text("remedy")
      clause = text("clause")
      rule = text("rule")
      near = value["near"]?.arrayValue?.compactMap(\.stringValue) ?? []
      detail = text("detail")
      token = text("token")
      request = value["request"].map { Request(kept: $0) }
      response = value["response"].map { Response(kept: $0) }
    }

    /// The entry's number.
    public var id: Int { number }
    /// The request's method.
    public var method: String? { request?.method }
    /// The request's path, without what stands before it in a sandbox.
    public var path: String? {
      guard let path = request?.path else { return nil }
      let prefix = "/_sandbox/\(sandbox)"
      return path.hasPrefix(prefix + "/") ? String(path.dropFirst(prefix.count)) : path
    }
    /// The status of the answer; 0 where none was sent.
    public var status: Int? { response?.status }
    /// Whether the provider refused.
    public var isRefused: Bool { outcome?.hasPrefix("refused") == true }
  }
}

extension Sandbox.Headers {
  init(kept value: JSONValue?) {
    self.init(
      (value?.arrayValue ?? []).map {
        Field($0["name"]?.stringValue ?? "", $0["value"]?.stringValue ?? "")
      })
  }
}

extension Sandbox.Request {
  init(kept value: JSONValue) {
    func text(_ name: String) -> String { value[name]?.stringValue ?? "" }
    method = text("method")
    scheme = text("scheme")
    authority = text("authority")
    target = text("target")
    headers = Sandbox.Headers(kept: value["headers"])
    body = text("body")
  }
}

extension Sandbox.Response {
  init(kept value: JSONValue) {
    status = value["status"]?.integerValue ?? 0
    headers = Sandbox.Headers(kept: value["headers"])
    body = value["body"]?.stringValue ?? ""
  }
}
