import Basics
import UserAgent

/// Runs the checks of a profile against one client: controls first, then the rest side by side, then what all runs show.
package final class Examination: Sendable {
  /// One run and what it proves.
  package struct Done: Sendable {
    package var run: CheckRun
    package var result: CheckResult
  }

  let server: ExaminerServer
  package let plan: Plan
  let folder: String
  private let progress: @Sendable (Progress) -> Void
  private let ended: @Sendable (CheckResult, [String]) -> Void
  /// How many checks were told of.
  private let told = Lock(0)
  private let done: Lock<[String: [Done]]>
  /// Checks whose runs were made elsewhere already.
  private let given: Set<String>
  private let working = Lock(Set<String>())

  /// How far it is.
  package struct Progress: Sendable {
    var done: Int
    var total: Int
    /// How many do not hold so far.
    var broken = 0
    /// Ids of the checks that run now.
    var working: [String] = []
  }

  /// - Parameter ended: is told of each check once it and all before it have ended, with what was secret in its runs.
  package init(
    _ plan: Plan, at server: ExaminerServer, folder: String,
    given: [String: [Done]] = [:],
    progress: @escaping @Sendable (Progress) -> Void = { _ in },
    ended: @escaping @Sendable (CheckResult, [String]) -> Void = { _, _ in }
  ) {
    self.ended = ended
    self.given = Set(given.keys)
    done = Lock(given)
    self.plan = plan
    self.server = server
    self.folder = folder
    self.progress = progress
  }

  /// - Throws: where the client could not be examined at all: then there are no verdicts.
  package func run() throws -> [CheckResult] {
    let due = plan.checks.filter { missing($0) == nil && !given.contains($0.id) }
    // The control that most rests on shows first whether the client can be examined at all.
    let resting = { (check: Check) in due.count { $0.control == check.id } }
    var levels = levels(of: due)
    let first = levels.first?.max { resting($0) < resting($1) }
    if let first, given.isEmpty {
      levels[0].removeAll { $0.id == first.id }
      examine(first)
      try refuseHopeless(first)
      tellEnded()
    }
    var jobs = plan.jobs ?? 8
    if plan.shared != nil || (plan.client.isWeb && !plan.client.needsPort) { jobs = 1 }
    if jobs > 1, plan.jobs == nil, !plan.client.isWeb {
      // Two runs at the same port can't go side by side.
      let next = levels.firstIndex { !$0.isEmpty }
      if let next, let first {
        let second = levels[next].removeFirst()
        examine(second)
        let ports = [first, second].map { port(of: $0) }
        if ports[0] != nil, ports[0] == ports[1] { jobs = 1 }
      }
    }
    for level in levels { work(level, jobs) }
    return results()
  }

  /// Those that rest on nothing, those that rest on them, and so on: a control comes before what rests on it.
  private func levels(of due: [Check]) -> [[Check]] {
    let depths = Dictionary(grouping: due) { plan.profile.controls(of: $0).count }
    return depths.sorted { $0.key < $1.key }.map(\.value)
  }

  /// All runs, by check.
  package var runs: [String: [Done]] { done.withLock { $0 } }

  /// What was secret in all runs.
  package var secrets: [String] {
    Array(Set(done.withLock { $0.values.flatMap { $0.flatMap(\.run.hidden) } }))
  }

  private func work(_ checks: [Check], _ jobs: Int) {
    let queue = Lock(Array(checks.reversed()))
    let worker: @Sendable () -> Void = { [self] in
      while !Running.isStopped, let next = queue.withLock({ $0.popLast() }) {
        examine(next)
        tellEnded()
      }
    }
    let threads = (1..<max(1, min(jobs, checks.count))).compactMap { _ in Thread(worker) }
    worker()
    for thread in threads { thread.join() }
  }

  private func examine(_ check: Check) {
    _ = working.withLock { $0.insert(check.id) }
    tell()
    for _ in 0..<plan.repeats where !Running.isStopped {
      let made = once(check)
      done.withLock { $0[check.id, default: []].append(made) }
    }
    _ = working.withLock { $0.remove(check.id) }
    tell()
  }

  private func tell() {
    progress(
      Progress(
        done: done.withLock { $0.count }, total: plan.checks.count,
        broken: done.withLock { $0.values.count { $0.contains { $0.result.breaks } } },
        working: working.withLock { $0.sorted() }))
  }

  /// In the order of the catalogue.
  private func tellEnded() {
    told.withLock { next in
      let done = runs
      while next < plan.checks.count, !Running.isStopped {
        let check = plan.checks[next]
        let made = done[check.id] ?? []
        guard missing(check) != nil || made.count >= plan.repeats,
          let result = result(of: check, done)
        else { return }
        // With the first one the command line is shown, which may hold what other runs have shown to be secret.
        ended(result, next == 0 ? secrets : made.flatMap(\.run.hidden))
        next += 1
      }
    }
  }

  private func control(of check: Check) -> Judge.Control? {
    guard let id = check.control else { return nil }
    // Of several repeats the worst counts.
    let all = done.withLock { $0[id] ?? [] }
    let worst = all.first { $0.result.verdict != .pass } ?? all.first
    return Judge.Control(
      id: id, verdict: worst?.result.verdict ?? .inconclusive,
      episode: worst?.run ?? CheckRun(check: id))
  }

  private func once(_ check: Check) -> Done {
    let control = control(of: check)
    var placeholders = Placeholders()
    var run = CheckRun(check: check.id)
    // Nothing that this run could show would count.
    if let result = unshown(check, runs) { return Done(run: run, result: result) }
    if let control, control.verdict != .pass, !check.isUnaltered || control.verdict == .skip {
      let judge = Judge(check, run, control: control, placeholders: placeholders)
      return Done(run: run, result: judge.result())
    }
    do {
      var facts = ClientFacts(check.client?.merged(into: plan.record) ?? plan.record)
      facts.takesWhatComes = plan.takesWhatComes
      // Between choosing a port and listening at it, somebody else may take it: then another one is tried, once.
      for attempt in 1...2 {
        let port = plan.client.needsPort ? FreePort.take() : nil
        defer { if let port { FreePort.giveBack(port) } }
        let hasOwn = plan.hasPortPerTest || check.isAtRoot
        let own = hasOwn ? try server.beside(root: plan.provider) : nil
        defer { own?.stop() }
        var stage = CheckSandbox.Plan(
          provider: plan.provider, client: facts,
          scope: plan.scope ?? check.scope ?? plan.profile.scope,
          shared: own == nil ? plan.shared : "default",
          port: port, logout: plan.client.logoutURL)
        stage.sitePort = plan.client.sitePort
        stage.person = plan.client.person
        stage.key = plan.profile.key
        let sandbox = try CheckSandbox(
          check, stage, at: own ?? server, number: server.nextNumber())
        defer { sandbox.end() }
        placeholders = sandbox.placeholders
        let driver = CheckRunDriver(
          sandbox: sandbox, plan: plan.client, profile: plan.profile.id,
          responseType: check.responseType ?? plan.profile.responseType, folder: folder,
          quiet: max(plan.leastQuiet, 5 * (control?.episode.settled ?? 0)))
        run = driver.run()
        let isUnheard = run.observations.endedUnheard
        guard attempt == 1, isUnheard, plan.client.needsPort, !Running.isStopped else { break }
      }
      if facts.registersItself {
        run.subject = plan.subject(Registration.record(of: run))
      } else if check.client != nil || check.responseType != nil {
        var subject = plan.subject(check.client?.merged(into: plan.record) ?? plan.record)
        subject.toldResponseType = check.responseType
        run.subject = subject
      }
    } catch let failure as Failure {
      run.trouble = "the sandbox of this check could not be made: \(failure.text)"
    } catch {
      run.trouble = "the sandbox of this check could not be made: \(error)"
    }
    // What it did in the control, it can do.
    var abilities = plan.abilities
    for ability in ShownAbility.allCases
    where plan.mayShow.contains(ability.rawValue)
      && control.map({ ability.shows(in: $0.episode) }) == true
    {
      abilities.insert(ability.rawValue)
    }
    let judge = Judge(
      check, run, control: control, placeholders: placeholders,
      abilities: abilities, isStrict: plan.isStrict)
    return Done(run: run, result: judge.result())
  }

  /// A client that never calls the provider can't be examined: there is no verdict.
  private func refuseHopeless(_ check: Check) throws {
    guard let made = done.withLock({ $0[check.id]?.first }), !Running.isStopped else { return }
    let run = made.run
    if let trouble = run.trouble {
      throw Failure(
        text: (["conform: \(trouble)"] + Self.lastLines(run)).joined(separator: "\n"),
        code: run.observations.troubleCode ?? 3)
    }
    let registers = plan.profile.registers
    let first = registers ? ["register"] : check.flow.firstEndpoints
    guard !run.exchanges.contains(where: { first.contains($0.kind) }) else { return }
    let (what, remedy) =
      switch check.flow {
      case .mcp where !run.exchanges.contains { $0.kind == "mcp" }:
        (
          "the client sent no request to the MCP server",
          "It has to connect to the MCP server at OAUTH_MCP_URL, or at {mcp} in its arguments or a --template."
        )
      case _ where registers:
        (
          "the client sent no registration",
          "It has to register at the registration_endpoint of the metadata of OAUTH_ISSUER (or of {issuer} in its arguments or a --template). There is no OAUTH_CLIENT_ID."
        )
      case .mcp: ("the client did not send a user to the provider", "")
      case .redirect:
        (
          "the client did not send a user to the provider",
          "It opened no browser: it has to call $BROWSER or xdg-open with the authorization URL, which it makes of OAUTH_AUTHORIZE_URL (or OAUTH_ISSUER) and OAUTH_CLIENT_ID, or of {authorize} and {client_id} in its arguments or a --template."
            + (plan.profile.isOfServer
              ? " For an application that runs as a server, give --start-url and --probe-url."
              : "")
        )
      case .device:
        (
          "the client sent no device authorization request",
          "It has to send the request to OAUTH_DEVICE_AUTHORIZATION_URL (or to the device_authorization_endpoint of OAUTH_ISSUER) with OAUTH_CLIENT_ID, or to {device_authorization} with {client_id} in its arguments or a --template."
        )
      case .exchange:
        (
          "the client sent no token request",
          "It has to exchange OAUTH_SUBJECT_TOKEN at OAUTH_TOKEN_URL (or at the token_endpoint of OAUTH_ISSUER), as OAUTH_CLIENT_ID with OAUTH_CLIENT_SECRET, or {subject_token} at {token} in its arguments or a --template."
        )
      }
    var lines = ["conform: \(what), so it can't be examined."]
    if let browser = run.observations.browserFailure { lines.append("  \(browser)") }
    lines.append("  How it ended: \(run.outcome.sign).")
    let isSilent =
      !plan.client.isWeb && run.deliveries.isEmpty && run.observations.browserFailure == nil
    if !remedy.isEmpty, registers || check.flow != .redirect || isSilent {
      lines.append("  \(remedy)")
    }
    throw Failure(text: (lines + Self.lastLines(run)).joined(separator: "\n"), code: 3)
  }

  private static func lastLines(_ run: CheckRun) -> [String] {
    let output = run.output.split(separator: "\n").suffix(12)
    return output.isEmpty ? [] : ["  What it wrote last:"] + output.map { "    \($0)" }
  }

  /// The port that its redirect URI names.
  private func port(of check: Check) -> UInt16? {
    let exchanges = done.withLock { $0[check.id]?.first?.run.exchanges ?? [] }
    for exchange in exchanges
    where ["authorize", "pushed_authorization"].contains(exchange.kind) {
      guard let text = exchange.parameters.first("redirect_uri"),
        let redirect = WebAddress(text), redirect.isWeb
      else { continue }
      return redirect.port
    }
    return nil
  }
}
