/// Polls until the user has decided, or the device code has expired (RFC 8628 §3.5).
struct Polling {
  /// The number of unreadable responses after which the client gives up.
  private static let mostStrange = 3
  /// Seconds that a poll is waited for.
  private static let patience = 5

  private let client: Client
  private let code: DeviceCode
  private let end: Double
  /// Seconds between a response and the next poll.
  private(set) var interval: Double

  init(_ client: Client, _ code: DeviceCode) {
    var client = client
    client.caller = client.caller.waiting(
      client.has("polls-over-a-slow-answer") ? 1 : Self.patience)
    self.client = client
    self.code = code
    interval = code.interval
    end = Clock.steady + code.life
  }

  mutating func run() throws(Rejection) -> Tokens {
    var strange = 0
    var isFirst = true
    while true {
      do throws(Rejection) {
        return try client.poll(code)
      } catch {
        switch error.error {
        case "authorization_pending":
          if isFirst, has("stops-while-pending") { throw error }
          if has("slows-down-for-one-poll") { interval = code.interval }
        case "slow_down": slowDown()
        case "unreachable": backOff(error)
        case "invalid_answer" where strange < Self.mostStrange:
          strange += 1
          let isError = error.about.hasSuffix("500")
          if isError ? has("polls-at-once-after-500") : has("polls-at-once-after-a-page") {
            continue
          }
        default:
          pollAgain(error.error)
          throw error
        }
      }
      isFirst = false
      try pause()
    }
  }

  private func has(_ id: String) -> Bool { client.has(id) }

  /// §3.5: five seconds more, for all polls to come.
  private mutating func slowDown() {
    if has("never-slows-down") { return }
    if interval > code.interval, has("slows-down-once") { return }
    interval += 5
  }

  /// §3.5: twice as long after each poll that no response came to.
  private mutating func backOff(_ error: Rejection) {
    let isTimeout = ["no response within", "time limit"].contains(where: error.about.contains)
    if has(isTimeout ? "never-backs-off" : "polls-as-often-after-a-reset") { return }
    interval *= 2
  }

  private mutating func pause() throws(Rejection) {
    let isOver = Clock.steady + interval >= end
    let isFarOver = Clock.steady + interval >= end + 3
    guard !isOver || has("polls-past-the-end") && !isFarOver else {
      throw Rejection("timeout", "nobody typed the user code")
    }
    Clock.sleep(interval)
  }

  /// Mutants poll once more after the end.
  private func pollAgain(_ error: String) {
    let id =
      switch error {
      case "access_denied": "polls-after-denial"
      case "expired_token": "polls-after-expiry"
      case "invalid_grant": "polls-after-refusal"
      default: "polls-after-unknown-error"
      }
    if has(id) { _ = try? client.poll(code) }
  }
}
