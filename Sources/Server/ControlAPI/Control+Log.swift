import Basics
import Engine
import Synchronization

extension Control {
  /// Writes a refusal into the log. The journals have requests to providers alone.
  func log(_ problem: Problem, _ answer: Answer) {
    let sandboxes = house.sandboxes
    guard let log = sandboxes.options.log, (400..<500).contains(problem.status) else { return }
    var entry = LogEntry()
    entry.method = request.method.rawValue
    entry.path = Self.shown(RequestTarget(request.target).path)
    entry.endpoint = "control"
    entry.outcome = .status(problem.status)
    let isLong = problem.description.utf8.count > Self.longestSentence
    let isHidden = entry.path != RequestTarget(request.target).path
    entry.why = isLong || isHidden ? problem.title : problem.description
    guard !Self.ofStrangers.contains(problem.status) else {
      // Anybody can cause these, as often as they like.
      guard sandboxes.lastStranger.exchange(now, ordering: .relaxed) != now else { return }
      log(LoggedExchange(entry, sandbox: "", status: problem.status, wall: now))
      return
    }
    let exchange = Exchange(request, answer, SecretNames(), sandboxes.redactor)
    log(
      LoggedExchange(
        JournalEntry(
          at: Instants(now), arrival: 0, sandbox: "", kind: .exchange, log: entry,
          event: .exchange(exchange)),
        status: problem.status, wall: now))
  }

  /// Refusals of callers that have shown no token, or one that is not good for this: at most one a second is logged. Their
  /// sentences quote nothing of the body.
  private static let ofStrangers = [401, 403, 421]

  private static let longestSentence = 2000

  /// A path in which a token stands where its number belongs shows no token.
  private static func shown(_ path: String) -> String {
    var segments = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, name) in segments.enumerated().dropLast() where name == "tokens" {
      if Int(segments[index + 1]) == nil { segments[index + 1] = "…" }
    }
    return segments.joined(separator: "/")
  }
}
