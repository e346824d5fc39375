import Examiner
import Locking
import ReferenceClient

/// Which mutant of the reference client is caught by which check of a profile.
struct KillMatrix {
  let profile: Profile
  let catalogue: Catalogue
  let server: ExaminerServer
  let folder: String
  let jobs: Int
  /// Only these; `nil` for all.
  let mutants: [String]?

  init(
    _ profile: Profile, _ catalogue: Catalogue, at server: ExaminerServer, folder: String,
    jobs: Int, mutants: [String]?
  ) {
    self.profile = profile
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
    var caught: [(id: String, said: String)]
    var passed: Int
    var seconds: Double
  }

  /// - Returns: how many rows are not as they should be.
  func run(verbose: Bool) throws -> Int {
    let faults = Fault.all.filter {
      $0.profile == profile.id && mutants?.contains($0.id) != false
    }
    // Checks of two mutants run side by side, those of one after another: so that all of it is one queue.
    let queue = Lock(Array(([Fault?.none] + faults.map { $0 }).reversed()))
    let rows = Lock([Row]())
    let trouble = Lock(Failure?.none)
    let worker: @Sendable () -> Void = { [self] in
      while !Running.isStopped, let fault = queue.withLock({ $0.popLast() }) {
        do {
          let row = try examine(fault)
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
    let done = rows.withLock { $0 }.sorted { ($0.fault?.id ?? "") < ($1.fault?.id ?? "") }
    let amiss = done.filter { !isRight($0) }
    for row in verbose ? done : amiss { say(row) }
    let killed = done.filter { $0.fault != nil && isRight($0) }.count
    let reference = done.first { $0.fault == nil }
    Streams.output(
      "\(profile.id): the reference client passes \(reference?.passed ?? 0) checks; \(killed) of \(faults.count) mutants killed, each by its own check"
        + (amiss.isEmpty ? "" : "; \(amiss.count) amiss"))
    return amiss.count + uncovered(faults, reference)
  }

  /// Checks that no mutant is made for: nobody knows whether they could fail.
  private func uncovered(_ faults: [Fault], _ reference: Row?) -> Int {
    guard mutants == nil else { return 0 }
    let aims = Set(Fault.all.map(\.check))
    let bare = (profile.checks.filter { $0.provider == nil }.map(\.id) + profile.passive)
      .filter { !aims.contains($0) }
    if !bare.isEmpty {
      Streams.output("\(profile.id): no mutant for \(bare.joined(separator: ", "))")
    }
    return bare.count
  }

  private func isRight(_ row: Row) -> Bool {
    row.caught.map(\.id) == [row.fault?.check].compactMap { $0 }
  }

  private func say(_ row: Row) {
    let name = row.fault.map { "\($0.id) (\($0.does))" } ?? "the reference client"
    let wanted = row.fault.map { ", expected \($0.check)" } ?? ", expected nothing"
    let caught = row.caught.map { "\n    \($0.id): \($0.said)" }.joined()
    Streams.output(
      "  \(isRight(row) ? "ok" : "AMISS") \(name)\(isRight(row) ? "" : wanted)\(caught.isEmpty ? "\n    nothing caught it" : caught)"
    )
  }

  private func examine(_ fault: Fault?) throws -> Row {
    var client = ClientPlan()
    client.command = ["/proc/self/exe", "conform", "reference-client", "--profile", profile.id]
    #if !os(Linux)
      client.command[0] = CommandLine.arguments.first ?? "understudy"
    #endif
    if let fault { client.command += ["--fault", fault.id] }
    client.timeout = 20
    if profile.id == "web-rp" {
      client.startURL = "http://127.0.0.1:{port}/login"
      client.probeURL = "http://127.0.0.1:{port}/me"
      client.logoutURL = "/logout"
    }
    var selection = try CheckSelection.parse([])
    selection.with = profile.may
    var plan = try selection.plan(profile, catalogue, client)
    plan.jobs = 1
    plan.leastQuiet = 100
    let began = server.recorder.now
    let results = try Examination(plan, at: server, folder: folder, trust: [], progress: { _ in })
      .run()
    let caught = results.filter { $0.verdict != .pass && $0.verdict != .skip }
    return Row(
      fault: fault, caught: caught.map { ($0.check.id, "\($0.verdict.rawValue): \($0.reason)") },
      passed: results.count { $0.verdict == .pass },
      seconds: Double(server.recorder.now - began) / 1000)
  }
}
