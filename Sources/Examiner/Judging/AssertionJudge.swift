import Basics
import HTTPTypes

/// Says what is wrong where an assertion does not hold.
struct AssertionJudge {
  let episode: CheckRun
  let isStaged: Bool
  let placeholders: Placeholders

  init(_ episode: CheckRun, isStaged: Bool, placeholders: Placeholders) {
    self.episode = episode
    self.isStaged = isStaged
    self.placeholders = placeholders
  }

  func finding(_ assertion: Assertion, control: CheckRun?) -> JudgeFinding {
    guard case .judge(let name) = assertion.form else {
      return reason(assertion, control).map { .wrong($0) } ?? .fine
    }
    let found = NamedJudges.find(name)?(episode, control) ?? .fine
    guard case .wrong(let reason) = found, let said = assertion.otherwise else { return found }
    return .wrong("\(said): \(reason)")
  }

  /// `nil` where it holds.
  private func reason(_ assertion: Assertion, _ control: CheckRun?) -> String? {
    switch assertion.form {
    case .requests(let wanted, let least, let most):
      let found = matching(wanted)
      if let least, found.count < least {
        if let silence = silence(wanted) { return silence }
        let said =
          assertion.otherwise
          ?? "it sent \(found.count) such requests to \(wanted.to), expected at least \(least)"
        // A request that was refused is another mistake than one that was never sent.
        return refusal(to: wanted).map { "the provider refused \($0) (\(said))" } ?? said
      }
      if let most = most.map({ $0 * share(wanted, control) }), found.count > most {
        return excess(found, most, wanted.to, assertion.otherwise)
      }
      return nil
    case .spacing(let to, let least):
      let times = episode.own.filter { $0.isTo(to) }.map(\.at)
      for (first, second) in zip(times, times.dropFirst())
      where second - first < least * 1000 - Judge.timerSlack {
        let gap = Judge.seconds(Int(second - first))
        return assertion.otherwise.map {
          "\($0): after \(gap), expected \(Judge.seconds(Int(least * 1000))) at least"
        }
          ?? "two requests to \(to) came within \(gap)"
      }
      return nil
    case .answer(let wanted): return reason(wanted, assertion)
    case .error(let name):
      guard let error = episode.outcome.error, !Self.names(error, name) else { return nil }
      return (assertion.otherwise ?? "it named another error") + ": \(error), expected \(name)"
    case .judge: return nil
    }
  }

  /// Whether an error stands in a text as a word of its own, as in `400 invalid_grant`.
  private static func names(_ text: String, _ error: String) -> Bool {
    text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains { $0 == error }
  }

  /// How many of these requests the client makes where all is well.
  private func share(_ wanted: Assertion.Requests, _ control: CheckRun?) -> Int {
    guard wanted.isPerControl, let control else { return 1 }
    return max(1, control.own.count { $0.isTo(wanted.to) })
  }

  private func excess(
    _ found: [Exchange], _ most: Int, _ place: String, _ otherwise: String?
  ) -> String {
    let said = otherwise ?? "it sent too many requests to \(place)"
    let counted =
      most == 0 ? said : "\(said): \(found.count) times, expected at most \(most)"
    return found.last.map { "\(counted) (\($0.line))" } ?? counted
  }

  /// Why the provider refused what was to succeed.
  private func refusal(to wanted: Assertion.Requests) -> String? {
    guard wanted.status?.hasPrefix("2") == true else { return nil }
    let own = episode.requests(since: wanted.after, isStaged: isStaged)
    // Who was sent back with an error never came there.
    let last =
      own.last { $0.isTo(wanted.to) && $0.isRefused }
      ?? (own.contains { $0.isTo(wanted.to) }
        ? nil : episode.exchanges.last { $0.kind == "authorize" && $0.isRefused && $0.rule == nil })
    return last.map { exchange in exchange.line + (exchange.why.map { ", \($0)" } ?? "") }
  }

  /// Where nothing came to be compared, the comparison is not what failed.
  private func silence(_ wanted: Assertion.Requests) -> String? {
    guard wanted.carrying != nil, !episode.own.contains(where: { $0.isTo(wanted.to) }) else {
      return nil
    }
    let status = episode.callbacks.first?.answer?.status.code ?? 0
    let answer = status >= 400 ? ", and answered \(status) to the callback" : ""
    return "it sent no request to \(wanted.to)\(answer)"
  }

