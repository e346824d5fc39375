import Basics
import Certificates
import HTTPTypes
import ProviderModel
import Server
import UserAgent

/// A running mock server, as the program that started it hands it to the examiner.
package struct ExaminerHost: Sendable {
  package var house: MockServer
  package var staging: LoadedFixtures
  package var controlToken: String?
  /// The address over plain HTTP, such as `http://127.0.0.1:8400`.
  package var linkURL: String
  package var httpsURL: String?
  package var httpsPort: UInt16?
  package var proxyURL: String?
  /// The CA that signs for the server; `nil` where it speaks no TLS.
  package var authority: CertificateAuthority?
  /// A PEM file with the CAs that our own user agent trusts.
  package var trusted: String?
  /// The environment variables by which programs trust the server and find it.
  package var variables: [(name: String, value: String)] = []
  /// Whether the providers' own hosts lead to the server.
  package var leadsHosts = false
  package var stop: @Sendable () -> Void

  package init(
    _ house: MockServer, _ staging: LoadedFixtures, linkURL: String,
    stop: @escaping @Sendable () -> Void
  ) {
    (self.house, self.staging, self.linkURL, self.stop) = (house, staging, linkURL, stop)
  }
}

/// The server that clients are examined at: every check has a sandbox of its own in it.
package final class ExaminerServer: Sendable {
  /// Starts a server whose requests go through the front. With a root, it has ports of its own, and that provider answers
  /// at the root.
  package typealias Start =
    @Sendable (_ front: ExaminerFront, _ root: String?) throws -> ExaminerHost

  package let host: ExaminerHost
  /// What answers before the providers do.
  package let front = ExaminerFront()
  private let began = MonotonicClock.nanoseconds()
  private let number = Lock(0)
  private let shown = Lock([String: ShownProvider]())
  private let start: Start
  private let root: String?
  /// Whether clients come by HTTPS.
  private let isSecure: Bool
  private let publicURL: String?

  /// - Parameters:
  ///   - root: the provider that answers at the server's root.
  ///   - isSecure: whether clients are given addresses with https, where there is such a port.
  ///   - publicURL: the origin by which clients come, where it is not the server's own.
  package init(
    root: String? = nil, isSecure: Bool = false, publicURL: String? = nil, start: @escaping Start
  ) throws {
    self.root = root
    self.isSecure = isSecure
    self.publicURL = publicURL
    self.start = start
    host = try start(front, root)
  }

  /// A server with ports of its own, like this one but for the provider at its root.
  func beside(root: String) throws -> ExaminerServer {
    try ExaminerServer(root: root, isSecure: isSecure, start: start)
  }

  /// No two runs have the same.
  func nextNumber() -> Int {
    number.withLock { number in
      number += 1
      return number
    }
  }

  /// Milliseconds since the server began, with their fraction: several requests fit into one, and their order counts.
  package var moment: Double { moment(of: MonotonicClock.nanoseconds()) }

  /// The same, of an instant of `MonotonicClock`.
  func moment(of instant: UInt64) -> Double { Double(Int64(instant) - Int64(began)) / 1_000_000 }

  /// Milliseconds since the server began.
  package var now: Int { Int(moment) }

  /// Seconds since 1970.
  package static func clock() -> Int { Int(time(nil)) }

  /// The origin that clients are given.
  package var origin: String { publicURL ?? (isSecure ? host.httpsURL : nil) ?? host.linkURL }

  /// The origin at which clients report: plain HTTP, which needs no trust, where it is the server's own.
  var reportOrigin: String { publicURL ?? host.linkURL }

  /// Whether an address is the server's, by whatever name of this machine.
  func isHome(_ address: WebAddress) -> Bool {
    if address.origin == origin { return true }
    guard HostName.isLoopback(address.host) else { return false }
    return [host.linkURL, host.httpsURL].compactMap { $0.flatMap { WebAddress($0) } }
      .contains { $0.scheme == address.scheme && $0.port == address.port }
  }

  /// Whether an address is one of a provider's own, which leads here.
  func leads(_ address: WebAddress) -> Bool {
    host.leadsHosts && !HostName.isLoopback(address.host)
      && host.house.site.answers(to: address.host)
  }

  /// What a request gets that came in by another door.
  func reply(to request: Request) -> Reply {
    front.reply(to: request, at: host.house) {
      host.house.respond(to: request, at: ExaminerServer.clock())
    }
  }

  /// Where a provider answers.
  func shown(_ provider: String) throws -> ShownProvider {
    if let known = shown.withLock({ $0[provider] }) { return known }
    let tree = try command(.get, "/sandboxes/default/providers/\(provider)")
    let endpoints = (tree["endpoints"]?.arrayValue ?? []).map { endpoint in
      let parts = (endpoint["url"]?.stringValue ?? "")
        .split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
      return ShownProvider.Endpoint(
        name: endpoint["name"]?.stringValue ?? "", kind: endpoint["kind"]?.stringValue ?? "",
        path: path(of: parts.count > 3 ? parts[3] : "", at: provider)
      )
    }
    var found = ShownProvider(endpoints: endpoints)
    found.metadata =
      found.wellKnown.lazy.compactMap { place in
        (try? JSONReader().read(self.body(at: place), file: place).root)
          .flatMap { ShownProvider.Metadata($0, at: place) }
      }.first
    shown.withLock { $0[provider] = found }
    return found
  }

  /// What the server itself answers to a GET.
  private func body(at path: String) -> [UInt8] {
    let request = Request(method: .get, authority: authority, target: path)
    guard case .answer(let answer) = host.house.respond(to: request, at: ExaminerServer.clock())
    else { return [] }
    return answer.body
  }

  private var authority: String { String(host.linkURL.dropFirst("http://".count)) }

  /// - Parameter place: a path below that of the server, without a slash at its beginning.
  private func path(of place: Substring, at provider: String) -> String {
    let isAtRoot = root == provider && place.hasPrefix("\(provider)/")
    return isAtRoot ? String(place.dropFirst(provider.count)) : "/\(place)"
  }

  /// What stands between the address of a sandbox and the endpoints of a provider in it.
  func path(of provider: String) -> String { root == provider ? "" : "/\(provider)" }

  /// Another origin, whose requests are seen too: tokens must not go there.
  var elsewhere: String {
    let port = origin.split(separator: ":").last.map { ":\($0)" } ?? ""
    return "\(origin.hasPrefix("https:") ? "https" : "http")://localhost\(port)"
  }

  package func stop() { host.stop() }

  /// A command of the control API, which nobody has to send over a socket.
  func command(_ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil) throws
    -> JSONValue
  {
    var request = Request(
      method: method, authority: authority, target: "/_understudy\(path)")
    if let body {
      request.headers[.contentType] = "application/json"
      request.body = Array(body.text().utf8)
    }
    if let token = host.controlToken {
      request.headers[.authorization] = "Bearer \(token)"
    }
    guard case .answer(let answer) = host.house.respond(to: request, at: ExaminerServer.clock())
    else { throw Failure(text: "error: \(path) gives no answer", code: 3) }
    let tree = try? JSONReader().read(answer.body, file: path).root
    guard (200..<300).contains(answer.status.code) else {
      let words = [tree?["title"], tree?["detail"]].compactMap { $0?.stringValue }
      let mistakes = (tree?["errors"]?.arrayValue ?? []).compactMap { $0["sentence"]?.stringValue }
      throw Failure(text: (words + mistakes).joined(separator: " "), code: 3)
    }
    return tree ?? [:]
  }
}
