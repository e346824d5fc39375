import Basics
import HTTPTypes
import Testing

@testable import Examiner

/// Made-up runs of a device, in milliseconds.
@Suite("What devices show, and when they poll")
struct DeviceJudgeTests: RunMaking {
  private func finding(_ name: String, _ run: CheckRun) throws -> String {
    let judge = try #require(NamedJudges.find(name))
    return switch judge(run, nil) {
    case .fine: "fine"
    case .wrong(let reason): reason
    case .unseen(let why), .hidden(let why): "unseen: \(why)"
    }
  }

  private static let answer =
    #"{"device_code": "d-1", "user_code": "WDJB-MJHT", "verification_uri": "http://p.example/device", "verification_uri_complete": "http://p.example/device?user_code=WDJB-MJHT", "expires_in": 3, "interval": 1}"#

  private func started(at: Double = 0, _ answer: String = answer) -> Exchange {
    exchange("device_authorization", "/d", at: at, form: "client_id=c", body: answer)
  }

  private func poll(
    at: Double, _ error: String? = "authorization_pending", code: String = "d-1", status: Int = 400
  ) -> Exchange {
    let body = error.map { #"{"error": "\#($0)"}"# } ?? #"{"access_token": "t"}"#
    return exchange(
      "token", "/t", at: at, form: "grant_type=\(DeviceJudges.grant)&device_code=\(code)",
      status: error == nil ? 200 : status, body: status == 0 ? "" : body)
  }

  private func polls(_ answer: String = answer, _ polls: Exchange...) -> CheckRun {
    var run = CheckRun(check: "made-up")
    run.exchanges = [started(answer)] + polls
    return run
  }

  private func wrote(_ text: String, opened: [String] = [], _ answer: String = answer) -> CheckRun {
    var run = run(started(answer))
    run.output = text
    run.observations.openedPages = opened
    return run
  }

  // MARK: User code

  @Test(
    "a user code is shown in whatever groups, and not by a link alone",
    arguments: [
      ("Type WDJB-MJHT", "fine"), ("Type wdjb mjht.", "fine"),
      ("Type WDJB-MJHT or open http://p.example/device?user_code=WDJB-MJHT", "fine"),
      (
        "Open http://p.example/device?user_code=WDJB-MJHT",
        "its user saw the user code only inside a link"
      ),
      (
        "Open p.example/device?user_code=WDJB-MJHT", "its user saw the user code only inside a link"
      ),
      ("Type WDJB", "its user saw the user code only inside a link"),
      ("", "unseen: it wrote nothing, so what it showed to its user is unknown"),
    ])
  func code(_ text: String, _ said: String) throws {
    #expect(try finding("device-code-is-shown", wrote(text)) == said)
  }

  @Test(
    "an address is shown with its scheme or without, and not by a link alone",
    arguments: [
      ("Open http://p.example/device", "fine"), ("Open p.example/device", "fine"),
      ("Open http://p.example/device?user_code=WDJB-MJHT", "its user saw no verification_uri"),
      ("Type WDJB-MJHT", "its user saw no verification_uri"),
    ])
  func address(_ text: String, _ said: String) throws {
    #expect(try finding("device-address-is-shown", wrote(text)) == said)
  }

  @Test("a page that the device opens is seen, but the link with the code shows no address")
  func opened() throws {
    let name = "device-address-is-shown"
    #expect(try finding(name, wrote("", opened: ["http://p.example/device"])) == "fine")
    let link = "http://p.example/device?user_code=WDJB-MJHT"
    #expect(try finding(name, wrote("", opened: [link])) == "its user saw no verification_uri")
    #expect(try finding(name, wrote("")).hasPrefix("unseen"))
  }

  @Test("each code of a device that starts anew is shown")
  func anew() throws {
    let second = Self.answer.replacing("WDJB-MJHT", with: "XXXX-YYYY").replacing("d-1", with: "d-2")
    var run = run(started(), started(at: 5, second))
    run.output = "Type WDJB-MJHT"
    #expect(
      try finding("device-code-is-shown", run) == "its user saw the user code only inside a link")
    run.output += ", no: XXXX-YYYY"
    #expect(try finding("device-code-is-shown", run) == "fine")
  }

  // MARK: When it polls