  private func matching(_ wanted: Assertion.Requests) -> [Exchange] {
    let text = wanted.carrying.map(placeholders.expanded)
    return episode.requests(since: wanted.after, isStaged: isStaged).filter { exchange in
      guard exchange.isTo(wanted.to) else { return false }
      if let grant = wanted.grant {
        guard Parameters(formEncoded: exchange.request.body).first("grant_type") == grant else {
          return false
        }
      }
      if let status = wanted.status, !Self.fits(exchange.answer.status.code, status) {
        return false
      }
      if let refused = wanted.refused, refused != exchange.isRefused { return false }
      return text.map { exchange.holds($0, in: wanted.place) } ?? true
    }
  }

  /// `404`, or `4xx`.
  static func fits(_ status: Int, _ pattern: String) -> Bool {
    if pattern.hasSuffix("xx") { return pattern.hasPrefix(String(status / 100)) }
    return String(status) == pattern
  }

  private func reason(_ wanted: Assertion.ClientAnswer, _ assertion: Assertion) -> String? {
    for delivery in episode.deliveries where delivery.what == wanted.to {
      guard let answer = delivery.answer, !wanted.isPage || answer.isPage else { continue }
      let text =
        answer.headers.map { "\($0.name): \($0.value)\n" }.joined()
        + String(decoding: answer.body, as: UTF8.self)
      if let status = wanted.status, !Self.fits(answer.status.code, status) {
        return assertion.otherwise
          ?? "it answered \(answer.status.code) to \(wanted.to), expected \(status)"
      }
      if let has = wanted.has.map(placeholders.expanded), !text.contains(has) {
        return assertion.otherwise ?? "its answer to \(wanted.to) does not hold \"\(has)\""
      }
      if let lacks = wanted.lacks.map(placeholders.expanded), text.contains(lacks) {
        return assertion.otherwise ?? "its answer to \(wanted.to) holds \"\(lacks)\" as it came"
      }
    }
    return nil
  }
}

extension Exchange {
  /// Whether the provider refused it, in whatever words.
  package var isRefused: Bool { condition != nil || outcome.hasPrefix("refused") }

  /// Whether a text stands in the request: in `header`, `query`, `body`, in the header field of a name, or anywhere.
  func holds(_ text: String, in place: String?) -> Bool {
    func parameters(_ encoded: Parameters) -> Bool {
      encoded.list.contains { $0.value.contains(text) || $0.name == text }
    }
    let query = request.target.firstIndex(of: "?").map { request.target[$0...].dropFirst() } ?? ""
    let inQuery = { query.contains(text) || parameters(Parameters(formEncoded: query)) }
    let inBody = {
      String(decoding: request.body, as: UTF8.self).contains(text)
        || parameters(Parameters(formEncoded: request.body))
    }
    switch place {
    case "query": return inQuery()
    case "body": return inBody()
    case "header": return request.headers.contains { $0.value.contains(text) }
    case nil: return inQuery() || inBody() || request.headers.contains { $0.value.contains(text) }
    case .some(let name):
      return request.headers.contains {
        $0.name.lowercased() == name.lowercased() && $0.value.contains(text)
      }
    }
  }
}

extension Assertion {
  /// Whether a judge says in words of the check what is wrong. A forbidden request is then only the consequence.
  var isNamed: Bool {
    if case .judge = form { otherwise != nil } else { false }
  }

  /// Whether it says what must not be seen: then what was seen counts, however the run ended.
  var isProhibition: Bool {
    switch form {
    case .requests(_, let least, let most): least == nil && most != nil
    case .spacing, .judge: true
    case .answer(let wanted): wanted.lacks != nil
    case .error: false
    }
  }

  var evidence: EvidenceClass {
    switch form {
    case .requests, .spacing: .journal
    case .answer, .error, .judge: .outcome
    }
  }
}

extension Answer {
  /// Whether a browser reads its body as markup. Without a type it guesses, unless it is told not to.
  var isPage: Bool {
    guard let type = headers.first(.contentType)?.lowercased() else {
      return headers.first(.contentTypeOptions)?.lowercased() != "nosniff"
    }
    let media = type.prefix { $0 != ";" && $0 != " " }
    return ["text/html", "application/xhtml+xml", "image/svg+xml"].contains(String(media))
  }
}
