import Basics
import HTTPTypes
import Server

/// What the journal of the sandbox has.
extension CheckSandbox {
  /// What came in, with what was decided about it.
  /// - Parameter opened: what the client had the browser open.
  func exchanges(opened: [String]) -> [Exchange] {
    var opened = opened
    func isOpened(_ exchange: Exchange) -> Bool {
      guard exchange.isAgents else { return false }
      let target = exchange.request.target
      let place = opened.firstIndex {
        $0.hasSuffix(target)
          || ($0.split(separator: "#").first.map { $0.hasSuffix(target) } ?? false)
      }
      if let place { opened.remove(at: place) }
      return place != nil
    }
    let own = journal().compactMap { numbered -> Exchange? in
      guard var exchange = exchange(numbered) else { return nil }
      exchange.isOpened = isOpened(exchange)
      return exchange
    }
    let later = successor?.exchanges(opened: opened) ?? []
    // Each number stands for one exchange, also where two journals are read as one.
    return own
      + later.map { exchange in
        var exchange = exchange
        exchange.number += own.last?.number ?? 0
        return exchange
      }
  }

  /// How our user agent names itself.
  static let agentName = "understudy-conform"

  var sandboxHost: SandboxHost? { server.host.house.sandboxes.find(id) }

  /// Goes up with each exchange.
  var exchangeCount: Int {
    (sandboxHost?.journalExtent.last ?? 0) + (successor?.exchangeCount ?? 0)
  }

  /// The answer to the last request.
  var lastAnswer: Answer? {
    sandboxHost?.entries(JournalFilter()).last { $0.entry.exchange != nil }?.entry.exchange?.answer
  }

  /// Milliseconds: a client may end before the server has heard that it took the last answer, and on a busy machine long
  /// before. It is waited for no longer than it takes.
  private static let lastWord = 3_000

  /// The exchanges, when it is known of each answer whether it arrived.
  private func journal() -> [NumberedEntry] {
    var entries: [NumberedEntry] = []
    _ = server.front.deliveries.wait(milliseconds: Self.lastWord) {
      entries = (sandboxHost?.entries(JournalFilter()) ?? []).filter { $0.entry.exchange != nil }
      return entries.allSatisfy { $0.entry.delivery != .unknown }
    }
    return entries
  }

  private func exchange(_ numbered: NumberedEntry) -> Exchange? {
    guard let (request, answer) = numbered.entry.exchange else { return nil }
    let log = numbered.entry.log
    var exchange = Exchange(
      number: numbered.number, at: server.moment(of: numbered.entry.arrival), request: request,
      answer: answer.asDelivered)
    exchange.isAgents = request.headers.first(.userAgent)?.hasPrefix(Self.agentName) == true
    // An answer that was meant to break off has arrived when it did. Over TLS a client that closes its connection leaves
    // the end of the session unread, which looks like an answer that was not read: only a late one was not waited for.
    let status = numbered.entry.delivery
    let isPrompt = request.scheme == "https" && answer.delivery.delay == 0
    exchange.isDelivered =
      status != .unknown && (status != .broken || answer.delivery.ending != .whole || isPrompt)
    let isElsewhere = request.target.hasPrefix(base.dropFirst(origin.count) + "/elsewhere")
    exchange.provider = log.provider == "-" ? "" : log.provider
    exchange.endpoint = isElsewhere ? "elsewhere" : log.endpoint == "-" ? "" : log.endpoint
    exchange.kind = kinds[exchange.endpoint] ?? exchange.endpoint
    let played = server.host.staging.providers.provider(exchange.provider)
    if let endpoint = played?.endpoint(named: exchange.endpoint) { exchange.take(endpoint) }
    exchange.outcome = log.outcome.text == "-" ? "" : log.outcome.text
    exchange.condition = log.condition?.name
    exchange.why = log.why
    exchange.rule = log.rule ?? answer.headers.first(.understudyRule)
    return exchange
  }
}
