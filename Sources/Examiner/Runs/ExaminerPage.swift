import Basics
import HTTPTypes
import ProviderModel
import Server

/// What `conform serve` shows: a sandbox for each check that any browser can go through, and the verdict as it stands.
package final class ExaminerPage: Sendable {
  private struct CheckSession: @unchecked Sendable {
    // A sandbox changes only while its client is met, under the lock.
    var sandbox: CheckSandbox
    var check: Check
  }

  private let profile: Profile
  private let plan: CheckSandbox.Plan
  private let server: ExaminerServer
  private let abilities: Set<String>
  private let isStrict: Bool
  private let sessions: Lock<[String: CheckSession]>
  private let order: [Check]

  package static let root = "/_understudy/conform/"

  package init(
    _ profile: Profile, _ checks: [Check], _ plan: CheckSandbox.Plan, abilities: Set<String>,
    isStrict: Bool, at server: ExaminerServer
  ) throws {
    self.profile = profile
    self.plan = plan
    self.server = server
    self.abilities = abilities
    self.isStrict = isStrict
    order = checks
    var sessions: [String: CheckSession] = [:]
    for check in checks {
      sessions[check.id] = CheckSession(
        sandbox: try CheckSandbox(check, plan, at: server, number: server.nextNumber()),
        check: check)
    }
    self.sessions = Lock(sessions)
  }

  /// Whether any browser can bring a check about: nothing is done that only our user agent does, and nothing is looked at
  /// that a program writes, or is told by its environment.
  package static func canServe(_ check: Check) -> Bool {
    check.agent.isOrdinary && check.tls == nil && !check.isAtRoot
      && check.needs.allSatisfy { !["prints", "initial-access-token"].contains($0) }
  }

  // MARK: Requests

  /// Whether a request is for the page, which holds nothing secret: what it shows, it asks for.
  static func isPage(_ request: Request) -> Bool {
    [.get, .head].contains(request.method) && request.target.prefix { $0 != "?" } == root
  }

  /// - Returns: `nil` where there is no such resource.
  func answer(_ request: Request) -> Answer? {
    if Self.isPage(request) { return page() }
    let path = request.target.prefix { $0 != "?" }
    switch (request.method, path.dropFirst(Self.root.count)) {
    case (.get, "results.json"): return json(results())
    case (.post, let rest) where rest.hasPrefix("again/"):
      let text = rest.dropFirst("again/".count)
      let id = PercentCoding.decode(text, plusIsSpace: false) ?? String(text)
      return again(id) ? Answer(status: .noContent) : Answer(status: .notFound)
    default: return nil
    }
  }

  private func page() -> Answer {
    var answer = Answer(status: .ok, body: BuiltInPage.all["examiner.html"]?.bytes ?? [])
    answer.headers[.contentType] = "text/html; charset=utf-8"
    answer.headers[.cacheControl] = "no-store"
    answer.headers[.contentSecurityPolicy] = "default-src 'self'; frame-ancestors 'none'"
    return answer
  }

  private func json(_ value: JSONValue) -> Answer {
    var answer = Answer(status: .ok, body: Array(value.text().utf8))
    answer.headers[.contentType] = "application/json"
    answer.headers[.cacheControl] = "no-store"
    return answer
  }

  /// A client that shows itself in an authorization request is registered as it comes.
  func meet(_ request: Request) {
    guard server.host.house.site.answers(to: HostName.name(of: request.authority)),
      let mark = request.target.firstIndex(of: "?"), request.target.contains("client_id=")
    else {
      return
    }
    let query = Parameters(formEncoded: request.target[mark...].dropFirst())
    sessions.withLock { sessions in
      guard
        let session = sessions.values.first(where: {
          request.target.hasPrefix("/_sandbox/\($0.sandbox.id)/")
        }), query.first("response_type") != nil
      else { return }
      session.sandbox.meet(
        clientID: query.first("client_id"), redirectURI: query.first("redirect_uri"),
        scope: query.first("scope"))
    }
  }

  private func again(_ id: String) -> Bool {
    sessions.withLock { sessions in
      guard var session = sessions[id] else { return false }
      var same = plan
      same.shared = session.sandbox.id
      guard let sandbox = try? CheckSandbox(session.check, same, at: server, number: 0) else {
        return false
      }
      session.sandbox = sandbox
      sessions[id] = session
      return true
    }
  }

  // MARK: Verdicts

  private func results() -> JSONValue {
    let done = judged()
    let count = { (verdict: Verdict) in done.count { $0.result?.verdict == verdict } }
    let sum =
      "\(count(.pass)) passed, \(count(.fail)) failed, \(count(.warn)) with a warning, \(count(.inconclusive)) undecided, \(done.count { $0.result == nil }) to do"
    let rows = done.map { session, result -> JSONValue in
      let check = session.check
      let texts = [
        ("id", check.id), ("title", check.title), ("requirement", check.requirement),
        ("clause", check.clause), ("severity", check.severity.rawValue), ("fix", check.fix),
        (
          "issuer",
          session.sandbox.placeholders.values[check.flow == .mcp ? "mcp" : "issuer"] ?? ""
        ),
        ("authorize", session.sandbox.placeholders.values["authorize"] ?? ""),
        ("report", session.sandbox.reportPath),
        ("verdict", result?.verdict.rawValue ?? "to do"),
        ("reason", result?.reason ?? "Point the app at this issuer, sign in, and say what it did."),
      ]
      return JSONValue(
        .object(JSONObject(texts.map { .init($0.0, JSONValue(.string($0.1))) })))
    }
    return [
      "title": JSONValue(.string(profile.title)), "about": JSONValue(.string(profile.about)),
      "sum": JSONValue(.string(sum)), "checks": JSONValue(.array(rows)),
    ]
  }

  /// In the order of the catalogue; no result where the client was not there yet.
  private func judged() -> [(session: CheckSession, result: CheckResult?)] {
    let sessions = sessions.withLock { $0 }
    var controls: [String: Judge.Control] = [:]
    return order.compactMap { check in
      guard let session = sessions[check.id] else { return nil }
      let run = observed(session)
      guard !run.exchanges.isEmpty else { return (session, nil) }
      let control = check.control.map {
        controls[$0] ?? Judge.Control(id: $0, verdict: .inconclusive, episode: CheckRun(check: $0))
      }
      let result = Judge(
        check, run, control: control, placeholders: session.sandbox.placeholders,
        abilities: abilities, isStrict: isStrict
      ).result()
      if check.control == nil {
        controls[check.id] = Judge.Control(
          id: check.id, verdict: result.verdict, episode: run)
      }
      return (session, result)
    }
  }

  /// What is known of a run in which the browser is somebody else's: the callback is where the provider sent it, and what
  /// became of the client is what it reported, or the person who looks at it.
  private func observed(_ session: CheckSession) -> CheckRun {
    var run = CheckRun(check: session.check.id)
    run.issuer = session.sandbox.placeholders.values["issuer"] ?? ""
    run.exchanges = session.sandbox.exchanges(opened: [])
    for index in run.exchanges.indices {
      let exchange = run.exchanges[index]
      let isBrowsers = ["authorize", "login", "consent", "deny"].contains(exchange.kind)
      run.exchanges[index].isAgents = isBrowsers
      run.exchanges[index].isOpened =
        exchange.kind == "authorize" && exchange.request.target.contains("client_id=")
      guard isBrowsers, let location = exchange.answer.headers.first(.location),
        !location.hasPrefix(server.origin), !location.hasPrefix("/")
      else { continue }
      var call = BrowserAction("callback", at: exchange.at, method: "OPEN", url: location)
      call.note = "the browser was sent there"
      run.deliveries.append(call)
    }
    run.secrets = SecretsSeen.find(run.exchanges, run.deliveries)
    var reader = OutcomeReader(.standing)
    reader.reports = server.front.reports.texts(session.sandbox.id)
    run.outcome = reader.outcome()
    return run
  }
}

extension HTTPField.Name {
  static let contentSecurityPolicy = HTTPField.Name("Content-Security-Policy") ?? .server
}
