import Basics
import Engine
import HTTPTypes

/// A request and its answer, as they went over the wire.
///
/// Every request pays for capturing, and only readers pay for showing. So the bytes are kept as they are, and secrets are
/// searched for when an entry is read. A text that is too long is cut, so its secrets are hidden at once.
struct Exchange: Sendable {
  private enum Content: Sendable {
    case raw(Request, Answer)
    /// With the secrets that it came with.
    case hidden(ShownExchange, Redactor.Secrets)
  }

  private let content: Content
  private let names: SecretNames
  private let redactor: Redactor
  let status: Int

  /// Bytes of a body; the rest is cut.
  static let mostBody = 16 << 10

  /// - Parameter mostBody: the bytes up to which a body is kept whole.
  init(
    _ request: Request, _ answer: Answer, _ names: SecretNames, _ redactor: Redactor,
    keeping mostBody: Int = Self.mostBody
  ) {
    self.names = names
    self.redactor = redactor
    status = answer.asDelivered.status.code
    if request.body.count <= mostBody, answer.body.count <= mostBody {
      content = .raw(request, answer)
    } else {
      // Half of a secret would not be known for one.
      let secrets = redactor.secrets(request, answer, names)
      content = .hidden(
        redactor.redacted(
          request, answer, redactor.showsSecrets ? .none : secrets, keeping: mostBody), secrets)
    }
  }

  var size: Int {
    switch content {
    case .raw(let request, let answer): Self.size(request, answer)
    case .hidden(let shown, _): Self.size(shown.request, shown.answer)
    }
  }

  private static func size(_ request: Request, _ answer: Answer) -> Int {
    func count(_ fields: Headers) -> Int {
      fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    }
    return request.target.utf8.count + request.body.count + answer.body.count
      + count(request.headers) + count(answer.headers)
  }

  private var secrets: Redactor.Secrets {
    switch content {
    case .hidden(_, let secrets): secrets
    case .raw(let request, let answer): redactor.secrets(request, answer, names)
    }
  }

  /// As it went over the wire, with its secrets. Where a body is too long, it is cut, and the secrets are hidden.
  var kept: (request: Request, answer: Answer) {
    switch content {
    case .hidden(let shown, _): (shown.request, shown.answer)
    case .raw(let request, let answer): (request, answer)
    }
  }

  /// The names of its secrets beside the usual ones.
  var moreNames: [String] { names.more.sorted() }

  /// For the journal.
  func shown(_ log: LogEntry) -> (log: LogEntry, exchange: ShownExchange?) {
    let secrets = redactor.showsSecrets ? .none : secrets
    let shown =
      switch content {
      case .hidden(let shown, _): shown
      case .raw(let request, let answer): redactor.redacted(request, answer, secrets)
      }
    return (redactor.redacted(log, secrets), shown)
  }

  /// For a log: secrets are hidden, whatever the journal shows.
  func logged(_ log: LogEntry) -> LogEntry { redactor.redacted(log, secrets) }
}
