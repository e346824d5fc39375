import Basics
import HTTPTypes

@testable import Examiner

/// Makes the parts of a run for the tests of judges.
protocol RunMaking {}

extension RunMaking {
  func exchange(
    _ kind: String, _ target: String, at: Double = 1, form: String? = nil,
    fields: [HTTPField.Name: String] = [:], status: Int = 200, body: String = ""
  ) -> Exchange {
    var request = Request(
      method: form == nil ? .get : .post, authority: "localhost", target: target,
      body: Array((form ?? "").utf8))
    if form != nil { request.headers[.contentType] = "application/x-www-form-urlencoded" }
    for (name, value) in fields { request.headers[name] = value }
    var exchange = Exchange(
      number: 1, at: at, request: request,
      answer: Answer(status: .init(code: status), body: Array(body.utf8)))
    exchange.kind = kind
    exchange.endpoint = kind
    return exchange
  }

  func run(_ exchanges: Exchange...) -> CheckRun {
    var run = CheckRun(check: "made-up")
    run.exchanges = exchanges
    return run
  }

  func action(
    _ what: String, _ url: String = "http://127.0.0.1:4000/cb", at: Double = 1, status: Int = 200,
    headers: Headers = [:], body: String = ""
  ) -> BrowserAction {
    var action = BrowserAction(what, at: at, url: url)
    action.answer = Answer(
      status: .init(code: status), headers: headers, body: Array(body.utf8))
    return action
  }

  func run(_ deliveries: [BrowserAction]) -> CheckRun {
    var run = CheckRun(check: "made-up")
    run.deliveries = deliveries
    return run
  }
}
