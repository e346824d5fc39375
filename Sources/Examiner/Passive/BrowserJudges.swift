import Basics
import HTTPTypes

/// What web applications give to the browser: addresses, pages, cookies.
enum BrowserJudges {
  static let all: [String: PassiveJudge.Judge] = [
    "page-token-in-address": address,
    "page-token-in-body": page,
    "page-code-in-body": code,
    "cookie-token-for-scripts": cookie,
    "cookie-secret-for-scripts": secret,
    "cookie-attributes": attributes,
  ]

  /// One response of the application to the browser.
  private struct Shown {
    let episode: Int
    let action: BrowserAction
    let answer: Answer
    let tokens: Tokens
    /// Many frameworks repeat the address of a redirect in a page that no browser shows.
    var isPage: Bool { answer.isPage && answer.headers.first(.location) == nil }
  }

  /// The secrets of a run.
  private struct Tokens {
    private let canaries: Canaries
    /// Those that the browser posted to the callback.
    private let posted: [String]

    init(_ episode: CheckRun, _ subject: Subject) {
      canaries = Canaries(episode, subject, withRequests: true)
      posted = episode.deliveries.compactMap { action in
        action.body.flatMap { Parameters(formEncoded: $0[...]).first("access_token") }
      }.filter { $0.utf8.count >= Canaries.shortest }
    }

    func hasCode(_ text: String) -> Bool {
      canaries.found(in: text) { $0.what == "code" } != nil
    }

    func found(in text: String, _ others: Set<String> = []) -> String? {
      if posted.contains(where: text.contains) { return "access token" }
      return canaries.found(in: text) { isMeant($0, others) }?.what
    }

    private func isMeant(_ canary: Canaries.Canary, _ others: Set<String>) -> Bool {
      ["access token", "refresh token"].contains(canary.what) || others.contains(canary.what)
    }

    /// In a cookie, as it is or in Base64, as signed sessions have it.
    func found(inCookie value: String, of kinds: Set<String> = []) -> String? {
      let parts = value.split { $0 == "." || $0 == "|" || $0 == ":" }.map(String.init)
      let texts = parts.compactMap { Base64URL.decode($0) ?? Base64.decode($0) }
      return ([value] + texts.map { String(decoding: $0, as: UTF8.self) }).lazy.compactMap { text in
        kinds.isEmpty
          ? found(in: text) : canaries.found(in: text) { kinds.contains($0.what) }?.what
      }.first
    }

    /// As it is or in Base64: the client's secret and the ID token are for no page either.
    func shown(in text: String) -> String? {
      let hidden: Set<String> = ["client's secret", "ID token"]
      if let found = found(in: text, hidden) { return found }
      if posted.contains(where: { Canaries.isInBase64($0, in: text) }) { return "access token" }
      return canaries.foundInAnyForm(in: text) { isMeant($0, hidden) }?.what
    }
  }

  private static func shown(_ seen: PassiveCase) -> [Shown] {
    seen.episodes.enumerated().flatMap { index, episode in
      let tokens = Tokens(episode, episode.subject ?? seen.subject)
      return episode.deliveries.compactMap { action in
        action.answer.map { Shown(episode: index, action: action, answer: $0, tokens: tokens) }
      }
    }
  }

  private static func each(
    _ seen: PassiveCase, _ held: String, wrong: (Shown) -> String?
  ) -> PassiveResult {
    let shown = shown(seen)
    guard !shown.isEmpty else {
      return .notApplicable("no page of the application was seen")
    }
    for one in shown {
      guard let why = wrong(one) else { continue }
      return PassiveResult(
        .broken, "\(why) (its answer to \(one.action.what))",
        at: .init(episode: one.episode, exchange: nil))
    }
    return .held("\(PassiveCase.count(shown.count, "answer")) to the browser, \(held)")
  }

  private static func address(_ seen: PassiveCase) -> PassiveResult {
    each(seen, "none with a token in a URL") { one in
      guard let place = one.answer.headers.first(.location) else { return nil }
      return one.tokens.found(in: place).map {
        "the URL that it sends the browser to contains the \($0)"
      }
    }
  }

