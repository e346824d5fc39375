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
    /// Its number, never given twice. Answers name it in `Understudy-Exchange`.
    public let number: Int
    /// When, by the wall clock.
    public let time: Date
    /// When, by the sandbox's clock.
    public let sandboxTime: Date
    /// The sandbox's id.
    public let sandbox: String
    /// `exchange`, or what was done to the sandbox: `clock`, `rules`, `answer`, `reset`, …
    public let kind: String
    /// The provider's id.
    public let provider: String?
    /// The endpoint's name.
    public let endpoint: String?
    /// The `client_id`, where it is known.
    public let client: String?
    /// The username, where it is known.
    public let person: String?
    /// What it came to: `refused: client_unknown`, `granted: code`, `page: login`, …
    public let outcome: String?
    /// Of a refusal: its name in the provider's catalogue.
    public let condition: String?
    /// Of a refusal: what is wrong with the request.
    public let why: String?
    /// Of a refusal: how to mend it.
    public let remedy: String?
    /// Of a refusal: the section that demands it, such as `RFC 6749 §4.1.3`.
    public let clause: String?
    /// The rule that had a hand in it.
    public let rule: String?
    /// What would have matched, and what was missing for it.
    public let near: [String]
    /// Of anything but an exchange: what was done.
    public let detail: String?
    /// The request, with its secrets hidden; `nil` for anything but an exchange.
    public let request: Request?
    /// The answer, with its secrets hidden; `nil` for anything but an exchange.
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
