import Basics
import Engine

extension Control {
  /// Writes a refusal into the log. No sandbox has received the request, so no journal has it.
  func log(_ problem: Problem, _ answer: Answer) {
    let sandboxes = house.sandboxes
    guard let log = sandboxes.options.log, (400..<500).contains(problem.status) else { return }
    var entry = LogEntry()
    entry.method = request.method.rawValue
    entry.path = RequestTarget(request.target).path
    entry.endpoint = "control"
    entry.outcome = .status(problem.status)
    entry.why = problem.description
    let exchange = Exchange(request, answer, SecretNames(), sandboxes.redactor)
    log(
      LoggedExchange(
        JournalEntry(
          at: Instants(now), arrival: 0, sandbox: "", kind: .exchange, log: entry,
          event: .exchange(exchange)),
        status: problem.status, wall: now))
  }
}
