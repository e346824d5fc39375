import Basics
import Engine
import HTTPTypes

/// Requests to sandboxes: read, decided, written and recorded.
extension Sandboxes {
  /// Answers one request to a sandbox.
  /// - Parameters:
  ///   - now: the wall clock, in seconds since 1970.
  ///   - outside: answers a path that is neither the engine's nor a provider's, in a sandbox.
  package func respond(
    to request: Request, at now: Int,
    outside: @escaping @Sendable (String, Request, SandboxHost) -> Answer?
  ) -> Reply {
    let arrival = MonotonicClock.nanoseconds()
    reap(now)
    switch place(request) {
    case .gone(let id): return .answer(absence(410, gone(id), request))
    case .unknown(let id):
      return .answer(absence(404, "There is no sandbox \"\(id)\". \(howToGet)", request))
    case .unavailable(let failure):
      note(failure, nil, since: arrival)
      return .answer(MockServer.answer(failure))
    case .sandboxHost(let sandboxHost, let inner, let isNamed):
      return respond(
        to: inner, as: request, in: sandboxHost, isNamed: isNamed, at: now, arrival: arrival,
        outside)
    }
  }

  /// How somebody gets a sandbox that is not there.
  package static let howToCreate =
    #"POST /_understudy/sandboxes with {"id": "NAME"} creates one, and GET /_understudy/sandboxes lists all sandboxes."#

  /// The same, and why it may be gone.
  var howToGet: String {
    let loss = replica?.loss ?? ""
    return loss.isEmpty ? Self.howToCreate : "\(loss) \(Self.howToCreate)"
  }

  /// Counts a request that gets no decision because of the store.
  private func note(_ failure: StoreFailure, _ reading: RoutedRequest?, since arrival: UInt64) {
    guard let replica else { return }
    replica.metrics.note(failure, reading, since: arrival)
    if failure.kind != .gone { replica.counters.rejections.add(1, ordering: .relaxed) }
  }

  /// The answer where there is no sandbox: a page for a browser.
  private func absence(_ status: Int, _ text: String, _ request: Request) -> Answer {
    var answer = Self.plain(status, text + "\n")
    if options.explainsRefusals {
      NowherePage(title: "There is no such sandbox", entry: nil).replace(&answer, for: request)
    }
    return answer
  }

  private static func plain(_ status: Int, _ text: String) -> Answer {
    Answer(
      status: .init(code: status), headers: [.contentType: "text/plain; charset=utf-8"],
      body: Array(text.utf8))
  }

  /// - Parameters:
  ///   - request: as the sandbox sees it, without the sandbox's prefix.
  ///   - sent: as it came.
  ///   - isNamed: whether the client said which sandbox it means: then no other one answers.
  private func respond(
    to request: Request, as sent: Request, in named: SandboxHost, isNamed: Bool, at now: Int,
    arrival: UInt64, _ outside: @escaping @Sendable (String, Request, SandboxHost) -> Answer?
  ) -> Reply {
    var (sandboxHost, reading) = (named, named.read(request))
    if !isNamed, let owner = owner(of: reading, besides: named) {
      (sandboxHost, reading) = (owner, owner.read(request))
    }
    let exchange = OpenExchange(
      request: request, sent: sent, reading: reading, sandboxHost: sandboxHost, now: now,
      arrival: arrival)
    return reply(to: exchange, FetchedDocuments(), outside)
  }

  /// Decides on a request, once the documents that it needs have been fetched. If a store keeps the sandbox, its answer waits
  /// until the store has what it changes.
  /// - Parameters:
  ///   - documents: those that have been fetched.
  ///   - fetches: whether more may be fetched.
  private func reply(
    to exchange: OpenExchange, _ documents: FetchedDocuments, fetches: Bool = true,
    _ outside: @escaping @Sendable (String, Request, SandboxHost) -> Answer?
  ) -> Reply {
    let (sandboxHost, reading) = (exchange.sandboxHost, exchange.reading)
    guard let log = sandboxHost.log else {
      switch sandboxHost.decide(
        exchange.request, reading, with: documents, fetches: fetches, at: exchange.now)
      {
      case .decided(let decision, let instants):
        return reply(
          to: exchange, SharedDecision(decision: decision, instants: instants), outside)
      case .needs(let document):
        guard let fetcher else { return reply(to: exchange, documents, fetches: false, outside) }
        return fetch(document, for: exchange, having: documents, with: fetcher, outside)
      }
    }
    if let needed = sandboxHost.neededDocument(for: reading, having: documents, at: exchange.now),
      let fetcher
    {
      return fetch(needed, for: exchange, having: documents, with: fetcher, outside)
    }
    guard reading.isForProvider else {
      let decided = sandboxHost.glance(at: reading, log)
      return reply(to: exchange, SharedDecision(decision: decided.0, instants: decided.1), outside)
    }
    let waiting = Waiting(isShort: true)
    sandboxHost.decide(exchange.request, reading, with: documents, in: log) { [self] result in
      switch result.flatMap({ $0.checked(for: exchange.request) }) {
      case .success(let decision):
        switch reply(to: exchange, decision, outside) {
        case .answer(let answer): waiting.finish(answer)
        case .later(let later): later.watch(waiting.finish)
        }
      case .failure(let failure):
        if failure.kind == .gone {
          end(sandboxHost, "it is not in the store any more", at: exchange.now)
        }
        note(failure, reading, since: exchange.arrival)
        waiting.finish(MockServer.answer(failure))
      }
    }
    return waiting.reply
  }

