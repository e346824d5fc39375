package import Basics
internal import Dispatch
package import HTTPTypes

extension Understudy {
  /// Calls any operation of the control API: what has no word of its own here.
  ///
  /// ```swift
  /// let provider = try understudy.control("GET", "/sandboxes/\(sandbox.id)/providers/vk")
  /// #expect(provider["title"]?.string == "VK")
  /// ```
  /// - Parameters:
  ///   - method: `GET`, `POST`, `PUT` or `DELETE`.
  ///   - path: Below `/_understudy`; `/openapi.json` lists everything.
  ///   - body: What is sent, if anything is.
  /// - Returns: The answer; `null` where it has none.
  /// - Throws: ``ControlAPIError``.
  @discardableResult
  public func control(
    _ method: String, _ path: String, _ body: Sandbox.JSON? = nil
  ) throws -> Sandbox.JSON {
    guard let method = HTTPRequest.Method(method) else {
      throw ControlAPIError(
        status: 400, title: "This is no method.", detail: "Found \"\(method)\".")
    }
    return Sandbox.JSON(try control(method, path, body?.tree))
  }

  @discardableResult
  package func control(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil
  ) throws -> JSONValue {
    try Self.value(of: respond(to: controlRequest(method, path, body)), path)
  }

  func controlRequest(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil
  ) -> Basics.Request {
    var request = Basics.Request(
      method: method, authority: "localhost", target: "/_understudy\(path)")
    if let body {
      request.headers[.contentType] = "application/json"
      request.body = body.encoded()
    }
    return request
  }

  static func value(of answer: Answer, _ path: String) throws -> JSONValue {
    guard answer.status.kind == .successful else { throw ControlAPIError(answer) }
    if answer.body.isEmpty { return JSONValue(.null) }
    return try JSONReader().read(answer.body, file: path).root
  }

  /// Answers one request without a socket. An answer that has to be waited for is waited for.
  package func respond(to request: Basics.Request) -> Answer {
    switch house.respond(to: request, at: clock()) {
    case .answer(let answer): return answer
    case .later(let waiting):
      let done = DispatchSemaphore(value: 0)
      let kept = Lock<Answer?>(nil)
      waiting.watch { answer in
        kept.withLock { $0 = answer }
        done.signal()
      }
      done.wait()
      return kept.withLock { $0 } ?? Answer(status: .gatewayTimeout)
    }
  }
}
