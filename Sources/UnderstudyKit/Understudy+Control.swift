package import Basics
internal import Dispatch
package import HTTPTypes
internal import Server

extension Understudy {
  /// Calls any operation of the control API, such as one that has no method here.
  ///
  /// ```swift
  /// let provider = try understudy.control("GET", "/sandboxes/\(sandbox.id)/providers/vk")
  /// #expect(provider["title"]?.string == "VK")
  /// ```
  /// - Parameters:
  ///   - method: `GET`, `POST`, `PUT` or `DELETE`.
  ///   - path: Below `/_understudy`; `/openapi.json` lists everything.
  ///   - body: The body of the request, if the operation takes one.
  /// - Returns: The body of the response; `null` if it is empty.
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
    switch try perform(method, path, body) {
    case .json(_, let value), .page(let value, _): return value
    case .text(_, let bytes): return try JSONReader().read(bytes, file: path).root
    case .nothing: return JSONValue(.null)
    case .later(let waiting): return try Self.value(of: Self.answer(of: waiting), path)
    }
  }

  func perform(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil
  ) throws(ControlAPIError) -> OperationResult {
    do throws(Problem) {
      return try server.perform(method, path, body, at: clock())
    } catch {
      throw ControlAPIError(status: error.status, title: error.title, detail: error.detail)
    }
  }

  static func value(of answer: Answer, _ path: String) throws -> JSONValue {
    guard answer.status.kind == .successful else { throw ControlAPIError(answer) }
    if answer.body.isEmpty { return JSONValue(.null) }
    return try JSONReader().read(answer.body, file: path).root
  }

  /// Answers one request without a socket. Blocks until the answer is there.
  package func respond(to request: Basics.Request) -> Answer {
    switch server.respond(to: request, at: clock()) {
    case .answer(let answer): return answer
    case .later(let waiting): return Self.answer(of: waiting)
    }
  }

  /// Blocks until the answer is there.
  private static func answer(of waiting: Waiting) -> Answer {
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
