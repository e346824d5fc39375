import Basics
import HTTPTypes
import Server
import Transport

/// Every request and answer of a run as it goes over the wire, by sandbox, with its instant.
///
/// The journal says what was decided, but cuts long bodies and keeps whole seconds.
package final class Recorder: Sendable {
  private struct Book: Sendable {
    var exchanges: [Exchange] = []
    /// What the client said of itself at OAUTH_REPORT_URL.
    var reports: [String] = []
    /// Requests that came, and those of them that are not answered yet.
    var arrived = 0
    var open = 0
    /// What became of each answer, by its number.
    var fates: [Int: Bool] = [:]
  }
  private struct State: Sendable {
    /// Of the sandboxes that checks are played in: requests to others are nobody's here.
    var books: [String: Book] = [:]
    /// Which sandbox a report is about, by the last part of its address.
    var reporters: [String: String] = [:]
  }
  private let state = Lock(State())
  /// Rings when the fate of an answer is known.
  private let fated = Bell()
  /// Nanoseconds.
  private let start: UInt64
  /// Exchanges of one sandbox that are kept: no client of a check needs as many.
  private static let mostExchanges = 1_000

  init() { start = Self.clock() }

  private static func clock() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Milliseconds since the run began.
  package var now: Int { Int(moment) }

  /// The same with their fraction, for whatever has to be put in order.
  var moment: Double { Double(Self.clock() - start) / 1_000_000 }

  /// Begins to keep what happens in a sandbox.
  func open(_ sandbox: String) {
    state.withLock { $0.books[sandbox] = $0.books[sandbox] ?? Book() }
  }

  /// Answers by way of `answer`, and keeps both.
  func witness(_ request: Request, _ answer: () -> Reply) -> Reply {
    let sandbox = Self.sandbox(of: request)
    let at = moment
    state.withLock {
      $0.books[sandbox]?.arrived += 1
      $0.books[sandbox]?.open += 1
    }
    defer { state.withLock { $0.books[sandbox]?.open -= 1 } }
    let reply = answer()
    guard !request.target.hasPrefix("/_understudy/") else { return reply }
    if case .answer(let answer) = reply {
      var exchange = Exchange(
        number: Int(answer.headers.first(.understudyExchange) ?? "") ?? 0, at: at, request: request,
        answer: answer.asDelivered)
      exchange.isAgents = request.headers.first(.userAgent)?.hasPrefix(Self.agentName) == true
      state.withLock { [exchange] state in
        guard let count = state.books[sandbox]?.exchanges.count, count < Self.mostExchanges
        else { return }
        state.books[sandbox]?.exchanges.append(exchange)
      }
    }
    return reply
  }

  /// Whether an answer arrives is known when its exchange has ended.
  package func watch(_ request: Request, _ answer: Answer) -> (@Sendable (DeliveryStatus) -> Void)?
  {
    let sandbox = Self.sandbox(of: request)
    guard let number = Int(answer.headers.first(.understudyExchange) ?? "") else { return nil }
    // An answer that was meant to break off has arrived when it did.
    let isMeant = answer.delivery.ending != .whole
    return { [self] fate in
      state.withLock {
        guard let count = $0.books[sandbox]?.fates.count, count < Self.mostExchanges else { return }
        $0.books[sandbox]?.fates[number] = isMeant || fate != .broken
      }
      fated.ring()
    }
  }

  /// How our user agent names itself.
  package static let agentName = "understudy-conform"

  private static func sandbox(of request: Request) -> String {
    let head = "/_sandbox/"
    guard request.target.hasPrefix(head) else { return "default" }
    return String(request.target.dropFirst(head.count).prefix { $0 != "/" && $0 != "?" })
  }

  /// Milliseconds: a client may end before the server has heard that it took the last answer, and on a busy machine long
  /// before. It is waited for no longer than it takes.
  private static let lastWord = 3_000

  /// All of a sandbox, each with whether its answer arrived.
  func exchanges(_ sandbox: String) -> [Exchange] {
    var book = Book()
    _ = fated.wait(milliseconds: Self.lastWord) {
      book = state.withLock { $0.books[sandbox] } ?? Book()
      return book.exchanges.allSatisfy { $0.number == 0 || book.fates[$0.number] != nil }
    }
    return book.exchanges.map { exchange in
      var exchange = exchange
      exchange.isDelivered = exchange.number == 0 || book.fates[exchange.number] == true
      return exchange
    }
  }

  func last(_ sandbox: String) -> Exchange? {
    state.withLock { $0.books[sandbox]?.exchanges.last }
  }

  /// Goes up with each request that comes.
  func count(_ sandbox: String) -> Int { state.withLock { $0.books[sandbox]?.arrived ?? 0 } }

  /// Whether an answer is still being made: that is no silence.
  func isBusy(_ sandbox: String) -> Bool { state.withLock { ($0.books[sandbox]?.open ?? 0) > 0 } }

  // MARK: Reports

  /// Where clients report: below this, each by an address that nobody can guess.
  static let reports = "/_understudy/conform/report/"
  /// Reports of one sandbox that are kept, the newest ones, and the bytes of one.
  static let mostReports = 16
  static let mostReport = 4_096

  /// The path at which the client of a sandbox reports. Knowing it is the permission, because a phone has no other
  /// credentials. It stays the same until the sandbox is closed.
  func reportPath(_ sandbox: String, using random: inout some RandomNumberGenerator) -> String {
    let drawn = (0..<2).map { _ in String(random.next() as UInt64, radix: 36) }.joined()
    return state.withLock { state in
      let known = state.reporters.first { $0.value == sandbox }?.key
      state.reporters[known ?? drawn] = sandbox
      return Self.reports + (known ?? drawn)
    }
  }

  /// Keeps what a client says of itself.
  func take(_ request: Request) -> Answer {
    guard request.method == .post else {
      return Answer(status: .methodNotAllowed, headers: [.allow: "POST"])
    }
    guard request.body.count <= Self.mostReport else { return Answer(status: .contentTooLarge) }
    let name = String(request.target.dropFirst(Self.reports.count).prefix { $0 != "?" })
    let text = String(decoding: request.body, as: UTF8.self)
    return state.withLock { state in
      guard let sandbox = state.reporters[name], var book = state.books[sandbox] else {
        return Answer(status: .notFound)
      }
      book.reports = book.reports.suffix(Self.mostReports - 1) + [text]
      state.books[sandbox] = book
      return Answer(status: .noContent)
    }
  }

  func reports(_ sandbox: String) -> [String] {
    state.withLock { $0.books[sandbox]?.reports ?? [] }
  }

  /// Begins anew with a sandbox.
  func clear(_ sandbox: String) { state.withLock { $0.books[sandbox] = Book() } }

  /// Keeps nothing of a sandbox any more.
  func close(_ sandbox: String) {
    state.withLock { state in
      state.books[sandbox] = nil
      state.reporters = state.reporters.filter { $0.value != sandbox }
    }
  }
}

extension HTTPField.Name {
  static let understudyRule = HTTPField.Name("Understudy-Rule") ?? .server
  static let understudyExchange = HTTPField.Name("Understudy-Exchange") ?? .server
}
