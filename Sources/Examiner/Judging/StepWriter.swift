import Basics
import HTTPTypes

/// Puts a run into the arrows of a sequence diagram.
struct StepWriter {
  let episode: CheckRun
  private static let mostDetail = 4_000

  init(_ episode: CheckRun) { self.episode = episode }

  /// Marks the first answer that a rule of the stage changed.
  func steps() -> [CheckResult.Step] {
    steps(markingExchange: episode.exchanges.firstIndex { $0.rule != nil })
  }

  /// - Parameter marked: the place of the exchange that shows it.
  func steps(markingExchange marked: Int?) -> [CheckResult.Step] {
    let requests = episode.exchanges.enumerated().map { index, exchange in
      (at: exchange.at, step: step(exchange, isMarked: index == marked))
    }
    let deliveries = episode.deliveries.map { (at: $0.at, step: step($0)) }
    return (requests + deliveries).enumerated()
      .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element.step)
  }

  private func step(_ exchange: Exchange, isMarked: Bool) -> CheckResult.Step {
    let request = exchange.request
    var came = "\(exchange.answer.status.code)"
    if exchange.answer.status.code == 0 { came = "no answer" }
    if !exchange.outcome.isEmpty { came += " · \(exchange.outcome)" }
    if let why = exchange.why { came += " · \(why)" }
    return CheckResult.Step(
      from: exchange.isAgents ? .browser : .client, to: .server,
      sent: "\(request.method.rawValue) \(request.target)", came: came,
      detail: Self.detail(
        "\(request.method.rawValue) \(request.target)", request.headers, request.body)
        + "\n\n"
        + Self.detail(
          "\(exchange.answer.status.code)", exchange.answer.headers, exchange.answer.body),
      isMarked: isMarked)
  }

  private func step(_ delivery: BrowserAction) -> CheckResult.Step {
    var came = delivery.note ?? ""
    let change = delivery.changes.isEmpty ? "" : " (\(delivery.changes.joined(separator: "; ")))"
    var detail = "\(delivery.method) \(delivery.url)"
    if let body = delivery.body { detail += "\n\n\(body)" }
    if let answer = delivery.answer {
      came = "\(answer.status.code)" + (came.isEmpty ? "" : " · \(came)")
      detail +=
        "\n\n" + Self.detail("\(answer.status.code)", answer.headers, answer.body)
    }
    return CheckResult.Step(
      from: .browser, to: .client,
      sent: "\(delivery.what): \(delivery.method) \(delivery.url)\(change)", came: came,
      detail: detail, isMarked: !delivery.changes.isEmpty)
  }

  private static func detail(_ line: String, _ headers: Headers, _ body: [UInt8]) -> String {
    let fields = headers.map { "\($0.name): \($0.value)" }
    let text = String(decoding: body.prefix(mostDetail), as: UTF8.self)
    return ([line] + fields).joined(separator: "\n") + (text.isEmpty ? "" : "\n\n" + text)
      + (body.count > mostDetail ? "\n… \(body.count) bytes in all" : "")
  }
}
