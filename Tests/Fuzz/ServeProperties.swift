import Basics
import Examiner
import ProviderModel
import UserAgent

@testable import understudy

/// `conform serve` over a socket: no request gets a 5xx response, and afterwards its page and verdicts are still there and
/// each of some checks can start again.
///
/// An input is a list of requests, as for `house`. All inputs share one examiner's server: it has to outlive thousands.
enum ServeProperties {
  static func check(_ bytes: [UInt8]) throws {
    let served = try served.get()
    for piece in RequestText.pieces(bytes).prefix(6) {
      guard var request = RequestText.request(piece), isMeant(request) else { continue }
      if request.authority == "localhost" { request.authority = served.authority }
      // What breaks off breaks off on purpose: a check may ask for that.
      guard let answer = try? served.send(request) else { continue }
      let asked = "\(request.method.rawValue) \(request.target)"
      try hold(
        (200...599).contains(answer.status.code) && answer.status.code != 500,
        "\(asked) is answered with \(answer.status)")
      if isForeign(request) {
        // Before the door stands the transport's guard, which refuses an unknown method.
        try hold(
          (300...499).contains(answer.status.code) || answer.status == .notImplemented,
          "\(asked) comes from \(request.authority), and is answered with \(answer.status)")
      }
    }
    // A sixteenth of them for each input: all of them take seconds in a debug build.
    for (place, id) in served.checks.enumerated() where place % 16 == bytes.count % 16 {
      let again = Request(
        method: .post, authority: served.authority, target: "\(ExaminerPage.root)again/\(id)")
      try hold(try served.send(again).status == .noContent, "\(id) does not begin again")
    }
    let results = Request(authority: served.authority, target: "\(ExaminerPage.root)results.json")
    let answer = try served.send(results)
    let rows = try JSONReader().read(answer.body, file: "results").root["checks"]?.arrayValue
    try hold(
      rows?.count == served.checks.count && answer.status == .ok,
      "the verdicts are \(String(decoding: answer.body, as: UTF8.self).shown)")
  }

  /// A web page that found the port changes no verdict: neither by its own name nor by its origin.
  private static func isForeign(_ request: Request) -> Bool {
    request.method != .get && request.target.hasPrefix(ExaminerPage.root)
      && !HostName.isLoopback(HostName.name(of: request.authority))
  }

  /// The control API is the target `house`'s: here its rules could slow down every later input.
  private static func isMeant(_ request: Request) -> Bool {
    !request.target.hasPrefix("/_understudy") || request.target.hasPrefix(ExaminerPage.root)
  }

  private struct Served: Sendable {
    let server: ExaminerServer
    let checks: [String]
    let http: HTTPClient
    let origin: String
    let authority: String

    func send(_ request: Request) throws -> Answer {
      guard let address = WebAddress("\(origin)\(request.target)") else {
        throw Broken(description: "\(request.target) makes no address")
      }
      return try http.send(request, to: address)
    }
  }

  private static let served = Result { () -> Served in
    guard let profile = Catalogue.bundled.profile("native-code") else {
      throw Broken(description: "there is no such profile")
    }
    let server = try ExaminerServer.start(
      try ServerOptions.parse([]), ports: .init(plain: 0, https: nil, proxy: nil), isSecure: false)
    let checks = profile.checks.filter { ExaminerPage.canServe($0) && $0.needs.isEmpty }.prefix(3)
    let page = try ExaminerPage(
      profile, Array(checks),
      CheckSandbox.Plan(
        provider: profile.provider, client: ClientFacts(profile.client), scope: profile.scope),
      abilities: [], isStrict: false, at: server)
    server.front.page.withLock { $0 = page }
    let origin = server.host.linkURL
    return Served(
      server: server, checks: checks.map(\.id), http: HTTPClient(), origin: origin,
      authority: String(origin.dropFirst("http://".count)))
  }
}
