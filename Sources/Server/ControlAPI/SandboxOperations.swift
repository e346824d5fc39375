import Basics
import Engine
import ProviderModel

/// Sandboxes: made, listed, ended, taken back.
enum SandboxOperations {
  static let all: [Operation] = [
    Operation(
      id: "listSandboxes", method: .get, path: "/sandboxes",
      summary: "Lists the sandboxes, in pages.",
      query: [
        .init(
          name: "limit", schema: ["type": "integer", "minimum": 1, "maximum": 1000],
          summary: "The largest number of sandboxes in a page. Default: 1000."),
        .init(
          name: "after", schema: ["type": "string"],
          summary: "The start of the page, from the `next` link of the previous page."),
      ],
      results: [
        .init(
          status: 200,
          summary:
            "By age. If there are more, the header `Link` has the address of the next page, as `rel=\"next\"` (RFC 8288).",
          schema: Operation.list(of: "Sandbox"))
      ],
      run: { call throws(Problem) in try list(&call) }),
    Operation(
      id: "createSandbox", method: .post, path: "/sandboxes",
      summary:
        "Creates a sandbox with its own codes, tokens, cookies, clock, rules, journal and people.",
      body: Operation.reference("NewSandbox"), needsBody: false,
      results: [.init(status: 201, summary: "Created.", schema: Operation.reference("Sandbox"))],
      problems: [409, 503],
      run: { call throws(Problem) in
        let (sandboxHost, warnings) = try create(&call)
        return .json(201, view(sandboxHost, call, warnings: warnings))
      }),
    Operation(
      id: "getSandbox", method: .get, path: "/sandboxes/{sandbox}", summary: "One sandbox.",
      results: [
        .init(status: 200, summary: "The sandbox.", schema: Operation.reference("Sandbox"))
      ],
      run: { call throws(Problem) in .json(200, view(try call.sandboxHost(), call)) }),
    Operation(
      id: "deleteSandbox", method: .delete, path: "/sandboxes/{sandbox}",
      summary: "Deletes a sandbox; its addresses answer 410 from now on.",
      results: [.init(status: 204, summary: "Deleted.")], problems: [409],
      run: { call throws(Problem) in
        let sandboxHost = try call.sandboxHost(orDamaged: true)
        guard sandboxHost.id != Sandboxes.defaultID else {
          throw Problem(
            409, "The default sandbox can't be deleted.", "Reset it instead: POST …/default/reset.")
        }
        do throws(StoreFailure) {
          try call.house.sandboxes.remove(sandboxHost, "it was deleted", at: call.now)
        } catch { throw Problem(error) }
        return .nothing
      }),
    Operation(
      id: "resetSandbox", method: .post, path: "/sandboxes/{sandbox}/reset",
      summary: "Resets a sandbox to its initial state; the journal continues.",
      results: [
        .init(status: 200, summary: "The sandbox.", schema: Operation.reference("Sandbox"))
      ],
      run: { call throws(Problem) in
        let sandboxHost = try call.sandboxHost()
        call.house.sandboxes.reset(sandboxHost, at: call.now)
        sandboxHost.record(.reset, "The sandbox was reset.", by: call)
        return .json(200, view(sandboxHost, call))
      }),
    Operation(
      id: "listCheckpoints", method: .get, path: "/sandboxes/{sandbox}/checkpoints",
      summary: "The checkpoints.",
      results: [
        .init(
          status: 200, summary: "The list, sorted by age.", schema: Operation.list(of: "Checkpoint")
        )
      ],
      run: { call throws(Problem) in
        let list = try call.sandboxHost().contents.withLock { $0.checkpoints }
        return .json(200, JSONValue(.array(list.map(SandboxView.checkpoint.write))))
      }),
    Operation(
      id: "createCheckpoint", method: .post, path: "/sandboxes/{sandbox}/checkpoints",
      records: .checkpoints,
      summary:
        "Saves the current state. A checkpoint of the same name is replaced. A sandbox has sixteen at most.",
      body: Operation.reference("NewCheckpoint"), needsBody: false,
      results: [.init(status: 201, summary: "Saved.", schema: Operation.reference("Checkpoint"))],
      run: { call throws(Problem) in
        let sandboxHost = try call.sandboxHost()
        let name = try call.read(NewCheckpoint.self).name
        let now = call.now
        let checkpoint = sandboxHost.contents.withLock { $0.keep(name, at: now) }
        return .json(201, SandboxView.checkpoint.write(checkpoint))
      }),
    Operation(
      id: "restoreCheckpoint", method: .post,
      path: "/sandboxes/{sandbox}/checkpoints/{checkpoint}/restore",
      summary: "Restores a checkpoint, which stays available.",
      results: [
        .init(status: 200, summary: "The sandbox.", schema: Operation.reference("Sandbox"))
      ],
      run: { call throws(Problem) in
        let sandboxHost = try call.sandboxHost()
        let name = call.variable("checkpoint")
        guard sandboxHost.restore(name) else { throw missing(name, sandboxHost) }
        sandboxHost.record(
          .restore, "The state \"\(name)\" was restored.", by: call)
        return .json(200, view(sandboxHost, call))
      }),
    Operation(
      id: "deleteCheckpoint", method: .delete,
      path: "/sandboxes/{sandbox}/checkpoints/{checkpoint}", records: .checkpoints,
      summary: "Deletes a checkpoint.",
      results: [.init(status: 204, summary: "Deleted.")],
      run: { call throws(Problem) in
        let name = call.variable("checkpoint")
        let sandboxHost = try call.sandboxHost()
        let found = sandboxHost.contents.withLock { $0.forget(name) }
        guard found else { throw missing(name, sandboxHost) }
        return .nothing
      }),
  ]

