import Basics
import HTTPTypes
import Testing

@testable import Examiner

@Suite("The steps of a run")
struct StepWriterTests: RunMaking {
  @Test("what happened within one millisecond is told in its order")
  func order() {
    var episode = run(
      exchange("consent", "/consent", at: 7.1, form: ""),
      exchange("token", "/token", at: 7.6, form: ""))
    episode.deliveries = [BrowserAction("callback", at: 7.3, url: "http://127.0.0.1:4000/cb")]
    #expect(
      StepWriter(episode).steps().map(\.sent) == [
        "POST /consent", "callback: GET http://127.0.0.1:4000/cb", "POST /token",
      ])
  }

  @Test("an exchange is an arrow to the server, with what came of it")
  func exchanges() {
    var first = exchange("token", "/token?a=b", form: "c=d", status: 400, body: "no")
    (first.outcome, first.why, first.rule) = ("refused: x", "it is unknown", "rule-1")
    var second = exchange("authorize", "/authorize", at: 2, status: 0)
    second.isAgents = true
    let third = exchange("resource", "/r", at: 3)
    let type = "Content-Type: application/x-www-form-urlencoded"
    #expect(
      StepWriter(run(first, second, third)).steps() == [
        .init(
          from: .client, to: .server, sent: "POST /token?a=b",
          came: "400 · refused: x · it is unknown",
          detail: "POST /token?a=b\n\(type)\n\nc=d\n\n400\n\nno", isMarked: true),
        .init(
          from: .browser, to: .server, sent: "GET /authorize", came: "no answer",
          detail: "GET /authorize\n\n0"),
        .init(
          from: .client, to: .server, sent: "GET /r", came: "200", detail: "GET /r\n\n200"),
      ])
  }

  @Test("the first answer that a rule changed is marked, and no other")
  func marked() {
    var (second, third) = (exchange("token", "/2", at: 2), exchange("token", "/3", at: 3))
    (second.rule, third.rule) = ("rule-1", "rule-1")
    let steps = StepWriter(run(exchange("token", "/1"), second, third)).steps()
    #expect(steps.map(\.isMarked) == [false, true, false])
    let none = StepWriter(run(exchange("token", "/1"))).steps()
    #expect(none.map(\.isMarked) == [false])
  }

  @Test("a delivery is an arrow to the client, with its answer or with why there was none")
  func deliveries() {
    let url = "http://127.0.0.1:4000/cb"
    var posted = action("callback", url, status: 303, headers: [.location: "/home"], body: "moved")
    (posted.method, posted.body, posted.note) = ("POST", "code=1", "by another browser")
    var lost = BrowserAction("replay", at: 2, url: url)
    lost.note = "it closed"
    let plain = action("probe", url)
    #expect(
      StepWriter(run([posted, lost, plain])).steps() == [
        .init(
          from: .browser, to: .client, sent: "callback: POST \(url)",
          came: "303 · by another browser",
          detail: "POST \(url)\n\ncode=1\n\n303\nLocation: /home\n\nmoved"),
        .init(
          from: .browser, to: .client, sent: "probe: GET \(url)", came: "200",
          detail: "GET \(url)\n\n200"),
        .init(
          from: .browser, to: .client, sent: "replay: GET \(url)", came: "it closed",
          detail: "GET \(url)"),
      ])
  }

  @Test("a body is shown as far as 4000 bytes, with its length where it is longer")
  func long() {
    for (length, end) in [(4000, ""), (4001, "\n… 4001 bytes in all")] {
      let body = String(repeating: "x", count: length)
      let steps = StepWriter(run(exchange("token", "/t", body: body))).steps()
      #expect(steps[0].detail == "GET /t\n\n200\n\n\(body.prefix(4000))\(end)")
    }
  }
}