  private static func page(_ seen: PassiveCase) -> PassiveResult {
    each(seen, "none with a token in its page") { one in
      let headers = one.answer.headers.filter { !placed.contains($0.name.lowercased()) }
      if let what = one.tokens.shown(in: headers.map(\.value).joined(separator: "\n")) {
        return "a header of its response contains the \(what)"
      }
      guard one.isPage else { return nil }
      return one.tokens.shown(in: String(decoding: one.answer.body, as: UTF8.self))
        .map { "its page contains the \($0)" }
    }
  }

  /// Fields that other checks look at.
  private static let placed: Set<String> = ["location", "set-cookie"]

  private static func code(_ seen: PassiveCase) -> PassiveResult {
    each(seen, "none with a code in its page") { one in
      guard one.isPage else { return nil }
      return one.tokens.hasCode(String(decoding: one.answer.body, as: UTF8.self))
        ? "its page shows the code" : nil
    }
  }

  private static func cookie(_ seen: PassiveCase) -> PassiveResult {
    each(seen, "none with a token in a cookie that scripts can read") { one in
      readable(one) { one.tokens.found(inCookie: $0) }
    }
  }

  /// What a sign-in is protected by, and who the user is.
  private static let secrets: Set<String> = [
    "ID token", "verifier", "client's secret", "state", "nonce",
  ]

  private static func secret(_ seen: PassiveCase) -> PassiveResult {
    each(seen, "none with a secret of a sign-in in a cookie that scripts can read") { one in
      readable(one) { one.tokens.found(inCookie: $0, of: secrets) }
    }
  }

  private static func readable(_ one: Shown, _ found: (String) -> String?) -> String? {
    for cookie in SetCookie.all(in: one.answer) where !cookie.has("httponly") {
      if let what = found(cookie.value) {
        return "the cookie \(cookie.name), which scripts can read, contains the \(what)"
      }
    }
    return nil
  }

  /// Whether one of the checks above tells of it.
  private static func isTold(_ cookie: SetCookie, _ tokens: Tokens) -> Bool {
    tokens.found(inCookie: cookie.value) != nil
      || !cookie.has("httponly") && tokens.found(inCookie: cookie.value, of: secrets) != nil
  }

  /// Shorter values are preferences.
  private static let leastSession = 16

  /// The cookies that a browser has to send to be signed in: long, and not made for scripts to send back.
  private static func attributes(_ seen: PassiveCase) -> PassiveResult {
    each(seen, "each cookie of a session with HttpOnly and SameSite") { one in
      for cookie in SetCookie.all(in: one.answer)
      where cookie.value.count >= leastSession && !isTold(cookie, one.tokens) {
        let name = cookie.name.lowercased()
        if name.contains("csrf") || name.contains("xsrf") { continue }
        var lacking = ["HttpOnly", "SameSite"]
        // Browsers refuse SameSite=None without Secure.
        let isForAll = cookie.attribute("samesite")?.lowercased() == "none"
        if isForAll || one.action.url.lowercased().hasPrefix("https:") { lacking.append("Secure") }
        lacking.removeAll { cookie.has($0.lowercased()) }
        if !lacking.isEmpty {
          return "the cookie \(cookie.name) lacks \(lacking.joined(separator: " and "))"
        }
      }
      return nil
    }
  }
}

/// One `Set-Cookie` field (RFC 6265 §5.2).
struct SetCookie {
  let name: String
  let value: String
  /// By their names in lower case.
  private let attributes: [String: String]

  static func all(in answer: Answer) -> [SetCookie] {
    answer.headers.filter { $0.name.lowercased() == "set-cookie" }.compactMap {
      SetCookie($0.value)
    }
  }

  init?(_ line: String) {
    let parts = line.split(separator: ";", omittingEmptySubsequences: false)
    guard let pair = parts.first, let sign = pair.firstIndex(of: "=") else { return nil }
    func trimmed(_ text: some StringProtocol) -> String {
      String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    name = trimmed(pair[..<sign])
    value = trimmed(pair[pair.index(after: sign)...])
    let pairs = parts.dropFirst().map { part in
      let name = part.prefix { $0 != "=" }
      return (trimmed(name).lowercased(), trimmed(part.dropFirst(name.count + 1)))
    }
    attributes = Dictionary(pairs) { $1 }
  }

  func has(_ attribute: String) -> Bool { attributes[attribute] != nil }
  func attribute(_ name: String) -> String? { attributes[name] }
}
