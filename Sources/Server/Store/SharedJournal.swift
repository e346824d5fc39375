import Basics
import Engine
import HTTPTypes
import ProviderModel

/// The journal of one sandbox that all servers of a store share.
///
/// An entry is added after its request was answered, by the server that has answered it. So a reader waits a moment for the
/// entries whose numbers are taken and that are not there yet.
final class SharedJournal: Sendable {
  private struct State: Sendable {
    /// Numbers whose entries never came: their server has died.
    var missing: Set<Int> = []
    var waiters: [Int: Waiter] = [:]
    var lastWaiter = 0
    /// Whether a thread listens for the waiters.
    var isListening = false
  }

  private struct Waiter: Sendable {
    let filter: JournalFilter
    let limit: Int
    let isGivenUp: @Sendable () -> Bool
    let isOver: @Sendable () -> Bool
    let finish: @Sendable ([NumberedEntry]?) -> Void
  }

  private let store: any JournalStore
  private let sandbox: String
  private let lifetime: Int?
  private let replica: Replica
  private let state = Lock(State())

  private static let mostWaiters = 64
  /// Between two looks, in milliseconds, where nothing tells of entries.
  private static let pause: UInt32 = 100
  /// How long a reader waits for entries that are on their way: in steps of 2 ms.
  private static let mostSteps = 250

  init?(_ replica: Replica, _ sandbox: String, lifetime: Int?) {
    guard let store = replica.store.journals else { return nil }
    self.store = store
    self.sandbox = sandbox
    self.lifetime = lifetime
    self.replica = replica
  }

  /// - Parameter number: the entry's number, if it was taken before.
  /// - Returns: the number; `nil` if the store can't be reached, and then the entry is lost.
  func record(_ entry: JournalEntry, as number: Int?) -> Int? {
    guard let number = number ?? (try? store.number(for: sandbox)) else { return nil }
    store.add(number, to: sandbox, lifetime: lifetime) { entry.stored.text() }
    return number
  }

  private var redactor: Redactor? { replica.redactor }

  /// All entries, and the last number that was taken.
  private func read() -> (last: Int, entries: [NumberedEntry]) {
    guard let redactor else { return (0, []) }
    for step in 0... {
      guard let (last, stored) = try? store.journal(of: sandbox) else { return (0, []) }
      let known = Set(stored.map(\.number))
      let first = max(stored.first?.number ?? last, last - 1_000)
      let absent = state.withLock { state in
        (min(first, last)..<(last + 1)).filter {
          $0 > 0 && !known.contains($0) && !state.missing.contains($0)
        }
      }
      guard absent.isEmpty || step == Self.mostSteps || (stored.isEmpty && step > 50) else {
        usleep(2_000)
        continue
      }
      state.withLock { state in
        state.missing = state.missing.filter { $0 > last - 2_000 }.union(absent)
      }
      let entries = stored.compactMap { number, text in
        JournalEntry(stored: text, redactor).map { NumberedEntry(number: number, entry: $0) }
      }
      return (last, entries)
    }
    return (0, [])
  }

  func entries(_ filter: JournalFilter) -> [NumberedEntry] {
    read().entries.filter { filter.matches($0) }
  }

  func entry(_ number: Int) -> NumberedEntry? { read().entries.first { $0.number == number } }

  /// The entries are not read for it.
  var extent: (count: Int, last: Int) { (try? store.extent(of: sandbox)) ?? (0, 0) }

  func clear() throws(StoreFailure) { try store.clearJournal(of: sandbox) }

