import Foundation
import HTTPMessages
import HTTPTypes
import Locking
import ProviderModel

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Answers the providers' real host names inside the test's process: an app's networking code stays as it is.
///
/// ```swift
/// let configuration = URLSessionConfiguration.ephemeral
/// UnderstudyURLProtocol.sandbox = sandbox
/// configuration.protocolClasses = [UnderstudyURLProtocol.self]
/// ```
/// Addresses of any other host are left alone, and so reach the network.
public final class UnderstudyURLProtocol: URLProtocol {
  private static let current = Lock<TestSandbox?>(nil)

  /// Who answers; `nil` leaves everything to the network.
  public static var sandbox: TestSandbox? {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  private static func isAnswered(_ url: URL?) -> Bool {
    guard let sandbox, let host = url?.host else { return false }
    return sandbox.understudy.providers.contains { provider in
      provider.hosts.contains { name in
        // `{tenant}.example.com` stands for every host below.
        let tail = name.pattern.firstIndex(of: "}").map {
          String(name.pattern[name.pattern.index(after: $0)...])
        }
        return tail.map { host.hasSuffix($0) } ?? (name.pattern == host)
      }
    }
  }

  public override class func canInit(with request: URLRequest) -> Bool { isAnswered(request.url) }
  public override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
  public override func stopLoading() {}

  public override func startLoading() {
    guard let url = request.url, let host = url.host, let sandbox = Self.sandbox else {
      client?.urlProtocol(self, didFailWithError: URLError(.badURL))
      return
    }
    let text = url.absoluteString
    let start = text.range(of: host)?.upperBound ?? text.endIndex
    var target = text[start...].drop { $0 != "/" && $0 != "?" }.prefix { $0 != "#" }
    if target.isEmpty { target = "/" }
    var message = HTTPMessages.Request(
      method: HTTPRequest.Method(request.httpMethod ?? "GET") ?? .get,
      scheme: url.scheme ?? "https", authority: url.port.map { "\(host):\($0)" } ?? host,
      target: String(target))
    for (name, value) in request.allHTTPHeaderFields ?? [:] {
      if let name = HTTPField.Name(name) { message.headers[name] = value }
    }
    if let name = HTTPField.Name("Understudy-Sandbox") { message.headers[name] = sandbox.id }
    message.body = Array(request.httpBody ?? request.httpBodyStream.map(Self.read) ?? Data())
    answer(sandbox.understudy.respond(to: message), to: url)
  }

  private func answer(_ answer: Answer, to url: URL) {
    var fields: [String: String] = [:]
    for field in answer.headers { fields[field.name.rawName] = field.value }
    guard
      let response = HTTPURLResponse(
        url: url, statusCode: answer.status.code, httpVersion: "HTTP/1.1", headerFields: fields)
    else {
      client?.urlProtocol(self, didFailWithError: URLError(.badServerResponse))
      return
    }
    if (300..<400).contains(answer.status.code), let location = answer.headers[.location],
      let next = URL(string: location, relativeTo: url)
    {
      client?.urlProtocol(self, wasRedirectedTo: URLRequest(url: next), redirectResponse: response)
    }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Data(answer.body))
    client?.urlProtocolDidFinishLoading(self)
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
