import Basics

/// Says what one run of a client proves. A rejection counts only when its control passed, the fault was delivered, nothing
/// forbidden followed, and the client neither crashed nor hung; anything less is inconclusive.
package struct Judge: Sendable {
  /// The same flow without the fault, in the same run.
  package struct Control: Sendable {
    package var id: String
    package var verdict: Verdict
    package var episode: CheckRun
    package init(id: String, verdict: Verdict, episode: CheckRun) {
      self.id = id
      self.verdict = verdict
      self.episode = episode
    }
  }

  let check: Check
  let episode: CheckRun
  let control: Control?
  let isStrict: Bool
  /// What the client can do, by declaration.
  let abilities: Set<String>
  /// What `{…}` in assertions stands for.
  let placeholders: Placeholders

  package init(
    _ check: Check, _ episode: CheckRun, control: Control?, placeholders: Placeholders,
    abilities: Set<String> = [], isStrict: Bool = false
  ) {
    self.abilities = abilities
    self.check = check
    self.episode = episode
    self.control = control
    self.placeholders = placeholders
    self.isStrict = isStrict
  }

  package func result() -> CheckResult {
    var result = verdict()
    result.steps = StepWriter(episode).steps()
    result.output = String(episode.output.suffix(4_000))
    result.seconds = Double(episode.ended) / 1000
    if result.evidence.isEmpty, result.verdict != .error {
      result.evidence = [.init(.outcome, episode.outcome.sign)]
    }
    return result
  }

  var isStaged: Bool { !(check.stage["rules"]?.arrayValue ?? []).isEmpty }

  private func verdict() -> CheckResult {
    if let trouble = episode.trouble { return CheckResult(check, .error, trouble) }
    if let control, control.verdict == .skip {
      return CheckResult(check, .skip, "its control \(control.id) was skipped")
    }
    if let control, control.verdict != .pass {
      // A request that breaks the requirement is a fact, whatever the control showed.
      if check.isUnaltered, let broken = broken(by: \.isProhibition) { return broken }
      return CheckResult(
        check, .inconclusive,
        "its control \(control.id) did not pass, so a refusal here would prove nothing")
    }
    if let other = otherResponseType() { return CheckResult(check, .inconclusive, other) }
    if let fragment = unreadFragment() { return CheckResult(check, .skip, fragment) }
    // What was sent is a fact, whatever became of the client.
    if let broken = broken(by: \.isNamed) ?? forbidden() ?? broken() { return broken }
    if let why = undelivered() { return CheckResult(check, .inconclusive, why) }
    switch check.expect {
    case .accepted: return accepted()
    case .rejected: return rejected()
    case .either: return either()
    case .passive: return CheckResult(check, .error, "a passive check is judged over all runs")
    }
  }

  func broken(_ reason: String, _ evidence: EvidenceClass) -> CheckResult {
    var result = CheckResult(check, check.severity.verdictWhenBroken(isStrict: isStrict), reason)
    result.evidence = [.init(evidence, reason)]
    return result
  }

  // MARK: Forbidden requests

  private func forbidden() -> CheckResult? {
    for exchange in episode.requests(since: .fault, isStaged: isStaged) {
      guard let place = check.forbidden.first(where: exchange.isTo) else { continue }
      let name =
        place == "elsewhere"
        ? "another origin" : place == exchange.kind ? "the \(place) endpoint" : place
      // A client that refuses too late is mended in another place than one that never refuses.
      let end =
        episode.outcome.kind == .rejected
        ? "; it refused only after that: \(episode.outcome.sign)" : ""
      let isAgain = episode.fault?.isTo(place) ?? false
      let what =
        isAgain ? "it sent one more request to \(name)" : "it sent a request to \(name) anyway"
      return broken("\(what) (\(check.title)): \(exchange.line)\(end)", .journal)
    }
    return nil
  }

  /// - Parameter isMeant: the assertions that count; `nil` for all, and for what could not be seen.
  private func broken(by isMeant: ((Assertion) -> Bool)? = nil) -> CheckResult? {
    let judge = AssertionJudge(episode, isStaged: isStaged, placeholders: placeholders)
    var unseen: CheckResult?
    for assertion in check.asserts where assertion.needs.allSatisfy(abilities.contains) {
      if isMeant?(assertion) == false { continue }
      let finding = judge.finding(assertion, control: control?.episode)
      // A run that never came to the point is not yet a broken requirement.
      if !assertion.isProhibition, undelivered() != nil { continue }
      if !assertion.isProhibition, check.expect != .rejected,
        [.crashed, .hung].contains(episode.outcome.kind)
      {
        continue
      }
      switch finding {
      case .wrong(let reason): return broken(reason, assertion.evidence)
      case .unseen(let why): unseen = unseen ?? CheckResult(check, .inconclusive, why)
      case .hidden(let why): unseen = unseen ?? CheckResult(check, .skip, why)
      case .fine: continue
      }
    }
    return isMeant == nil ? unseen : nil
  }

  // MARK: How it had to end

  private func accepted() -> CheckResult {
    let outcome = episode.outcome
    switch outcome.kind {
    case .accepted:
      var result = CheckResult(check, .pass, "it ended as expected: \(outcome.sign)")
      result.evidence = [.init(.outcome, outcome.sign)] + seen()
      return result
    case .rejected:
      let what = check.control == nil ? "" : " (\(check.title))"
      return ended("it refused a proper answer\(what)")
    case .crashed: return ended("it crashed")
    case .hung: return broken("it hung: \(outcome.sign)", .outcome)
    case .unknown:
      return CheckResult(
        check, .inconclusive, "whether it took the answer can't be seen: \(outcome.sign)")
    }
  }

  /// A token request that the provider refused is the fault, and the end of the run follows from it.
  private func ended(_ how: String) -> CheckResult {
    let sign = episode.outcome.sign
    guard let last = lastRefusal, last.kind == "token" else {
      return broken("\(how): \(sign)\(refusedBefore())", .outcome)
    }
    return broken("the provider refused \(Self.told(last)); after that, \(sign)", .outcome)
  }

  /// What the provider itself refused, without having been told to: the client's own mistake.
  private var lastRefusal: Exchange? {
    episode.exchanges.last { exchange in
      exchange.isRefused && exchange.rule == nil
        && (exchange.isClients || exchange.kind == "authorize")
    }
  }

  private static func told(_ exchange: Exchange) -> String {
    exchange.line + (exchange.why.map { ", \($0)" } ?? "")
  }

  func refusedBefore() -> String {
    lastRefusal.map { "; the provider had refused \(Self.told($0))" } ?? ""
  }

  private func rejected() -> CheckResult {
    let outcome = episode.outcome
    switch outcome.kind {
    case .rejected:
      var result = CheckResult(check, .pass, "it refused: \(outcome.sign)")
      result.evidence = [
        .init(.outcome, outcome.sign),
        .init(.silence, "it sent nothing forbidden until \(Self.seconds(episode.settled)) after"),
      ]
      return result
    case .accepted:
      if hadGrant || hadTokens {
        return broken(
          "it accepted what it must refuse (\(check.title)): \(outcome.sign)", .outcome)
      }
      // Without tokens there is nothing that it could have taken, but who is signed in is.
      if outcome.isSeenFromOutside {
        return broken(
          "it signed its user in although it got no token (\(check.title)): \(outcome.sign)",
          .outcome)
      }
      if !check.forbidden.contains("token") {
        let found =
          check.tls?.isBroken == true
          ? "it connected to a server that it must not trust"
          : "it got no usable token"
        return broken("\(found), and still reports success: \(outcome.sign)", .outcome)
      }
      return CheckResult(
        check, .inconclusive,
        "it sent nothing, and still reports success (\(outcome.sign)). It must end with an error when it refuses"
      )
    case .crashed, .hung, .unknown:
      var how = ""
      if outcome.kind == .crashed {
        how = ". Handle the refusal in the client, and show an error message instead of crashing"
      }
      if let module = outcome.module {
        how += "; if this exception is the refusal, name it with --refusal \(module)"
      } else if outcome.kind == .crashed, !outcome.isSeenFromOutside {
        how += "; if an exception is the refusal, name it with --refusal"
      }
      if outcome.kind == .unknown {
        how = ". If it takes longer to refuse, give it the time with --silence"
      }
      return CheckResult(
        check, .inconclusive,
        "the client sent nothing forbidden, but this does not prove a refusal: "
          + "\(outcome.sign)\(how)")
    }
  }

  /// Whether tokens came in the callback itself.
  private var hadGrant: Bool {
    episode.callbacks.contains {
      $0.url.contains("access_token=") || $0.url.contains("id_token=")
        || $0.body?.contains("token=") == true
    }
  }

  /// Whether the token endpoint gave it some.
  private var hadTokens: Bool {
    episode.own.contains {
      $0.kind == "token" && $0.answer.status.code == 200 && $0.isDelivered
        && String(decoding: $0.answer.body.prefix(64 << 10), as: UTF8.self).contains("access_token")
    }
  }

  private func either() -> CheckResult {
    let outcome = episode.outcome
    switch outcome.kind {
    case .accepted, .rejected:
      var result = CheckResult(check, .pass, "it ended cleanly: \(outcome.sign)")
      result.evidence = [.init(.outcome, outcome.sign)] + seen()
      return result
    case .crashed: return broken("it crashed: \(outcome.sign)", .outcome)
    case .hung: return broken("it hung: \(outcome.sign)", .outcome)
    case .unknown:
      return CheckResult(check, .inconclusive, "how it ended can't be seen: \(outcome.sign)")
    }
  }

  private func seen() -> [CheckResult.Evidence] {
    guard check.evidence.contains(.journal) else { return [] }
    let lines = episode.own.suffix(3).map(\.line)
    return lines.isEmpty
      ? [] : [.init(.journal, "its last requests: \(lines.joined(separator: "; "))")]
  }

  /// Milliseconds: timers of some runtimes go off one too early.
  static let timerSlack = 1.0

  static func seconds(_ milliseconds: Int) -> String {
    milliseconds < 1000
      ? "\(milliseconds) ms" : "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s"
  }
}

extension Exchange {
  /// Without its query, which may hold secrets; with its host where that is what matters.
  package var line: String {
    let path = request.target.prefix { $0 != "?" }
    let host = endpoint == "elsewhere" ? "\(request.scheme)://\(request.authority)" : ""
    return "\(request.method.rawValue) \(host)\(path) → \(answer.status.code)"
  }
}

extension BrowserAction {
  /// Whether it went to a program or to the client's standard input, which answer nothing.
  package var wasHandedOver: Bool { method == "OPEN" }

  /// Whether the page led the browser to a provider. A website that refuses a callback may start a new sign-in at once.
  var leads: Bool {
    ["start", "landing"].contains(what) && note?.hasPrefix(Self.leading) == true
  }

  /// The beginning of a note about a page at another origin.
  static let leading = "it leads to "

}
