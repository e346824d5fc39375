import Basics
import Examiner
import ReferenceClient

/// Which mutant of the reference client is caught by which check of a profile.
struct KillMatrix {
  let profile: Profile
  let catalogue: Catalogue
  /// The provider in whose dialect it is run; `nil` for the profile's own.
  private let dialect: String?
  let server: ExaminerServer
  let folder: String
  let jobs: Int
  /// Only these; `nil` for all.
  let mutants: [String]?

  /// - Parameter dialect: a provider that the profile can be run at.
  init(
    _ profile: Profile, in dialect: String?, _ catalogue: Catalogue, at server: ExaminerServer,
    folder: String, jobs: Int, mutants: [String]?
  ) {
    self.profile = dialect.flatMap { profile.at($0) } ?? profile
    self.dialect = dialect
    self.catalogue = catalogue
    self.server = server
    self.folder = folder
    self.jobs = jobs
    self.mutants = mutants
  }

  /// What one mutant came to.
  private struct Row: Sendable {
    var fault: Fault?
    /// The checks that it did not pass, with why.
    var caught: [(id: String, isUndecided: Bool, said: String)]
    var passed: Int
    /// How many runs were made for it.
    var made: Int
  }

  private var isWebsite: Bool { profile.assumes.contains("server") }
  private var name: String { profile.id + (dialect.map { " at \($0)" } ?? "") }

  /// - Returns: how many rows are not as they should be.
  func run(verbose: Bool) throws -> Int {
    let faults = faults
    if mutants != nil, faults.isEmpty { return 0 }
    let (reference, runs) = try examineReference()
    let asked = runs.mapValues { done in
      Set(
        done.flatMap {
          ($0.run.observations.keptFile ?? "").split(separator: "\n").map(String.init)
        })
    }
    // The checks with the most runs first: a long one at the end would keep everybody waiting.
    let counts = faults.map { fault in
      (fault: fault, runs: asked.values.count { $0.contains(fault.id) })
    }
    let queue = Lock(counts.sorted { $0.runs < $1.runs }.map(\.fault))
    let rows = Lock([Row]())
    let trouble = Lock(Failure?.none)
    let worker: @Sendable () -> Void = { [self] in
      while !Running.isStopped, let fault = queue.withLock({ $0.popLast() }) {
        do {
          let row = try examine(fault, runs, asked)
          rows.withLock { $0.append(row) }
        } catch {
          trouble.withLock { $0 = (error as? Failure) ?? Failure(text: "\(error)", code: 3) }
          return
        }
      }
    }
    let threads = (1..<max(jobs, 1)).compactMap { _ in Thread(worker) }
    worker()
    for thread in threads { thread.join() }
    if let trouble = trouble.withLock({ $0 }) { throw trouble }
    let done =
      [reference] + rows.withLock { $0 }.sorted { ($0.fault?.id ?? "") < ($1.fault?.id ?? "") }
    let amiss = done.filter { !isRight($0) }
    for row in verbose ? done : amiss { try show(row) }
    let killed = done.filter { $0.fault != nil && isRight($0) }.count
    let made = done.reduce(0) { $0 + $1.made }
    try say(
      "\(name): the reference client passes \(reference.passed) checks; \(killed) of \(faults.count) mutants killed, each by its own check; \(made) runs"
        + (amiss.isEmpty ? "" : "; \(amiss.count) amiss"))
    return amiss.count + (try uncovered())
  }

  /// Those of a dialect are examined in it alone.
  private var faults: [Fault] {
    Fault.all.filter { fault in
      fault.isExamined(in: profile.id, sharing: profile.shares) && !own(fault).isEmpty
        && mutants?.contains(fault.id) != false
    }
  }

  /// With the control that it has in this profile.
  private func check(_ id: String) -> Check? {
    profile.checks.first { $0.id == id } ?? catalogue.check(id)
  }

  /// The checks that have to catch it here.
  private func own(_ fault: Fault) -> [Check] {
    fault.checks.compactMap(check).filter(isOwn)
  }

  /// Whether this matrix has to prove that a check can fail.
  private func isOwn(_ check: Check) -> Bool { check.provider == dialect }

  /// Checks that no mutant is made for: nobody knows whether they could fail.
  private func uncovered() throws -> Int {
    guard mutants == nil else { return 0 }
    let aims = Set(Fault.all.flatMap(\.checks))
    let usual =
      profile.checks.filter(isOwn).map(\.id) + (dialect == nil ? profile.passive : [])
    for row in Unprovable.rows where usual.contains(row.check) {
      try say("\(name): \(row.check) has no mutant: \(row.why)")
    }
    let bare = usual.filter { !aims.contains($0) && Unprovable.why($0) == nil }
    if !bare.isEmpty {
      try say("\(name): no mutant for \(bare.joined(separator: ", "))")
    }
    return bare.count
  }