  /// A place in the list of sandboxes: one that was made at this second, and has this id.
  private struct Cursor: Comparable {
    let created: Int
    let id: String

    init(_ sandboxHost: SandboxHost) { (created, id) = (sandboxHost.created, sandboxHost.id) }
    init?(_ text: String) {
      let parts = text.split(separator: "~", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let created = Int(parts[0]) else { return nil }
      self.created = created
      id = String(parts[1])
    }

    var text: String { "\(created)~\(id)" }
    static func < (a: Cursor, b: Cursor) -> Bool { (a.created, a.id) < (b.created, b.id) }
  }

  private static let longestPage = 1_000

  private static func list(_ call: inout Call) throws(Problem) -> OperationResult {
    let limit = try call.number("limit", 1...longestPage) ?? longestPage
    let (every, isStale) = try call.knownSandboxes()
    call.isStale = isStale
    var sandboxHosts = every.filter { [call] in call.owns($0.host) }
      .map { (Cursor($0.host), $0) }.sorted { $0.0 < $1.0 }
    if let text = call.query.last("after") {
      guard let after = Cursor(text) else {
        throw Problem(
          400, "A parameter of the query has a wrong value.",
          "after has to be as the next link of the page before has it, found \"\(text)\".")
      }
      sandboxHosts.removeAll { $0.0 <= after }
    }
    let page = sandboxHosts.prefix(limit)
    let next = page.count < sandboxHosts.count ? page.last?.0.text : nil
    return .page(
      JSONValue(.array(page.map { [call] in view($0.1.host, call, problem: $0.1.problem) })),
      next: next.map { "\(Control.root)/sandboxes?limit=\(limit)&after=\($0)" })
  }

  private static func missing(_ name: String, _ sandboxHost: SandboxHost) -> Problem {
    let known = sandboxHost.contents.withLock { $0.checkpoints.map(\.name) }
    return Problem(
      404, "There is no such checkpoint.",
      "No checkpoint is called \"\(name)\"" + Suggestion.sentence(for: name, among: known))
  }

  private static func view(
    _ sandboxHost: SandboxHost, _ call: Call, problem: String? = nil, warnings: [Diagnostic] = []
  ) -> JSONValue {
    var view = SandboxView(sandboxHost, call)
    view.problem = problem
    view.warnings = warnings
    return SandboxView.declaration.write(view)
  }

  private static func create(
    _ call: inout Call
  ) throws(Problem) -> (sandbox: SandboxHost, warnings: [Diagnostic]) {
    let house = call.house
    let configurations = try call.configurations()
    let (made, id, warnings) = try made(&call, configurations)
    let result: Result<SandboxHost, Sandboxes.MakingError>
    if let replica = house.sandboxes.replica {
      do throws(StoreFailure) {
        result = try house.sandboxes.make(
          made, id: id, for: call.recorded(with: configurations), by: call.caller, in: replica)
      } catch { throw Problem(error) }
    } else {
      result = house.sandboxes.make(made, id: id, by: call.caller, at: call.now)
    }
    let sandboxHost: SandboxHost
    do throws(Sandboxes.MakingError) { sandboxHost = try result.get() } catch {
      throw problem(error, id ?? "", house)
    }
    try call.checkQuota(ofMade: sandboxHost)
    return (sandboxHost, warnings)
  }

  /// The lifetime of a sandbox that asks for none, in seconds.
  private static let lifetime = 3_600

  /// Everything is read and checked before anything is made.
  /// - Parameter configurations: what is set for all sandboxes.
  static func made(
    _ call: inout Call, _ configurations: Configurations
  ) throws(Problem) -> (sandbox: MadeSandbox, id: String?, warnings: [Diagnostic]) {
    let house = call.house
    let origin = house.sandboxes.start
    let wish = try call.read(NewSandbox.self)
    var sandbox = origin
    let switches = try ConfigurationOperations.apply(
      configurations, with: wish.with, without: wish.without, to: &sandbox, house)
    var warnings: [Diagnostic] = []
    if let cast = wish.cast {
      (sandbox.cast, warnings) = try CastOperations.adding(cast, to: sandbox, house)
    }
    if let answer = wish.answer {
      sandbox.standing = try StandingAnswer(reading: answer, "/answer", for: sandbox)
    }
    if let rules = wish.rules {
      let scenarios = configurations.scenarios(besides: house.options.scenarios())
      let more = try RuleOperations.rules(
        rules, "/rules", sandbox, scenarios, seesHandshakes: false)
      guard sandbox.rules.add(more) != nil else { throw RuleOperations.tooMany }
    }
    let made = MadeSandbox(
      sandbox: sandbox, switches: switches, label: wish.name,
      seed: wish.seed.map { UInt64(bitPattern: Int64($0)) }, lifetime: wish.lifetime ?? lifetime)
    return (made, wish.id, warnings)
  }

  private static func problem(
    _ error: Sandboxes.MakingError, _ id: String, _ house: MockServer
  ) -> Problem {
    switch error {
    case .idTaken where id == Sandboxes.defaultID:
      Problem(
        409, "A sandbox with this ID exists.",
        "The sandbox \(id) is always there. Reset it by POST …/\(id)/reset, or choose another id.")
    case .idTaken:
      Problem(
        409, "A sandbox with this ID exists.",
        "The id \"\(id)\" is taken. Delete that sandbox first, or choose another id.")
    case .full:
      Problem(
        503, "The server has too many sandboxes.",
        "There are \(house.sandboxes.options.most) sandboxes, the most that --max-sandboxes allows. Delete those "
          + "that are not needed, give new ones a shorter lifetime, or start the server with a larger "
          + "--max-sandboxes.")
    }
  }
}
