import ControlAPI
import Examiner
import HTTPMessages
import HTTPTypes
import Locking
import MicroHTTPServer

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Every request and answer of a run as it goes over the wire, by sandbox, with its instant.
///
/// The journal says what was decided, but cuts long bodies and keeps whole seconds.
final class Recorder: Sendable {
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
  private let books = Lock([String: Book]())
  /// Rings when the fate of an answer is known.
  private let fated = Bell()
  /// Nanoseconds.
  private let start: UInt64
  /// Where clients report: below this, by sandbox.
  static let reports = "/_understudy/conform/report/"

  init() { start = Self.clock() }

  private static func clock() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Milliseconds since the run began.
  var now: Int { Int(moment) }

  /// The same with their fraction, for whatever has to be put in order.
  var moment: Double { Double(Self.clock() - start) / 1_000_000 }

  /// Answers by way of `answer`, and keeps both.
  func witness(_ request: Request, _ answer: () -> Reply) -> Reply {
    if request.target.hasPrefix(Self.reports) {
      let id = String(request.target.dropFirst(Self.reports.count).prefix { $0 != "?" })
      books.withLock {
        $0[id, default: Book()].reports.append(String(decoding: request.body, as: UTF8.self))
      }
      return .answer(Answer(status: .noContent))
    }
    let sandbox = Self.sandbox(of: request)
    let at = moment
    books.withLock {
      $0[sandbox, default: Book()].arrived += 1
      $0[sandbox, default: Book()].open += 1
    }
    defer { books.withLock { $0[sandbox]?.open -= 1 } }
    let reply = answer()
    guard !request.target.hasPrefix("/_understudy/") else { return reply }
    if case .answer(let answer) = reply {
      var exchange = Exchange(
        number: Int(answer.headers.first(.understudyExchange) ?? "") ?? 0, at: at, request: request,
        answer: answer.asDelivered)
      exchange.isAgents = request.headers.first(.userAgent)?.hasPrefix(Self.agentName) == true
      books.withLock { $0[sandbox, default: Book()].exchanges.append(exchange) }
    }
    return reply
  }

  /// Whether an answer arrives is known when its exchange has ended.
  func watch(_ request: Request, _ answer: Answer) -> (@Sendable (Fate) -> Void)? {
    let sandbox = Self.sandbox(of: request)
    guard let number = Int(answer.headers.first(.understudyExchange) ?? "") else { return nil }
    // An answer that was meant to break off has arrived when it did.
    let isMeant = answer.delivery.ending != .whole
    return { [self] fate in
      books.withLock {
        $0[sandbox, default: Book()].fates[number] = isMeant || fate != .broken
      }
      fated.ring()
    }
  }

  /// How our user agent names itself.
  static let agentName = "understudy-conform"

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
      book = books.withLock { $0[sandbox] } ?? Book()
      return book.exchanges.allSatisfy { $0.number == 0 || book.fates[$0.number] != nil }
    }
    return book.exchanges.map { exchange in
      var exchange = exchange
      exchange.isDelivered = exchange.number == 0 || book.fates[exchange.number] == true
      return exchange
    }
  }

  func last(_ sandbox: String) -> Exchange? {
    books.withLock { $0[sandbox]?.exchanges.last }
  }

  /// Goes up with each request that comes.
  func count(_ sandbox: String) -> Int { books.withLock { $0[sandbox]?.arrived ?? 0 } }

  /// Whether an answer is still being made: that is no silence.
  func isBusy(_ sandbox: String) -> Bool { books.withLock { ($0[sandbox]?.open ?? 0) > 0 } }

  func reports(_ sandbox: String) -> [String] { books.withLock { $0[sandbox]?.reports ?? [] } }

  func forget(_ sandbox: String) { books.withLock { $0[sandbox] = nil } }
}

extension HTTPField.Name {
  static let retryAfter = HTTPField.Name("Retry-After") ?? .server
  static let understudyRule = HTTPField.Name("Understudy-Rule") ?? .server
  static let understudyExchange = HTTPField.Name("Understudy-Exchange") ?? .server
}