  /// The answer waits until the clients have been told what they are to know: a session that has ended is over everywhere
  /// when the browser goes on.
  private func reply(
    to exchange: OpenExchange, _ decision: SharedDecision,
    _ outside: (String, Request, SandboxHost) -> Answer?
  ) -> Reply {
    let (answer, notices) = conclude(exchange, decision, outside)
    guard !notices.isEmpty else { return .answer(answer) }
    let waiting = Waiting()
    let calls = notices.compactMap { $0.call() }
    send(calls, in: exchange.sandboxHost, at: exchange.now) { _ in waiting.finish(answer) }
    return .later(waiting)
  }

  /// Fetches a document, and goes on. It may lead to another one: a client's metadata may name its keys.
  private func fetch(
    _ needed: NeededDocument, for exchange: OpenExchange, having documents: FetchedDocuments,
    with fetcher: any DocumentFetcher,
    _ outside: @escaping @Sendable (String, Request, SandboxHost) -> Answer?
  ) -> Reply {
    let waiting = Waiting()
    Fetching(of: needed.address, ticker).start(with: fetcher) { [self] document in
      // The sandbox may have been deleted meanwhile.
      let id = exchange.sandboxHost.id
      guard find(id) === exchange.sandboxHost else {
        return waiting.finish(Self.plain(410, gone(id) + "\n"))
      }
      var fetched = documents
      fetched.add(document, as: needed.kind)
      switch reply(to: exchange, fetched, outside) {
      case .answer(let answer): waiting.finish(answer)
      case .later(let later): later.watch(waiting.finish)
      }
    }
    return .later(waiting)
  }

  /// A request to a sandbox that has not been decided. A class, because it is large and passed on several times.
  private final class OpenExchange: Sendable {
    /// As the sandbox sees it.
    let request: Request
    /// As it came.
    let sent: Request
    let reading: RoutedRequest
    let sandboxHost: SandboxHost
    let now: Int
    let arrival: UInt64

    init(
      request: Request, sent: Request, reading: RoutedRequest, sandboxHost: SandboxHost, now: Int,
      arrival: UInt64
    ) {
      self.request = request
      self.sent = sent
      self.reading = reading
      self.sandboxHost = sandboxHost
      self.now = now
      self.arrival = arrival
    }
  }

  /// Writes the answer to a request, and records both.
  private func conclude(
    _ exchange: OpenExchange, _ shared: SharedDecision,
    _ outside: (String, Request, SandboxHost) -> Answer?
  ) -> (answer: Answer, notices: [LogoutNotice]) {
    let (sandboxHost, now, arrival) = (exchange.sandboxHost, exchange.now, exchange.arrival)
    let (decision, instants) = (shared.decision, shared.instants)
    if let path = decision.outside, let answer = outside(path, exchange.request, sandboxHost) {
      // Neither the page that tells of everything nor the health check tells anything of a client.
      options.log?(
        LoggedExchange(decision.log, sandbox: sandboxHost.id, status: answer.status.code, wall: now)
      )
      return (answer, [])
    }
    if !decision.forgotten.isEmpty { memory?.note() }
    var answer = decision.write()
    let entry = JournalEntry(
      at: instants, arrival: arrival, sandbox: sandboxHost.id, kind: .exchange, log: decision.log,
      event: .exchange(
        Exchange(
          exchange.sent, decision.isRehearsal ? answer.withoutBody : answer, decision.secretNames,
          redactor,
          keeping: options.mostBody)))
    // The number leads from a failing test to its entry. The entry holds the answer without this field.
    if let number = sandboxHost.record(entry, as: shared.number), !decision.isPlain {
      answer.headers.append(.understudyExchange, String(number))
      if options.explainsRefusals, decision.log.condition != nil {
        RefusalNote(log: decision.log, entry: number, sandbox: sandboxHost.id)
          .add(to: &answer, for: exchange.request)
      }
      if options.explainsRefusals, decision.isNowhere {
        NowherePage(entry: (number, sandboxHost)).replace(&answer, for: exchange.sent)
      }
    }
    if shared.isStale { answer.headers.append(.understudyStore, "stale") }
    if options.observesDeliveries { answer.observer = entry }
    options.log?(
      LoggedExchange(entry, status: answer.status.code, wall: now))
    if let replica {
      replica.metrics.note(decision.log, status: entry.status, since: arrival)
    }
    if journalBytes.isOver { trimJournals() }
    return (answer, decision.notices)
  }
}
