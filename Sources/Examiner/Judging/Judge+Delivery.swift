import Basics

/// Whether the client came to the point.
extension Judge {
  /// Bytes of a token answer that no server sends.
  private static let farTooLong = 256 << 10

  func undelivered() -> String? {
    if let silence = unansweredPage() { return silence }
    if let tls = check.tls, tls.isBroken {
      let sight = tls.fault == nil ? "told which TLS is spoken" : "shown the certificate"
      return episode.observations.handshakes == nil
        ? "it never came so far as to be \(sight)" : nil
    }
    if isStaged {
      guard let fault = episode.fault else {
        let why =
          episode.deliveries.last?.note
          ?? (check.flow.hasCallback && episode.authorizations.isEmpty
            ? "it did not send a user to the provider, and \(episode.outcome.sign)" : nil)
        return "no request of the client met the fault that this check prepares"
          + (why.map { ": \($0)" } ?? "") + (check.flow.hasCallback ? "" : refusedBefore())
      }
      if !fault.isAgents {
        // A client may stop reading a response that has no end, and waiting for one that does not come.
        guard
          fault.isDelivered || fault.answer.body.count > Self.farTooLong || check.asks("gives-up")
        else {
          return "the client did not receive the whole response with the fault (\(fault.line))"
        }
        return hasToAnswer ? episode.callbacks.first.flatMap(unanswered) : nil
      }
      // A page or a redirect that was changed may be all there is to see.
      if episode.callbacks.isEmpty, check.expect == .either || fault.answer.isDeadEnd {
        return nil
      }
    }
    guard check.agent.delivery != .never, check.flow.hasCallback else { return nil }
    let (arrived, logins) = (episode.callbacks.count, check.agent.logins)
    if 1..<logins ~= arrived { return "\(arrived) of \(logins) sign-ins led to a callback" }
    guard let callback = episode.callbacks.first else {
      if hasRefusedStart { return nil }
      return "there was no callback to deliver"
        + (episode.observations.browserFailure.map { ": \($0)" } ?? "")
    }
    return unanswered(callback)
  }

  /// A website may refuse a request to its start URL that no browser of its own would send.
  private var hasRefusedStart: Bool {
    let start = episode.deliveries.first { $0.what == "start" }?.answer?.status.code ?? 0
    return check.expect == .either && 400..<500 ~= start
      && !(check.agent.start.isEmpty && check.agent.headers.isEmpty)
  }

  /// A website that refuses says so to its user. One that says nothing may have died of what it was told.
  private var hasToAnswer: Bool {
    episode.outcome.isSeenFromOutside && episode.outcome.kind == .rejected
  }

  /// A browser that gets no page has met no refusal: the application may hang, or have died in between.
  private func unansweredPage() -> String? {
    guard episode.outcome.isSeenFromOutside, check.agent.delivery != .never else { return nil }
    let pages = ["start", "callback", "landing", "replay"]
    let shown = episode.deliveries.filter { pages.contains($0.what) }
    // An accepted callback is followed by more requests; a repeated one has to be refused even if somebody is signed in.
    let last = hasToAnswer ? shown.last : shown.last { $0.what == "replay" }
    guard let last, last.answer == nil, !last.leads else { return nil }
    let name = last.what == "landing" ? "page after the callback" : last.what
    return "the \(name) was not answered: \(last.note ?? "no answer came")\(crash())"
  }

  private func unanswered(_ callback: BrowserAction) -> String? {
    // Some programs exit before they have sent their response. A client that redeems the code got the callback.
    let wentOn =
      !hasToAnswer && episode.own.contains { $0.kind == "token" && $0.at >= callback.at }
    // A client that stopped listening because of what was sent before the callback has met the fault.
    let isOver = check.expect == .accepted && episode.deliveries.contains { $0.what == "before" }
    guard callback.answer == nil, !callback.wasHandedOver, !wentOn, !isOver, !names(callback) else {
      return nil
    }
    let remedy = ". Let it answer its callback before it ends, or name the error that it was told"
    return
      "the callback was not answered: \(callback.note ?? "no answer came")\(crash())"
      + (hasToAnswer || episode.outcome.kind == .crashed ? "" : remedy)
  }

  /// Whether the client's own words hold the error that the callback brought: nothing else could have told it.
  private func names(_ callback: BrowserAction) -> Bool {
    guard !hasToAnswer, let error = episode.outcome.error else { return false }
    let query = callback.url.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    return Parameters(formEncoded: query.prefix { $0 != "#" }).first("error") == error
  }

  /// What the client left behind that died of a mistake.
  func crash() -> String {
    if episode.outcome.kind == .crashed { return ", and \(episode.outcome.sign)" }
    return CrashSigns.find(in: episode.output).map { ", and it wrote \"\($0)\"" } ?? ""
  }

  /// A website can't see a fragment without a script in its page, and this browser runs none.
  func unreadFragment() -> String? {
    guard check.expect == .accepted, episode.outcome.isSeenFromOutside,
      episode.outcome.kind != .accepted,
      let callback = episode.callbacks.last, callback.url.contains("#"),
      callback.answer.map({ $0.status.code < 400 }) == true
    else { return nil }
    return
      "not examinable here: the callback came in a fragment, which only a script of the application's page can read, and this browser runs no scripts. Let the client ask for response_mode=form_post"
  }

  /// A client that asks for something else is not in the situation that the check is about.
  func otherResponseType() -> String? {
    guard let wanted = check.responseType,
      let asked = episode.authorizations.first?.parameters.first("response_type"),
      Set(asked.split(separator: " ")) != Set(wanted.split(separator: " "))
    else { return nil }
    return "it asked for response_type=\(asked), and this check is about \(wanted)"
  }
}

extension Answer {
  /// A page from which no way leads to a callback.
  fileprivate var isDeadEnd: Bool { status.code == 0 || status.code >= 400 }
}
