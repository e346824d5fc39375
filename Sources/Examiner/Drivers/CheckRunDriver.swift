import Basics
import HTTPTypes
import UserAgent

/// Runs the client once, in one sandbox, and says what was seen.
struct CheckRunDriver {
  let sandbox: CheckSandbox
  let plan: ClientPlan
  let profile: String
  let responseType: String
  /// The folder that runs have theirs in.
  let folder: String
  /// Milliseconds of silence after which nobody who wanted to go on would still wait.
  let quiet: Int

  private let arguments = ArgumentWatch()

  var server: ExaminerServer { sandbox.server }

  func run() -> CheckRun {
    var run = CheckRun(check: sandbox.check.id)
    run.issuer = sandbox.placeholders.values["issuer"] ?? ""
    let began = server.moment
    do {
      let folder = try CheckRunFolder(in: folder, named: sandbox.name)
      defer {
        _ = arguments.end()
        Running.sweep(home: folder.home)
        folder.remove()
      }
      do {
        run = plan.isWeb ? try web(folder, run) : try command(folder, run)
      } catch let end as EndedUnheard {
        run.output = folder.written
        let last = run.output.split(whereSeparator: \.isNewline).last
        throw EndedUnheard(
          text: end.text + (last.map { ", and wrote last: \($0.prefix(200))" } ?? ""))
      }
      if !plan.command.isEmpty {
        run.observations.arguments = Running.hasList ? arguments.end() : nil
        // A browser has to be told what to open.
        let opened = run.exchanges.filter(\.isOpened).map(\.request.target)
        run.observations.arguments?.removeAll { opened.contains(where: $0.contains) }
        run.observations.tokenFiles = TokenFile.find(in: folder, run)
      }
      if let kept = plan.kept {
        run.observations.keptFile = folder.text(of: "\(folder.home)/\(kept)")
      }
    } catch let failure as Failure {
      run.trouble = failure.text
      run.observations.troubleCode = failure.code
    } catch let end as EndedUnheard {
      run.trouble = end.text
      run.observations.troubleCode = 3
      run.observations.endedUnheard = true
    } catch {
      run.trouble = "\(error)"
    }
    if Running.isStopped, run.trouble == nil {
      run.trouble = "the examination was stopped before it was over"
    }
    if sandbox.handshakes > 0 { run.observations.handshakes = sandbox.handshakes }
    run.secrets =
      SecretsSeen.find(run.exchanges, run.deliveries)
      + [sandbox.client.secret].compactMap { $0 }
      + ["subject_token", "initial_access_token"].compactMap { sandbox.placeholders.values[$0] }
      + (sandbox.key?.secrets ?? [])
    for index in run.exchanges.indices { run.exchanges[index].at -= began }
    for index in run.deliveries.indices { run.deliveries[index].at -= began }
    run.ended = Int(server.moment - began)
    return run
  }

  // MARK: A program

  /// - Parameter told: the sandbox whose issuer the program is told; the run's own where it is `nil`.
  func start(
    _ folder: CheckRunFolder, _ mailbox: Mailbox, at told: CheckSandbox? = nil
  ) throws -> ClientProcess {
    let sandbox = told ?? sandbox
    var known = sandbox.placeholders
    known.values["home"] = folder.home
    for template in plan.templates {
      let text = String(decoding: try Files.read(template.from), as: UTF8.self)
      let path = known.expanded(template.to)
      Self.makeFolders(for: path)
      try Files.write(known.expanded(text), to: path)
    }
    let environment = RunEnvironment(
      sandbox, folder, profile: profile, responseType: responseType,
      key: try sandbox.key?.write(to: folder.path) ?? [])
    let command = plan.command.map(known.expanded)
    let process = try ClientProcess(
      .init(
        command: command, environment: environment.values, folder: folder),
      ended: { mailbox.sayEnded() })
    arguments.watch(process.pid, command: command)
    return process
  }