  @Test(
    "an interval is what the server says, five seconds without, and five more for each slow_down")
  func interval() throws {
    let name = "device-interval-is-kept"
    #expect(
      try finding(name, polls(Self.answer, poll(at: 0), poll(at: 999.5), poll(at: 2000))) == "fine")
    #expect(
      try finding(name, polls(Self.answer, poll(at: 0), poll(at: 990)))
        == "it polled again after 990 ms, expected 1.0 s at least")
    let silent = Self.answer.replacing(#", "interval": 1"#, with: "")
    #expect(try finding(name, polls(silent, poll(at: 0), poll(at: 5000))) == "fine")
    #expect(
      try finding(name, polls(silent, poll(at: 0), poll(at: 4900))).contains("expected 5.0 s"))
    let slow = poll(at: 0, "slow_down")
    #expect(try finding(name, polls(Self.answer, slow, poll(at: 6000), poll(at: 12_000))) == "fine")
    #expect(try finding(name, polls(Self.answer, slow, poll(at: 5900))).contains("expected 6.0 s"))
    #expect(
      try finding(name, polls(Self.answer, slow, poll(at: 6000), poll(at: 7000)))
        == "it polled again after 1.0 s, expected 6.0 s at least")
    #expect(
      try finding(name, polls(Self.answer, slow, poll(at: 6000, "slow_down"), poll(at: 16_900)))
        .contains("expected 11.0 s"))
  }

  @Test("a slow_down that never arrived changes nothing")
  func lost() throws {
    var slow = poll(at: 0, "slow_down")
    slow.isDelivered = false
    #expect(
      try finding("device-interval-is-kept", polls(Self.answer, slow, poll(at: 1000))) == "fine")
  }

  @Test("one poll keeps no interval, and those of another device code don't count")
  func single() throws {
    let name = "device-interval-is-kept"
    #expect(try finding(name, polls(Self.answer, poll(at: 0))).hasPrefix("unseen"))
    let other = poll(at: 10, code: "d-2")
    #expect(try finding(name, polls(Self.answer, poll(at: 0), other, poll(at: 1000))) == "fine")
  }

  @Test("after a poll without a response, the next is later than the interval")
  func reset() throws {
    let name = "device-slows-down-unanswered"
    let reset = poll(at: 0, status: 0)
    #expect(try finding(name, polls(Self.answer, reset, poll(at: 2000))) == "fine")
    #expect(
      try finding(name, polls(Self.answer, reset, poll(at: 1010)))
        == "it polled again 1.0 s after a poll without an answer, and its interval was 1.0 s")
    #expect(try finding(name, polls(Self.answer, reset)) == "fine")
    #expect(try finding(name, polls(Self.answer, poll(at: 0), poll(at: 1000))) == "fine")
  }

  @Test("after polls that time out, the pause grows")
  func timeouts() throws {
    let name = "device-backs-off"
    func lost(_ at: Double) -> Exchange {
      var poll = poll(at: at)
      poll.isDelivered = false
      return poll
    }
    #expect(try finding(name, polls(Self.answer, lost(0), lost(7000), poll(at: 16_000))) == "fine")
    #expect(
      try finding(name, polls(Self.answer, lost(0), lost(6000), poll(at: 12_010)))
        .hasPrefix("it polled again after 6.0 s, and after the second"))
    #expect(try finding(name, polls(Self.answer, lost(0), poll(at: 7000))).hasPrefix("unseen"))
  }

  // MARK: When it stops

  @Test(
    "no poll follows tokens or an error that ends the polling",
    arguments: [
      ("authorization_pending", "fine"), ("slow_down", "fine"),
      ("access_denied", "it polled again after access_denied (POST /t → 400)"),
      ("expired_token", "it polled again after expired_token (POST /t → 400)"),
      ("invalid_grant", "it polled again after invalid_grant (POST /t → 400)"),
      (nil, "it polled again after it had its tokens (POST /t → 400)"),
    ])
  func done(_ error: String?, _ said: String) throws {
    let name = "device-code-is-done"
    #expect(try finding(name, polls(Self.answer, poll(at: 0, error), poll(at: 9000))) == said)
    #expect(try finding(name, polls(Self.answer, poll(at: 0, error))) == "fine")
    let other = poll(at: 9000, code: "d-2")
    #expect(try finding(name, polls(Self.answer, poll(at: 0, error), other)) == "fine")
  }

  @Test("no poll comes a second or more after the end of the device code")
  func inTime() throws {
    let name = "device-stops-in-time"
    #expect(try finding(name, polls(Self.answer, poll(at: 4000))) == "fine")
    #expect(
      try finding(name, polls(Self.answer, poll(at: 5500)))
        == "it polled 2.5 s after its device code had expired")
  }

  // MARK: The judge of a check

  /// A client that polls needs no callback to have met its fault.
  @Test("a run without a callback is judged, and one without a request is undecided")
  func delivery() {
    var check = SampleRun.check("made-up", .must, expect: .accepted)
    check.flow = .device
    check.stage = ["rules": [["match": ["endpoint": "token"]]]]
    var met = polls(Self.answer, poll(at: 0), poll(at: 1000, nil))
    met.exchanges[1].rule = "rule-1"
    met.outcome = Outcome(.accepted, "its sign")
    func verdict(_ run: CheckRun) -> Verdict {
      Judge(check, run, control: nil, placeholders: Placeholders()).result().verdict
    }
    #expect(verdict(met) == .pass)
    check.stage = [:]
    #expect(verdict(met) == .pass)
    check.stage = ["rules": [["match": ["endpoint": "token"]]]]
    met.exchanges = [started()]
    #expect(verdict(met) == .inconclusive)
    check.flow = .redirect
    check.stage = [:]
    #expect(verdict(met) == .inconclusive)
  }
}
