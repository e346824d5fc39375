import Basics

/// How devices show their codes and poll (RFC 8628).
enum DeviceJudges {
  static let all: [(name: String, body: NamedJudges.Body)] = [
    ("device-code-is-shown", { episode, _ in codeIsShown(episode) }),
    ("device-address-is-shown", { episode, _ in addressIsShown(episode) }),
    ("device-interval-is-kept", { episode, _ in intervalIsKept(episode) }),
    ("device-slows-down-unanswered", { episode, _ in slowsDown(episode) }),
    ("device-backs-off", { episode, _ in backsOff(episode) }),
    ("device-code-is-done", { episode, _ in codeIsDone(episode) }),
    ("device-stops-in-time", { episode, _ in stopsInTime(episode) }),
  ]

  static let grant = "urn:ietf:params:oauth:grant-type:device_code"

  /// One device authorization response, and the polls with its device code.
  private struct Session {
    var began: Double
    var answer: JSONValue
    var polls: [Exchange]

    func text(_ name: String) -> String? { answer[name]?.stringValue }
    func seconds(_ name: String) -> Double? { answer[name]?.numberText.flatMap(Double.init) }
    /// §3.2: five seconds if the server names none.
    var interval: Double { seconds("interval") ?? 5 }
  }

  private static func sessions(_ episode: CheckRun) -> [Session] {
    let polls = Dictionary(
      grouping: episode.tokenRequests(grant)
    ) { $0.parameters.first("device_code") ?? "" }
    return episode.own.filter { $0.kind == "device_authorization" }.compactMap { exchange in
      guard let answer = body(exchange), let code = answer["device_code"]?.stringValue else {
        return nil
      }
      return Session(
        began: exchange.at, answer: answer, polls: (polls[code] ?? []).sorted { $0.at < $1.at })
    }
  }

  private static func body(_ exchange: Exchange) -> JSONValue? {
    try? JSONReader().read(exchange.answer.body, file: "").root
  }

  // MARK: User code

  /// What the program wrote, without the links that hold a user code already.
  private static func shown(_ episode: CheckRun, _ session: Session) -> String {
    let links = ["verification_uri_complete", "verification_url_complete"]
      .compactMap(session.text)
    return links.filter { !$0.isEmpty }.reduce(episode.output) {
      $0.replacing($1, with: " ").replacing(bare($1), with: " ")
    }
  }

  /// Some write an address without its scheme.
  private static func bare(_ address: String) -> Substring {
    address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address[...]
  }

  private static let nothingWritten =
    JudgeFinding.unseen("it wrote nothing, so what it showed to its user is unknown")

  private static func codeIsShown(_ episode: CheckRun) -> JudgeFinding {
    guard !episode.output.isEmpty else { return nothingWritten }
    for session in sessions(episode) {
      guard let code = session.text("user_code") else { continue }
      // It may be grouped in another way than it came.
      func plain(_ text: String) -> String {
        text.filter { $0.isLetter || $0.isNumber }.uppercased()
      }
      if !plain(shown(episode, session)).contains(plain(code)) {
        return .wrong("its user saw the user code only inside a link")
      }
    }
    return .fine
  }

  private static func addressIsShown(_ episode: CheckRun) -> JudgeFinding {
    let opened = episode.observations.openedPages
    guard !episode.output.isEmpty || !opened.isEmpty else { return nothingWritten }
    for session in sessions(episode) {
      guard let address = session.text("verification_uri"), !opened.contains(address),
        !shown(episode, session).contains(bare(address))
      else { continue }
      return .wrong("its user saw no verification_uri")
    }
    return .fine
  }

  // MARK: When it polls

  private static func intervalIsKept(_ episode: CheckRun) -> JudgeFinding {
    let sessions = sessions(episode)
    for session in sessions {
      var interval = session.interval
      for (poll, next) in zip(session.polls, session.polls.dropFirst()) {
        if poll.isDelivered, body(poll)?["error"]?.stringValue == "slow_down" { interval += 5 }
        let gap = next.at - poll.at
        if gap < interval * 1000 - Judge.timerSlack {
          return .wrong(
            "it polled again after \(Judge.seconds(Int(gap))), expected \(Judge.seconds(Int(interval * 1000))) at least"
          )
        }
      }
    }
    return sessions.contains { $0.polls.count > 1 }
      ? .fine : .unseen("it did not poll a second time")
  }

  /// The polls that nothing answered, each with the time until the next one, in milliseconds.
  private static func unanswered(_ episode: CheckRun) -> [(gap: Double, interval: Double)] {
    sessions(episode).flatMap { session in
      zip(session.polls, session.polls.dropFirst())
        .filter { $0.0.answer.status.code == 0 || !$0.0.isDelivered }
        .map { ($0.1.at - $0.0.at, session.interval * 1000) }
    }
  }

  /// More than a timer may be late, and less than any sensible wait.
  private static let longer = 1.3

  private static func slowsDown(_ episode: CheckRun) -> JudgeFinding {
    guard let hasty = unanswered(episode).first(where: { $0.gap < $0.interval * longer }) else {
      return .fine
    }
    return .wrong(
      "it polled again \(Judge.seconds(Int(hasty.gap))) after a poll without an answer, and its interval was \(Judge.seconds(Int(hasty.interval)))"
    )
  }

  /// How long the client waits for an answer can't be seen, but it is as long each time: what grows is the pause after it.
  private static func backsOff(_ episode: CheckRun) -> JudgeFinding {
    let gaps = unanswered(episode)
    guard gaps.count > 1 else {
      return .unseen("it did not poll again after two polls without an answer")
    }
    for (one, next) in zip(gaps, gaps.dropFirst()) where next.gap < one.gap + one.interval / 2 {
      return .wrong(
        "it polled again after \(Judge.seconds(Int(one.gap))), and after the second poll without an answer no later: after \(Judge.seconds(Int(next.gap)))"
      )
    }
    return .fine
  }

  // MARK: When it stops

  private static func codeIsDone(_ episode: CheckRun) -> JudgeFinding {
    for session in sessions(episode) {
      for (poll, next) in zip(session.polls, session.polls.dropFirst()) {
        guard poll.isDelivered, let answer = body(poll) else { continue }
        let error = answer["error"]?.stringValue
        if poll.answer.status.code == 200, answer["access_token"] != nil {
          return .wrong("it polled again after it had its tokens (\(next.line))")
        }
        if let error, error != "authorization_pending", error != "slow_down" {
          return .wrong("it polled again after \(error) (\(next.line))")
        }
      }
    }
    return .fine
  }

  private static func stopsInTime(_ episode: CheckRun) -> JudgeFinding {
    for session in sessions(episode) {
      guard let life = session.seconds("expires_in"), let last = session.polls.last else {
        continue
      }
      // Its own clock began when the answer came.
      let late = last.at - session.began - life * 1000
      if late > 1000 {
        return .wrong("it polled \(Judge.seconds(Int(late))) after its device code had expired")
      }
    }
    return .fine
  }
}