  /// As `JournalBook.wait`, for what all servers write.
  func wait(
    _ filter: JournalFilter, limit: Int, milliseconds: Int, ticker: Ticker,
    isGivenUp: @escaping @Sendable () -> Bool, isOver: @escaping @Sendable () -> Bool,
    _ finish: @escaping @Sendable ([NumberedEntry]?) -> Void
  ) -> Bool {
    let waiter = Waiter(
      filter: filter, limit: limit, isGivenUp: isGivenUp, isOver: isOver, finish: finish)
    let taken = state.withLock { state -> (id: Int, mustListen: Bool)? in
      guard state.waiters.count < Self.mostWaiters else { return nil }
      state.lastWaiter += 1
      state.waiters[state.lastWaiter] = waiter
      defer { state.isListening = true }
      return (state.lastWaiter, !state.isListening)
    }
    guard let (id, mustListen) = taken else { return false }
    ticker.after(milliseconds: milliseconds) { [self] in end(id, with: []) }
    if mustListen { listen(ticker) }
    // The listener may have seen the last entry before this waiter was added.
    look(for: [id: waiter])
    return true
  }

  private func end(_ id: Int, with entries: [NumberedEntry]?) {
    state.withLock { $0.waiters.removeValue(forKey: id) }?.finish(entries)
  }

  /// Ends the waits for which there is an entry, and those that nobody needs any more.
  /// - Parameter hasNews: whether there may be entries that were not looked at.
  private func look(for waiters: [Int: Waiter], hasNews: Bool = true) {
    guard !waiters.isEmpty else { return }
    let entries = hasNews ? read().entries : []
    for (id, waiter) in waiters {
      let found = entries.filter { waiter.filter.matches($0) }.suffix(waiter.limit)
      if waiter.isOver() {
        end(id, with: nil)
      } else if !found.isEmpty || waiter.isGivenUp() {
        end(id, with: Array(found))
      }
    }
  }

  /// Looks for all waiters.
  /// - Returns: false if nobody waits any more, and then nobody listens.
  private func lookOn(hasNews: Bool) -> Bool {
    look(for: state.withLock { $0.waiters }, hasNews: hasNews)
    return state.withLock { state in
      state.isListening = !state.waiters.isEmpty
      return state.isListening
    }
  }

  /// Listens as long as somebody waits.
  private func listen(_ ticker: Ticker) {
    guard let listener = store.listener(to: sandbox) else { return poll(ticker) }
    let isRunning = BackgroundThread.run { [self] in
      var hasNews = true
      repeat {
        do throws(StoreFailure) { hasNews = try listener.wait() } catch {
          // The store is away, or does not let us listen.
          usleep(Self.pause * 1_000)
          hasNews = true
        }
      } while lookOn(hasNews: hasNews)
    }
    if !isRunning { poll(ticker) }
  }

  /// Looks again and again, where there are too many listeners.
  private func poll(_ ticker: Ticker) {
    ticker.after(milliseconds: Int(Self.pause)) { [self] in
      if lookOn(hasNews: true) { poll(ticker) }
    }
  }
}

// MARK: Entries as texts

extension JournalEntry {
  /// The entry with all that a reader may be shown.
  fileprivate var stored: JSONValue {
    var object = JSONObject()
    func put(_ name: String, _ text: String?) {
      if let text, !text.isEmpty { object[name] = JSONValue(.string(text)) }
    }
    func number(_ value: Int) -> JSONValue { JSONValue(.number(String(value))) }
    put("kind", kind.rawValue)
    object["at"] = number(at.wall)
    object["sandbox_time"] = number(at.sandbox)
    put("sandbox", sandbox)
    put("method", log.method)
    put("path", log.path)
    put("provider", log.provider)
    put("endpoint", log.endpoint)
    put("outcome", log.outcome.text)
    put("why", log.why)
    put("remedy", log.remedy)
    put("clause", log.clause)
    put("condition", log.condition?.name)
    put("client", log.client)
    put("person", log.person)
    put("rule", log.rule)
    if !log.near.isEmpty {
      object["near"] = JSONValue(.array(log.near.map { JSONValue(.string($0)) }))
    }
    switch event {
    case .act(let detail): put("detail", detail)
    case .exchange(let exchange):
      let (request, answer) = exchange.kept
      object["request"] = [
        "method": JSONValue(.string(request.method.rawValue)),
        "scheme": JSONValue(.string(request.scheme)),
        "authority": JSONValue(.string(request.authority)),
        "target": JSONValue(.string(request.target)),
        "headers": Self.stored(request.headers), "body": Self.stored(request.body),
        "certificate": request.clientCertificate.map(Self.stored) ?? .null,
      ]
      let delivered = answer.asDelivered
      object["answer"] = [
        "status": number(delivered.status.code), "headers": Self.stored(delivered.headers),
        "body": Self.stored(delivered.body), "delay": number(answer.delivery.delay),
      ]
      let names = exchange.moreNames
      if !names.isEmpty {
        object["secret_names"] = JSONValue(.array(names.map { JSONValue(.string($0)) }))
      }
    }
    return JSONValue(.object(object))
  }

