import Basics
import Engine
import HTTPTypes

/// A request that the server has sent, and what came back.
struct ClientCallResult: Sendable {
  let client: String?
  let address: String
  /// The status of the answer; 0 if there was none.
  let status: Int
  /// The body of the answer, as text.
  let body: String
  /// The reason why there was no answer.
  let failure: String?
  /// The number of the journal's entry.
  let entry: Int?

  /// Whether the client has accepted the request.
  var isAccepted: Bool { (200..<300).contains(status) }
}

/// Requests that the server sends: outside of every lock, a few at a time, each within `Fetching.patience`.
extension Sandboxes {
  /// The largest number of requests at once. It leaves room for fetches.
  private static let mostCalls = 8

  private struct Calls: Sendable {
    var next = 0
    var results: [ClientCallResult?]
    var open: Int
  }

  /// Sends requests, and writes each into the journal with its answer.
  /// - Parameter finish: is called once all are answered, in the order of `calls`.
  func send(
    _ calls: [ClientCall], in sandboxHost: SandboxHost, at now: Int,
    _ finish: @escaping @Sendable ([ClientCallResult]) -> Void
  ) {
    guard !calls.isEmpty else { return finish([]) }
    let state = Lock(Calls(results: calls.map { _ in nil }, open: calls.count))
    for _ in 0..<min(Self.mostCalls, calls.count) {
      sendNext(calls, state, in: sandboxHost, at: now, finish)
    }
  }

  private func sendNext(
    _ calls: [ClientCall], _ state: Lock<Calls>, in sandboxHost: SandboxHost, at now: Int,
    _ finish: @escaping @Sendable ([ClientCallResult]) -> Void
  ) {
    let index = state.withLock { state -> Int? in
      guard state.next < calls.count else { return nil }
      defer { state.next += 1 }
      return state.next
    }
    guard let index else { return }
    let call = calls[index]
    let arrival = MonotonicClock.nanoseconds()
    let end: @Sendable (FetchedDocument) -> Void = { [self] answer in
      let result = record(call, answer, in: sandboxHost, at: now, arrival: arrival)
      let done = state.withLock { state -> [ClientCallResult]? in
        state.results[index] = result
        state.open -= 1
        return state.open == 0 ? state.results.compactMap(\.self) : nil
      }
      if let done { return finish(done) }
      sendNext(calls, state, in: sandboxHost, at: now, finish)
    }
    guard let fetcher else {
      return end(
        FetchedDocument(
          call.address,
          .failed(
            .unreached, why: "was not called: this server calls nobody",
            remedy: "start a server that listens")))
    }
    Fetching(of: call.address, ticker).start({ fetcher.send(call, $0) }, end)
  }

  private func record(
    _ call: ClientCall, _ document: FetchedDocument, in sandboxHost: SandboxHost, at now: Int,
    arrival: UInt64
  ) -> ClientCallResult {
    var log = call.log
    var answer = Answer(status: .init(code: 0))
    var failure: String?
    switch document.result {
    case .content(let content):
      answer = Answer(status: .init(code: content.status), body: content.body)
      if !content.type.isEmpty { answer.headers.append(.contentType, content.type) }
      log.outcome = .delivered(content.status)
    case .failed(_, let why, let remedy):
      failure = "\(call.address) \(why)"
      log.outcome = .undelivered
      log.why = failure
      log.remedy = remedy
    }
    let uri = URIReference(call.address)
    let target = "\(uri.path.isEmpty ? "/" : uri.path)" + (uri.query.map { "?\($0)" } ?? "")
    let request = Request(
      method: .post, scheme: String(uri.scheme), authority: String(uri.authority), target: target,
      headers: call.headers, body: call.body)
    let instants = sandboxHost.contents.withLock { $0.clock.instants(now) }
    let entry = JournalEntry(
      at: instants, arrival: arrival, sandbox: sandboxHost.id, kind: .outgoing, log: log,
      event: .exchange(Exchange(request, answer, SecretNames(), redactor)))
    let number = sandboxHost.record(entry)
    options.log?(LoggedExchange(entry, status: answer.status.code, wall: now))
    return ClientCallResult(
      client: call.log.client, address: call.address, status: answer.status.code,
      body: String(decoding: answer.body.prefix(Exchange.mostBody), as: UTF8.self),
      failure: failure, entry: number)
  }
}