  /// A mutant that breaks a control leaves what rests on it undecided; that is no false alarm.
  private func isRight(_ row: Row) -> Bool {
    let own = Set(row.fault.map(own)?.map(\.id) ?? [])
    func rests(_ check: Check) -> Bool {
      profile.controls(of: check).contains { own.contains($0.id) }
    }
    let isControl = profile.checks.contains(where: rests)
    let alarms = row.caught.filter { found in
      guard !own.contains(found.id) else { return false }
      guard found.isUndecided, let check = check(found.id) else { return true }
      // What all runs show together is undecided where none came to its end.
      return !(rests(check) || isControl && check.expect == .passive)
    }
    return alarms.isEmpty && own.isSubset(of: row.caught.map(\.id))
  }

  private func show(_ row: Row) throws {
    let name = row.fault.map { "\($0.id) (\($0.does))" } ?? "the reference client"
    let wanted =
      row.fault.map { ", expected \(own($0).map(\.id).joined(separator: " and "))" }
      ?? ", expected nothing"
    let caught = row.caught.map { "\n    \($0.id): \($0.said)" }.joined()
    try say(
      "  \(isRight(row) ? "ok" : "AMISS") \(name)\(isRight(row) ? "" : wanted)\(caught.isEmpty ? "\n    nothing caught it" : caught)"
    )
  }

  private func plan(_ fault: Fault?) throws -> Examination.Plan {
    var client = ClientPlan()
    client.command = ["/proc/self/exe", "reference-client", "--profile", profile.id]
    #if !os(Linux)
      client.command[0] = CommandLine.arguments.first ?? "self-test"
    #endif
    client.command += profile.reference
    client.command += fault.map { ["--fault", $0.id] } ?? ["--asked", "{home}/asked"]
    client.kept = "asked"
    client.timeout = 30
    if isWebsite {
      client.startURL = "http://127.0.0.1:{port}/login"
      client.probeURL = "http://127.0.0.1:{port}/me"
      client.logoutURL = "/logout"
    }
    var selection = CheckSelection()
    // The reference client comes back to the loopback; the mutants that need another scheme show it. One sends no S256.
    selection.abilities = profile.may.filter { $0 != "custom-scheme" && $0 != "pkce" }
    // A client that can do this breaks bearer-header, a rule that the reference client keeps.
    selection.lacking = profile.may.filter { $0 == "bearer-body" }
    var plan = try selection.plan(profile, catalogue, client)
    if isWebsite {
      // What a client is registered with, it can break.
      plan.record = (["token_endpoint_auth_method": "client_secret_basic"] as JSONValue)
        .merged(into: plan.record)
    }
    plan.jobs = fault == nil ? jobs : 1
    plan.leastQuiet = 100
    return plan
  }

  private func row(_ fault: Fault?, _ results: [CheckResult], made: Int) -> Row {
    let caught = results.filter { $0.verdict != .pass && $0.verdict != .skip }
    return Row(
      fault: fault,
      caught: caught.map {
        ($0.check.id, $0.verdict == .inconclusive, "\($0.verdict.rawValue): \($0.reason)")
      },
      passed: results.count { $0.verdict == .pass }, made: made)
  }

  private func examineReference() throws -> (Row, [String: [Examination.Done]]) {
    let plan = try plan(nil)
    let examination = Examination(plan, at: server, folder: folder)
    let results = try examination.run()
    return (row(nil, results, made: examination.runs.count), examination.runs)
  }

  /// Where a run of the client never looked at the mutant's switch, the mutant's run is the same, and is not made again.
  private func examine(
    _ fault: Fault, _ runs: [String: [Examination.Done]], _ asked: [String: Set<String>]
  ) throws -> Row {
    let own = own(fault)
    var due = Set(asked.filter { $0.value.contains(fault.id) }.map(\.key))
    due.formUnion(own.flatMap { [$0.id, $0.control].compactMap { $0 } })
    // What all runs show together needs some that come to their end.
    if own.contains(where: { $0.expect == .passive }) {
      due.formUnion(profile.checks.filter { $0.expect == .accepted }.prefix(6).map(\.id))
    }
    let given = runs.filter { !due.contains($0.key) }
    let results = try Examination(try plan(fault), at: server, folder: folder, given: given).run()
    return row(fault, results, made: runs.count - given.count)
  }
}