  private static func stored(_ headers: Headers) -> JSONValue {
    JSONValue(.string(headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")))
  }

  /// Text as it is, other bytes in base64url.
  private static func stored(_ bytes: [UInt8]) -> JSONValue {
    if let text = String(validating: bytes, as: UTF8.self) { return JSONValue(.string(text)) }
    return ["base64url": JSONValue(.string(Base64URL.encode(bytes)))]
  }

  private static func bytes(_ value: JSONValue?) -> [UInt8]? {
    if let text = value?.stringValue { return Array(text.utf8) }
    return value?["base64url"]?.stringValue.flatMap { Base64URL.decode($0) }
  }

  private static func headers(_ value: JSONValue?) -> Headers {
    var headers = Headers()
    for line in (value?.stringValue ?? "").split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers.append(
        Headers.Field(
          String(line[..<colon]), String(line[line.index(after: colon)...].dropFirst())))
    }
    return headers
  }

  /// - Returns: `nil` if the text is no entry.
  fileprivate convenience init?(stored line: String, _ redactor: Redactor) {
    guard let value = try? JSONReader().read(Array(line.utf8), file: "journal").root,
      let kind = value["kind"]?.stringValue.flatMap(EntryKind.init),
      let wall = value["at"]?.integerValue, let time = value["sandbox_time"]?.integerValue
    else { return nil }
    func text(_ name: String) -> String? { value[name]?.stringValue }
    var log = LogEntry()
    log.method = text("method") ?? ""
    log.path = text("path") ?? ""
    log.provider = text("provider") ?? "-"
    log.endpoint = text("endpoint") ?? "-"
    log.outcome = text("outcome").map { .told($0) } ?? .none
    (log.why, log.remedy, log.clause) = (text("why"), text("remedy"), text("clause"))
    log.condition = text("condition").map { Condition($0) }
    (log.client, log.person, log.rule) = (text("client"), text("person"), text("rule"))
    log.near = value["near"]?.arrayValue?.compactMap(\.stringValue) ?? []
    var event = Event.act(text("detail") ?? "")
    if let sent = value["request"], let got = value["answer"] {
      guard let method = sent["method"]?.stringValue.flatMap({ HTTPRequest.Method($0) }),
        let status = got["status"]?.integerValue
      else { return nil }
      var request = Request(
        method: method, scheme: sent["scheme"]?.stringValue ?? "http",
        authority: sent["authority"]?.stringValue ?? "",
        target: sent["target"]?.stringValue ?? "", headers: Self.headers(sent["headers"]),
        body: Self.bytes(sent["body"]) ?? [])
      request.clientCertificate = Self.bytes(sent["certificate"])
      let answer = Answer(
        status: .init(code: status), headers: Self.headers(got["headers"]),
        body: Self.bytes(got["body"]) ?? [],
        delivery: Delivery(delay: got["delay"]?.integerValue ?? 0))
      let names = value["secret_names"]?.arrayValue?.compactMap(\.stringValue) ?? []
      event = .exchange(Exchange(request, answer, SecretNames(more: Set(names)), redactor))
    }
    self.init(
      at: Instants(wall: wall, sandbox: time), arrival: 0,
      sandbox: text("sandbox") ?? "", kind: kind, log: log, event: event)
  }
}