  private func command(_ folder: CheckRunFolder, _ start: CheckRun) throws -> CheckRun {
    var run = start
    let mailbox = try Mailbox(folder.mailbox)
    let deadline = server.now + plan.timeout * 1000 + sandbox.check.delay
    let inputs = Inputs()
    var visitor = ClientVisitor(
      sandbox, person: plan.person, openCommand: plan.openCommand, timeout: min(plan.timeout, 10),
      tell: { inputs.tell($0) }, closeInput: { inputs.close() })
    visitor.trusted = plan.trusted
    var ending = Ending.exited(0)
    let agent = sandbox.check.agent
    defer { inputs.end() }
    // One after another, as a user starts a program again; the last ones at once.
    for number in 1...max(agent.runs, 1) where ending.lets(agent.insists) {
      if number > 1, agent.idle > 0 { try sandbox.pass(agent.idle) }
      let copies = number == agent.runs ? agent.together : 1
      let place = number == agent.runs ? sandbox.successor : nil
      let processes = try (0..<copies).map { _ in try self.start(folder, mailbox, at: place) }
      inputs.take(processes)
      ending = wait(mailbox, processes, &visitor, until: deadline)
    }
    if ending != .waiting, ending != .timedOut {
      hear(mailbox, &visitor, from: inputs.all.map(\.pid), at: folder.home)
    }
    visitor.afterwards()
    let settled = server.moment
    run.exchanges = sandbox.exchanges(opened: visitor.openedURLs)
    run.deliveries = visitor.deliveries
    run.observations = visitor.observations
    if let url = visitor.observations.loopbackURI,
      sandbox.check.asks("native-loopback-closed-after")
    {
      let isAlive = ending == .waiting || ending == .timedOut
      let called = run.own.first { $0.kind == "resource" }?.at ?? .infinity
      let samples = run.observations.loopbackSamples
      run.observations.loopbackWasClosed =
        !(isAlive ? samples.last?.isOpen ?? Listeners.isOpen(url) : Listeners.isOpen(url))
        && samples.last { $0.at >= called }?.isOpen != true
    }
    var recovered = false
    if ending == .waiting, let url = visitor.firstURL,
      visitor.deliveries.contains(where: { $0.what == "callback" })
    {
      // Whether it hangs, or waits for the proper callback, shows when the proper one comes.
      let asked = run.own.count
      sandbox.calm()
      visitor.isProper = true
      visitor.open(url)
      let end = wait(
        mailbox, inputs.all, &visitor, until: min(deadline, server.now + max(quiet, 1_000)))
      recovered = end == .exited(0)
      switch end {
      case .signalled: ending = end
      case .exited(let code) where code != 0:
        // It took its time to refuse. If it sent a request meanwhile, it may have refused the genuine callback.
        let now = sandbox.exchanges(opened: visitor.openedURLs).count(where: \.isClients)
        if now == asked { ending = end }
      case .exited, .waiting, .timedOut, .standing: break
      }
    }
    inputs.end()
    let (output, errors) = (folder.text(of: folder.output), folder.text(of: folder.errors))
    run.output = folder.written
    var reader = OutcomeReader(ending)
    (reader.output, reader.errors, reader.recovered) = (output, errors, recovered)
    reader.refusals = plan.refusals
    reader.reports = [sandbox, sandbox.successor].compactMap { $0?.id }
      .flatMap(server.front.reports.texts)
    reader.callback = run.callbacks.last?.answer
    run.outcome = reader.outcome()
    run.settled = Int(settled - (run.callbacks.first?.at ?? run.fault?.at ?? settled))
    return run
  }

  /// Milliseconds between two looks at the port of the callback.
  private static let portInterval = 50

  /// Milliseconds that what a program has started is listened to once it has ended. Some leave a child behind that stays,
  /// so those that had something opened before are not waited for as long.
  private static func hearing(_ visitor: ClientVisitor) -> Int {
    visitor.openedURLs.isEmpty ? 1_000 : 300
  }

  /// Openers that the program started last may not have said yet what they are to open.
  private func hear(
    _ mailbox: Mailbox, _ visitor: inout ClientVisitor, from groups: [pid_t], at home: String
  ) {
    let end = server.now + Self.hearing(visitor)
    while !Running.isStopped {
      // In this order: who has ended has said it before.
      let isAlone = !Running.isAnybodyLeft(of: groups, home: home)
      if case .open(let url) = mailbox.next(within: isAlone ? 0 : 20) {
        visitor.open(url)
      } else if isAlone || server.now >= end {
        return
      }
    }
  }

  /// Opens what the program wants opened, until it ends, its time is over, or nothing more is to be expected of it.
  func wait(
    _ mailbox: Mailbox, _ processes: [ClientProcess], _ visitor: inout ClientVisitor,
    until deadline: Int
  ) -> Ending {
    var silence = Silence(of: sandbox, groups: processes.map(\.pid))
    var wait = 0
    while true {
      if Running.isStopped { return .timedOut }
      silence.look(after: wait, patience: patience)
      // A proper answer has all the time there is; after an odd one, or none, silence is what is waited for.
      let isOdd = sandbox.check.expect != .accepted || visitor.observations.browserFailure != nil
      let isOver = isOdd && !visitor.isProper && visitor.isDone
      let latest = silence.since + patience + sandbox.check.delay
      let end = isOver ? min(deadline, latest) : deadline
      wait = min(end - server.now, isOver ? 250 : 1_000)
      if sandbox.check.asks("native-loopback-closed-after"), visitor.lookAtPort() {
        wait = min(wait, Self.portInterval)
      }
      switch mailbox.next(within: wait) {
      case .open(let url):
        visitor.open(url)
        silence.end()
      case .ended:
        let endings = processes.map(\.ending)
        // Of several copies the one that failed says how it went.
        if let bad = endings.compactMap({ $0 }).first(where: { $0 != .exited(0) }) { return bad }
        if endings.allSatisfy({ $0 != nil }) { return .exited(0) }
      case .nothing:
        guard server.now >= end else { continue }
        silence.look(after: wait, patience: patience)
        let limit = silence.since + patience + sandbox.check.delay
        if isOver, limit > server.now, server.now < deadline { continue }
        return server.now >= deadline && !isOver ? .timedOut : .waiting
      }
    }
  }

  /// A client that was told to retry later gets that time.
  var patience: Int {
    let told = sandbox.lastAnswer?.headers.first(.retryAfter).flatMap { Int($0) } ?? 0
    return quiet + 1000 * max(0, min(told, plan.timeout))
  }

  private static func makeFolders(for path: String) {
    var made = ""
    for part in path.split(separator: "/").dropLast() {
      made += "/\(part)"
      mkdir(made, 0o700)
    }
  }
}

extension Ending {
  /// Whether the program is run again after a run that ended so.
  fileprivate func lets(_ insists: Bool) -> Bool {
    if case .exited(let code) = self { code == 0 || insists && code < 126 } else { false }
  }
}
