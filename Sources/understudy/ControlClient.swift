import Basics
import HTTPTypes
import UserAgent

/// Calls the control API of a server that runs.
struct ControlClient {
  /// The command that calls, for messages.
  let command: String
  let url: String
  let sandbox: String
  let token: String?
  /// The name of the server in messages, and the advice if nothing answers.
  var noun = "server"
  var hint = "Start one with \"understudy serve\", or say where it is with --url."

  static let usualURL = "http://127.0.0.1:8400"

  /// How the URL is named on the command line, for messages.
  var option = "--url "
  /// Seconds to wait for an answer; `nil` for what suits the method.
  var timeout: Int?

  /// The address without a slash at its end.
  var base: String { url.hasSuffix("/") ? String(url.dropLast()) : url }

  /// Returns the body of a successful answer.
  /// - Parameter path: below the sandbox.
  /// - Throws: `Failure`: 2 for wrong usage, 3 if no server answers.
  func ask(_ path: String, _ method: HTTPRequest.Method = .get, body: JSONValue? = nil) throws
    -> [UInt8]
  {
    try self.body(of: answer("/sandboxes/\(sandbox)\(path)", method, body: body))
  }

  /// Sends one request.
  /// - Parameter path: below `/_understudy`.
  /// - Throws: `Failure`: 2 for wrong usage, 3 if no server answers.
  func answer(
    _ path: String, _ method: HTTPRequest.Method = .get, body: JSONValue? = nil
  ) throws -> Answer {
    guard let address = WebAddress("\(base)/_understudy\(path)"), address.isWeb,
      let authority = address.authority
    else {
      throw Failure(
        text: "\(option)\(url): expected the address of a server, such as \(Self.usualURL)")
    }
    var request = Request(method: method, authority: authority, target: address.target)
    if let token { request.headers[.authorization] = "Bearer \(token)" }
    if let body {
      request.headers[.contentType] = "application/json"
      request.body = body.encoded()
    }
    var http = HTTPClient()
    http.trusted = try Visit.usualTrust()
    // Clients are called meanwhile, each within five seconds.
    http.timeout = timeout ?? (method == .get ? http.timeout : 60)
    do {
      return try http.send(request, to: address)
    } catch let failure as HTTPClient.Failure where failure.isTLS {
      // Only some commands have --cacert.
      throw Failure(
        text: "\(command): "
          + "\(failure)".replacing("--cacert FILE says", with: "the variable SSL_CERT_FILE says"),
        code: 3)
    } catch {
      throw Failure(
        text: "\(command): no \(noun) at \(base): \(error)\(hint.isEmpty ? "" : ". " + hint)",
        code: 3)
    }
  }

  /// The body of an answer, if it is a successful one of understudy's.
  func body(of answer: Answer) throws -> [UInt8] {
    let isProblem = answer.headers.first(.contentType)?.contains("json") == true
    let isAtRoot = WebAddress(base).map { ["", "/"].contains($0.path) } ?? true
    switch answer.status.code {
    case 200..<300: return answer.body
    case 404 where !isAtRoot && (!isProblem || base.hasSuffix("/_understudy")):
      throw Failure(
        text:
          "\(option)\(url): expected the address of a server, without a path, such as \(Self.usualURL)"
      )
    case 401, 403:
      throw Failure(
        text:
          token == nil
          ? "\(command): \(base) asks for its control token: --control-token or UNDERSTUDY_CONTROL_TOKEN"
          : "\(command): \(base) does not accept this control token for this: "
            + (problem(answer)?["title"]?.stringValue ?? ""),
        code: 2)
    case 404 where isProblem && problem(answer)?["title"] == "There is no such sandbox.", 410:
      throw Failure(
        text:
          "\(command): \(base) has no sandbox \"\(sandbox)\"; GET \(base)/_understudy/sandboxes lists them",
        code: 2)
    case 404 where isProblem, 409 where isProblem, 422 where isProblem:
      let problem = problem(answer)
      // Of a body, only the sentences: its members are no words of the command line.
      let mistakes = problem?["errors"]?.arrayValue?.compactMap { $0["detail"]?.stringValue }
      let texts =
        mistakes ?? ["title", "detail"].compactMap { problem?[$0]?.stringValue }
      // A conflict is about the state of the server, not about the command line.
      let code: Int32 = answer.status.code == 409 ? 1 : 2
      throw Failure(text: "\(command): \(texts.joined(separator: " "))", code: code)
    default:
      throw Failure(
        text:
          "\(command): expected a \(noun) of understudy at \(base), found the status \(answer.status.code); is it another server?",
        code: 3)
    }
  }

  private func problem(_ answer: Answer) -> JSONValue? {
    try? JSONReader().read(answer.body, file: "").root
  }
}
