import ControlAPI
import Examiner
import HTTPMessages
import HTTPTypes
import Locking

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
  }
  private let books = Lock([String: Book]())
  private let start: UInt64
  /// Where clients report: below this, by sandbox.
  static let reports = "/_understudy/conform/report/"

  init() { start = Self.clock() }

  private static func clock() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
  }

  /// Milliseconds since the run began.
  var now: Int { Int(Self.clock() - start) }

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
    let at = now
    let reply = answer()
    guard !request.target.hasPrefix("/_understudy/") else { return reply }
    if case .answer(let answer) = reply {
      var exchange = Exchange(
        number: Int(answer.headers.first(.understudyExchange) ?? "") ?? 0, at: at, request: request,
        answer: answer.asDelivered)
      exchange.isAgents = request.headers.first(.userAgent)?.hasPrefix(Self.agentName) == true
      exchange.isDelivered = answer.delivery.ending == .whole
      books.withLock { $0[sandbox, default: Book()].exchanges.append(exchange) }
    }
    return reply
  }

  /// How our user agent names itself.
  static let agentName = "understudy-conform"

  private static func sandbox(of request: Request) -> String {
    let head = "/_sandbox/"
    guard request.target.hasPrefix(head) else { return "default" }
    return String(request.target.dropFirst(head.count).prefix { $0 != "/" && $0 != "?" })
  }

  func exchanges(_ sandbox: String) -> [Exchange] {
    books.withLock { $0[sandbox]?.exchanges ?? [] }
  }

  func count(_ sandbox: String) -> Int { books.withLock { $0[sandbox]?.exchanges.count ?? 0 } }

  func reports(_ sandbox: String) -> [String] { books.withLock { $0[sandbox]?.reports ?? [] } }

  func forget(_ sandbox: String) { books.withLock { $0[sandbox] = nil } }
}

extension HTTPField.Name {
  static let understudyExchange = HTTPField.Name("Understudy-Exchange") ?? .server
}
