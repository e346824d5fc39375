import Basics
import Examiner
import HTTPTypes
import ProviderModel
import Server
import UserAgent

/// The server that clients are examined at: every check has a sandbox of its own in it.
final class ExaminerServer: Sendable {
  let running: RunningServer
  private let number = Lock(0)
  private let shown = Lock([String: ShownProvider]())

  /// No two runs have the same.
  func nextNumber() -> Int {
    number.withLock { number in
      number += 1
      return number
    }
  }

  /// What answers before the providers do.
  let front = ExaminerFront()
  var recorder: Recorder { front.recorder }
  private let publicURL: String?
  private let options: ServerOptions

  /// Whether clients come by HTTPS.
  private let isSecure: Bool
  /// By what clients, and our own user agent, trust its certificates; nil where it speaks no TLS.
  let trust: TrustFolder?
  /// What leads the providers' own hosts here; nil where nothing does.
  private let lead: RunFolder?

  /// - Parameters:
  ///   - isSecure: whether clients are given addresses with https, where there is such a port.
  ///   - publicURL: the origin by which clients come, where it is not the server's own.
  ///   - keys: those of another one; without them it has its own.
  init(
    _ options: ServerOptions, ports: RunningServer.Ports, isSecure: Bool = false,
    publicURL: String? = nil, keys: Keys? = nil
  ) throws {
    self.options = options
    self.isSecure = isSecure
    self.publicURL = publicURL
    let front = front
    var options = options
    options.journalSecrets = true
    let running = try RunningServer(
      options, ports: ports, log: Log(quiet: true), keys: keys,
      witness: { request, house, answer in front.reply(to: request, at: house, answer) },
      watching: { request, answer in front.recorder.watch(request, answer) })
    self.running = running
    do {
      let trust = try running.authority.map { try TrustFolder($0) }
      self.trust = trust
      lead = try running.ports == nil ? nil : trust.map { try RunFolder(running, $0) }
    } catch {
      running.stop()
      throw error
    }
  }

  /// A server with a port of its own, like this one but for the provider at its root.
  func beside(root: String) throws -> ExaminerServer {
    var options = options
    options.atRoot = root
    return try ExaminerServer(
      options, ports: .init(plain: 0, https: running.httpsPort.map { _ in 0 }, proxy: nil),
      isSecure: isSecure, keys: running.keys)
  }

  /// The origin that clients are given.
  var origin: String { publicURL ?? (isSecure ? running.httpsURL : nil) ?? running.linkURL }

  /// The origin at which clients report: plain HTTP, which needs no trust, where it is the server's own.
  var reportOrigin: String { publicURL ?? running.linkURL }

  /// Whether an address is the server's, by whatever name of this machine.
  func isHome(_ address: WebAddress) -> Bool {
    if address.origin == origin { return true }
    guard HostName.isLoopback(address.host) else { return false }
    return [running.linkURL, running.httpsURL].compactMap { $0.flatMap { WebAddress($0) } }
      .contains { $0.scheme == address.scheme && $0.port == address.port }
  }

  /// What programs are told, so that they trust the server, and find it where they look for the provider itself.
  var variables: [(name: String, value: String)] {
    lead?.environment.variables ?? trust?.variables() ?? []
  }

  /// Whether an address is one of a provider's own, which leads here.
  func leads(_ address: WebAddress) -> Bool {
    lead != nil && !HostName.isLoopback(address.host)
      && running.house.site.answers(to: address.host)
  }

  /// What a request gets that came in by another door.
  func reply(to request: Request) -> Reply {
    front.reply(to: request, at: running.house) {
      running.house.respond(to: request, at: RunningServer.now())
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
    if let place = found.wellKnown,
      let document = try? JSONReader().read(body(at: place), file: place).root
    {
      found.metadata = .init(document, at: place)
    }
    shown.withLock { $0[provider] = found }
    return found
  }

  /// What the server itself answers to a GET.
  private func body(at path: String) -> [UInt8] {
    let request = Request(method: .get, authority: authority, target: path)
    guard case .answer(let answer) = running.house.respond(to: request, at: RunningServer.now())
    else { return [] }
    return answer.body
  }

  private var authority: String { String(running.linkURL.dropFirst("http://".count)) }

  /// - Parameter place: a path below that of the server, without a slash at its beginning.
  private func path(of place: Substring, at provider: String) -> String {
    let isAtRoot = options.atRoot == provider && place.hasPrefix("\(provider)/")
    return isAtRoot ? String(place.dropFirst(provider.count)) : "/\(place)"
  }

  /// What stands between the address of a sandbox and the endpoints of a provider in it.
  func path(of provider: String) -> String { options.atRoot == provider ? "" : "/\(provider)" }

  /// Another origin, whose requests are seen too: tokens must not go there.
  var elsewhere: String {
    let port = origin.split(separator: ":").last.map { ":\($0)" } ?? ""
    return "\(origin.hasPrefix("https:") ? "https" : "http")://localhost\(port)"
  }

  func stop() {
    running.stop()
    if let lead { lead.remove() } else { trust?.remove() }
  }

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
    if let token = running.setting.house.controlToken {
      request.headers[.authorization] = "Bearer \(token)"
    }
    guard case .answer(let answer) = running.house.respond(to: request, at: RunningServer.now())
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
