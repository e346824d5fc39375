import Basics
import HTTPTypes
import ProviderModel
import Server

/// What `conform serve` shows: a sandbox for each check that any browser can go through, and the verdict as it stands.
package final class ExaminerPage: Sendable {
  private struct CheckSession: @unchecked Sendable {
    // A stage changes only while its client is met, under the desk's lock.
    var stage: CheckSandbox
    var check: Check
  }

  private let profile: Profile
  private let plan: CheckSandbox.Plan
  private let server: ExaminerServer
  private let abilities: Set<String>
  private let isStrict: Bool
  private let seats: Lock<[String: CheckSession]>
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
    var seats: [String: CheckSession] = [:]
    for check in checks {
      seats[check.id] = CheckSession(
        stage: try CheckSandbox(check, plan, at: server, number: server.nextNumber()), check: check)
    }
    self.seats = Lock(seats)
  }

  /// Whether any browser can bring a check about: nothing is done that only our user agent does.
  package static func canServe(_ check: Check) -> Bool {
    check.agent.isOrdinary && check.tls == nil
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
    seats.withLock { seats in
      guard
        let seat = seats.values.first(where: {
          request.target.hasPrefix("/_sandbox/\($0.stage.id)/")
        }), query.first("response_type") != nil
      else { return }
      seat.stage.meet(
        clientID: query.first("client_id"), redirectURI: query.first("redirect_uri"),
        scope: query.first("scope"))
    }
  }

  private func again(_ id: String) -> Bool {
    seats.withLock { seats in
      guard var seat = seats[id] else { return false }
      var same = plan
      same.shared = seat.stage.id
      guard let stage = try? CheckSandbox(seat.check, same, at: server, number: 0) else {
        return false
      }
      seat.stage = stage
      seats[id] = seat
      return true
    }
  }

  // MARK: Verdicts

  private func results() -> JSONValue {
    let done = judged()
    let count = { (verdict: Verdict) in done.count { $0.result?.verdict == verdict } }
    let sum =
      "\(count(.pass)) passed, \(count(.fail)) failed, \(count(.warn)) with a warning, \(count(.inconclusive)) undecided, \(done.count { $0.result == nil }) to do"
    let rows = done.map { seat, result -> JSONValue in
      let check = seat.check
      let texts = [
        ("id", check.id), ("title", check.title), ("requirement", check.requirement),
        ("clause", check.clause), ("severity", check.severity.rawValue), ("fix", check.fix),
        ("issuer", seat.stage.placeholders.values["issuer"] ?? ""),
        ("authorize", seat.stage.placeholders.values["authorize"] ?? ""),
        ("report", seat.stage.reportPath),
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
  private func judged() -> [(seat: CheckSession, result: CheckResult?)] {
    let seats = seats.withLock { $0 }
    var controls: [String: Judge.Control] = [:]
    return order.compactMap { check in
      guard let seat = seats[check.id] else { return nil }
      let episode = episode(seat)
      guard !episode.exchanges.isEmpty else { return (seat, nil) }
      let control = check.control.map {
        controls[$0] ?? Judge.Control(id: $0, verdict: .inconclusive, episode: CheckRun(check: $0))
      }
      let result = Judge(
        check, episode, control: control, placeholders: seat.stage.placeholders,
        abilities: abilities, isStrict: isStrict
      ).result()
      if check.control == nil {
        controls[check.id] = Judge.Control(
          id: check.id, verdict: result.verdict, episode: episode)
      }
      return (seat, result)
    }
  }

  /// What is known of a run in which the browser is somebody else's: the callback is where the provider sent it, and what
  /// became of the client is what it reported, or the person who looks at it.
  private func episode(_ seat: CheckSession) -> CheckRun {
    var episode = CheckRun(check: seat.check.id)
    episode.issuer = seat.stage.placeholders.values["issuer"] ?? ""
    episode.exchanges = seat.stage.exchanges(opened: [])
    for index in episode.exchanges.indices {
      let exchange = episode.exchanges[index]
      let isBrowsers = ["authorize", "login", "consent", "deny"].contains(exchange.kind)
      episode.exchanges[index].isAgents = isBrowsers
      episode.exchanges[index].isOpened =
        exchange.kind == "authorize" && exchange.request.target.contains("client_id=")
      guard isBrowsers, let location = exchange.answer.headers.first(.location),
        !location.hasPrefix(server.origin), !location.hasPrefix("/")
      else { continue }
      var call = BrowserAction("callback", at: exchange.at, method: "OPEN", url: location)
      call.note = "the browser was sent there"
      episode.deliveries.append(call)
    }
    episode.secrets = SecretsSeen.find(episode.exchanges, episode.deliveries)
    var reader = OutcomeReader(.standing)
    reader.reports = server.front.reports.texts(seat.stage.id)
    episode.outcome = reader.outcome()
    return episode
  }
}

extension HTTPField.Name {
  static let contentSecurityPolicy = HTTPField.Name("Content-Security-Policy") ?? .server
}
