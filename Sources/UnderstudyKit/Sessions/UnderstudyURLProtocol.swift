internal import Basics
internal import Foundation
internal import HTTPTypes

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Answers the providers' real host names inside the test's process: an app's networking code stays as it is.
///
/// Which sandbox answers is the matter of the subclass: see `Switchboard`.
class UnderstudyURLProtocol: URLProtocol {
  /// Nobody listens any more.
  let isOver = Lock(false)

  class var line: Line? { nil }

  override class func canInit(with request: URLRequest) -> Bool {
    line?.leads(to: request.url) == true
  }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
  override func stopLoading() { isOver.withLock { $0 = true } }

  override func startLoading() {
    guard let url = request.url, let line = Self.line, var message = Self.message(to: url) else {
      return fail(.badURL)
    }
    #if canImport(FoundationNetworking)
      // Here Foundation shows a protocol no body of an upload, and traps when a protocol finishes a download.
      if task is URLSessionUploadTask || task is URLSessionDownloadTask {
        return fail(.unsupportedURL, "On Linux a sandbox answers data tasks only: use data(for:).")
      }
    #endif
    // The test holds neither the sandbox nor the Understudy any more.
    guard let sandbox = line.answering else {
      return fail(.cannotConnectToHost, "The Understudy of this session is gone: keep it.")
    }
    message.method = HTTPRequest.Method(request.httpMethod ?? "GET") ?? .get
    for (name, value) in request.allHTTPHeaderFields ?? [:] {
      if let name = HTTPField.Name(name) { message.headers[name] = value }
    }
    for (name, value) in line.additionalHeaders {
      // What the request itself says goes first.
      if let name = HTTPField.Name(name), message.headers[name] == nil {
        message.headers[name] = value
      }
    }
    if request.httpShouldHandleCookies, message.headers[.cookie] == nil {
      message.headers[.cookie] = line.cookie(for: url)
    }
    message.body = Array(request.httpBody ?? request.httpBodyStream.map(Self.read) ?? Data())
    #if canImport(FoundationNetworking)
      let (answer, end) = follow(message, at: url, line, sandbox)
      deliver(answer, from: end)
    #else
      let answer = sandbox.answer(message)
      keep(answer, from: url, line)
      guard let next = Self.next(answer, from: url) else { return deliver(answer, from: url) }
      // A new instance loads what it leads to, if the app's delegate does not say otherwise.
      var request = request
      request.url = next
      if answer.status.code != 307, answer.status.code != 308 {
        if message.method != .head { request.httpMethod = "GET" }
        request.httpBody = nil
      }
      guard let response = Self.response(answer, from: url) else {
        return deliver(answer, from: url)
      }
      client?.urlProtocol(self, wasRedirectedTo: request, redirectResponse: response)
      client?.urlProtocol(self, didFailWithError: URLError(.cancelled))
    #endif
  }

  private func keep(_ answer: Answer, from url: URL, _ line: Line) {
    guard request.httpShouldHandleCookies else { return }
    line.take(answer.headers[values: .setCookie], from: url)
  }

  #if canImport(FoundationNetworking)
    /// Here Foundation traps when a protocol tells it of a redirect, so redirects are followed on this side as long
    /// as they lead to a provider. One that leaves, to the app's own address, is handed out as it is.
    private func follow(
      _ first: Basics.Request, at start: URL, _ line: Line, _ sandbox: Sandbox
    ) -> (Answer, URL) {
      var (message, url) = (first, start)
      var cookies = CookieChain(message.headers[.cookie], host: url.host ?? "")
      let isKept = line.keepsCookies && request.httpShouldHandleCookies
      var answer = sandbox.answer(message)
      var delay = answer.delivery.delay
      for _ in 0..<Self.mostRedirects {
        cookies.take(answer.headers[values: .setCookie], host: url.host ?? "")
        keep(answer, from: url, line)
        guard let next = Self.next(answer, from: url), line.leads(to: next),
          var following = Self.message(to: next)
        else { break }
        if answer.status.code == 307 || answer.status.code == 308 {
          (following.method, following.body) = (message.method, message.body)
          following.headers[.contentType] = message.headers[.contentType]
        } else if message.method == .head {
          // Only a POST becomes a GET (RFC 9110 §15.4.3).
          following.method = .head
        }
        following.headers[.cookie] =
          isKept ? line.cookie(for: next) : cookies.header(for: next.host ?? "")
        (message, url) = (following, next)
        answer = sandbox.answer(message)
        delay += answer.delivery.delay
      }
      answer.delivery.delay = delay
      return (answer, url)
    }

    private static let mostRedirects = 20
  #endif

  /// A GET to an address, as it would go over the wire.
  private static func message(to url: URL) -> Basics.Request? {
    guard let host = url.host else { return nil }
    let text = url.absoluteString
    let start = text.range(of: host)?.upperBound ?? text.endIndex
    var target = text[start...].drop { $0 != "/" && $0 != "?" }.prefix { $0 != "#" }
    if target.isEmpty { target = "/" }
    return Basics.Request(
      method: .get, scheme: url.scheme ?? "https",
      authority: url.port.map { "\(host):\($0)" } ?? host, target: String(target))
  }

  private static func next(_ answer: Answer, from url: URL) -> URL? {
    guard [301, 302, 303, 307, 308].contains(answer.status.code) else { return nil }
    return answer.headers[.location].flatMap { URL(string: $0, relativeTo: url)?.absoluteURL }
  }

  static func response(_ answer: Answer, from url: URL) -> HTTPURLResponse? {
    var fields: [String: String] = [:]
    for field in answer.headers {
      // As Foundation has it where a field stands several times.
      let others = fields[field.name].map { $0 + ", " } ?? ""
      fields[field.name] = others + field.value
    }
    return HTTPURLResponse(
      url: url, statusCode: answer.status.code, httpVersion: "HTTP/1.1", headerFields: fields)
  }

  private static func read(_ stream: InputStream) -> Data {
    stream.open()
    defer { stream.close() }
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while case let count = stream.read(&buffer, maxLength: buffer.count), count > 0 {
      data.append(contentsOf: buffer[..<count])
    }
    return data
  }
}
