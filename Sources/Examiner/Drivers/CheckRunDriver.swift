import Basics
import HTTPTypes
import UserAgent

/// Runs the client once, at one stage, and says what was seen.
struct CheckRunDriver {
  let stage: CheckSandbox
  let plan: ClientPlan
  let profile: String
  let responseType: String
  /// The folder that runs have theirs in.
  let folder: String
  /// Milliseconds of silence after which nobody who wanted to go on would still wait.
  let quiet: Int

  var server: ExaminerServer { stage.server }

  func run() -> CheckRun {
    var episode = CheckRun(check: stage.check.id)
    episode.issuer = stage.placeholders.values["issuer"] ?? ""
    let began = server.moment
    do {
      let folder = try CheckRunFolder(in: folder, named: stage.name)
      defer {
        Running.sweep(home: folder.home)
        folder.remove()
      }
      do {
        episode = plan.isWeb ? try web(folder, episode) : try command(folder, episode)
      } catch let end as EndedUnheard {
        episode.output = folder.written
        let last = episode.output.split(whereSeparator: \.isNewline).last
        throw EndedUnheard(
          text: end.text + (last.map { ", and wrote last: \($0.prefix(200))" } ?? ""))
      }
      if let kept = plan.kept {
        episode.observations.keptFile = folder.text(of: "\(folder.home)/\(kept)")
      }
    } catch let failure as Failure {
      episode.trouble = failure.text
      episode.observations.troubleCode = failure.code
    } catch let end as EndedUnheard {
      episode.trouble = end.text
      episode.observations.troubleCode = 3
      episode.observations.endedUnheard = true
    } catch {
      episode.trouble = "\(error)"
    }
    if Running.isStopped, episode.trouble == nil {
      episode.trouble = "the examination was stopped before it was over"
    }
    if let count = stage.door?.handshakes, count > 0 {
      episode.observations.handshakes = count
    }
    episode.secrets =
      SecretsSeen.find(episode.exchanges, episode.deliveries)
      + [stage.client.secret].compactMap { $0 }
    for index in episode.exchanges.indices { episode.exchanges[index].at -= began }
    for index in episode.deliveries.indices { episode.deliveries[index].at -= began }
    episode.ended = Int(server.moment - began)
    return episode
  }

  // MARK: A program

  func start(_ folder: CheckRunFolder, _ mailbox: Mailbox) throws -> ClientProcess {
    var known = stage.placeholders
    known.values["home"] = folder.home
    for template in plan.templates {
      let text = String(decoding: try Files.read(template.from), as: UTF8.self)
      let path = known.expanded(template.to)
      Self.makeFolders(for: path)
      try Files.write(known.expanded(text), to: path)
    }
    let environment = RunEnvironment(
      stage, folder, profile: profile, responseType: responseType)
    return try ClientProcess(
      .init(
        command: plan.command.map(known.expanded), environment: environment.values, folder: folder),
      ended: { mailbox.sayEnded() })
  }

  private func command(_ folder: CheckRunFolder, _ start: CheckRun) throws -> CheckRun {
    var episode = start
    let mailbox = try Mailbox(folder.mailbox)
    let deadline = server.now + plan.timeout * 1000
    let inputs = Inputs()
    var visitor = ClientVisitor(
      stage, person: plan.person, openCommand: plan.openCommand, timeout: min(plan.timeout, 10),
      tell: { inputs.tell($0) }, closeInput: { inputs.close() })
    var ending = Ending.exited(0)
    let agent = stage.check.agent
    defer { inputs.end() }
    // One after another, as a user starts a program again; the last ones at once.
    for run in 1...max(agent.runs, 1) where ending == .exited(0) {
      if run > 1, agent.idle > 0 { try stage.pass(agent.idle) }
      let copies = run == agent.runs ? agent.together : 1
      let processes = try (0..<copies).map { _ in try self.start(folder, mailbox) }
      inputs.take(processes)
      ending = wait(mailbox, processes, &visitor, until: deadline)
    }
    if ending != .waiting, ending != .timedOut {
      hear(mailbox, &visitor, from: inputs.all.map(\.pid), at: folder.home)
    }
    visitor.afterwards()
    let settled = server.moment
    episode.exchanges = stage.exchanges(opened: visitor.openedURLs)
    episode.deliveries = visitor.deliveries
    episode.observations = visitor.observations
    if let url = visitor.observations.loopbackURI, stage.check.asks("native-loopback-closed-after")
    {
      episode.observations.loopbackWasClosed = !Listeners.isOpen(url)
    }
    var recovered = false
    if ending == .waiting, let url = visitor.firstURL,
      visitor.deliveries.contains(where: { $0.what == "callback" })
    {
      // Whether it hangs, or waits for the proper callback, shows when the proper one comes.
      let asked = episode.own.count
      stage.calm()
      visitor.isProper = true
      visitor.open(url)
      let end = wait(
        mailbox, inputs.all, &visitor, until: min(deadline, server.now + max(quiet, 1_000)))
      recovered = end == .exited(0)
      switch end {
      case .signalled: ending = end
      case .exited(let code) where code != 0:
        // It took its time to refuse. If it sent a request meanwhile, it may have refused the genuine callback.
        let now = stage.exchanges(opened: visitor.openedURLs).count(where: \.isClients)
        if now == asked { ending = end }
      case .exited, .waiting, .timedOut, .standing: break
      }
    }
    inputs.end()
    let (output, errors) = (folder.text(of: folder.output), folder.text(of: folder.errors))
    episode.output = folder.written
    var reader = OutcomeReader(ending)
    (reader.output, reader.errors, reader.recovered) = (output, errors, recovered)
    reader.refusals = plan.refusals
    reader.reports = server.front.reports.texts(stage.id)
    reader.callback = episode.callbacks.last?.answer
    episode.outcome = reader.outcome()
    episode.settled = Int(settled - (episode.callbacks.first?.at ?? settled))
    return episode
  }

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
    var silence = Silence(of: stage, groups: processes.map(\.pid))
    var wait = 0
    while true {
      if Running.isStopped { return .timedOut }
      silence.look(after: wait, patience: patience)
      // A proper answer has all the time there is; after an odd one, or none, silence is what is waited for.
      let isOdd = stage.check.expect != .accepted || visitor.observations.browserFailure != nil
      let isOver = isOdd && !visitor.isProper && visitor.isDone
      let end = isOver ? min(deadline, silence.since + patience) : deadline
      wait = min(end - server.now, isOver ? 250 : 1_000)
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
        if isOver, silence.since + patience > server.now, server.now < deadline { continue }
        return server.now >= deadline && !isOver ? .timedOut : .waiting
      }
    }
  }

  /// A client that was told to retry later gets that time.
  var patience: Int {
    let told = stage.lastAnswer?.headers.first(.retryAfter).flatMap { Int($0) } ?? 0
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
