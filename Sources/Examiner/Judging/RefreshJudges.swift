import Basics

/// The use of refresh tokens (RFC 6749 §6).
enum RefreshJudges {
  static let all: [(name: String, body: NamedJudges.Body)] = [
    ("refresh-newest-token", { newest($0, $1) }),
    ("refresh-no-wider-scope", { episode, _ in noWiderScope(episode) }),
    ("refresh-tokens-sent-once", { episode, _ in sentOnce(episode) }),
    ("refreshed-id-token-is-unused", { refreshedUnused($0, $1) }),
    ("refresh-was-tried", { episode, _ in tried(episode) }),
    ("refreshes-are-few", { few($0, $1) }),
    ("forgotten-tokens-are-revoked", { episode, _ in forgotten(episode) }),
  ]

  /// What the token endpoint granted, in order.
  static func answers(_ episode: CheckRun) -> [JSONValue] {
    episode.exchanges.filter { $0.kind == "token" && $0.answer.status.code == 200 }
      .compactMap { try? JSONReader().read($0.answer.body, file: "").root }
  }

  private static func refreshes(_ episode: CheckRun) -> [Exchange] {
    episode.own.filter {
      $0.kind == "token" && $0.parameters.first("grant_type") == "refresh_token"
    }
  }

  /// - Parameter control: a client that refreshed again there, and does not here, has lost its token.
  private static func newest(_ episode: CheckRun, _ control: CheckRun?) -> JudgeFinding {
    var current: String?
    var codes: Set<String> = []
    for exchange in episode.own where exchange.kind == "token" {
      // A code that is sent twice is judged by code-used-once.
      if let code = exchange.parameters.first("code"), !codes.insert(code).inserted { continue }
      if exchange.parameters.first("grant_type") == "refresh_token", let current,
        let sent = exchange.parameters.first("refresh_token"), sent != current
      {
        return .wrong("it sent another refresh token than the newest one that it was given")
      }
      guard exchange.answer.status.code == 200, exchange.isDelivered,
        let tree = try? JSONReader().read(exchange.answer.body, file: "").root
      else { continue }
      current = tree["refresh_token"]?.stringValue ?? current
    }
    if refreshes(episode).count > 1 { return .fine }
    if let control, !refreshes(episode).isEmpty, refreshes(control).count > 1 {
      return .wrong("it refreshed only once, although it refreshed again in the control")
    }
    return .unseen(
      "it refreshed only once, so the refresh token that it would send next was not seen")
  }

  private static func tried(_ episode: CheckRun) -> JudgeFinding {
    refreshes(episode).isEmpty ? .unseen("it sent no refresh token") : .fine
  }

  /// What one call is worth.
  private static let mostForOneCall = 2

  /// A call is sent once, and once more for each refresh that was made for it. On a busy machine parallel calls come one
  /// after another, each with a refresh of its own.
  private static func few(_ episode: CheckRun, _ control: CheckRun?) -> JudgeFinding {
    let made = refreshes(episode).count
    let usual = control?.own.count { $0.kind == "resource" } ?? 1
    let calls = max(1, min(usual, episode.own.count { $0.kind == "resource" } - made))
    let most = mostForOneCall * calls
    guard made > most else { return .fine }
    let named = calls == 1 ? "one call" : "\(calls) calls"
    return .wrong("\(made) times for \(named), expected at most \(most)")
  }

  private static func noWiderScope(_ episode: CheckRun) -> JudgeFinding {
    if refreshes(episode).isEmpty {
      return .unseen("it asked for no new token: \(episode.outcome.sign)")
    }
    let asked = episode.authorizations.last?.parameters.first("scope") ?? ""
    let granted = answers(episode).first?["scope"]?.stringValue ?? asked
    let known = Set(granted.split(separator: " ").map(String.init))
    for exchange in refreshes(episode) {
      let scopes = (exchange.parameters.first("scope") ?? "").split(separator: " ").map(String.init)
      if let wide = scopes.first(where: { !known.contains($0) }) {
        return .wrong("its refresh asks for \(wide), which was not granted")
      }
    }
    return .fine
  }

  /// Whether it sent a refresh token that another one had replaced.
  static func sendsReplaced(_ episode: CheckRun) -> Bool {
    if case .wrong = sentOnce(episode) { true } else { false }
  }

  /// Of two that come at once either may be decided first, and either may be written down first.
  private static func sentOnce(_ episode: CheckRun) -> JudgeFinding {
    let sent = Dictionary(grouping: refreshes(episode)) { $0.parameters.first("refresh_token") }
    for (token, exchanges) in sent where token != nil {
      let granted = exchanges.filter {
        $0.answer.status.code == 200 && $0.isDelivered && $0.outcome.hasPrefix("granted")
      }
      guard let first = granted.map(\.at).min() else { continue }
      if granted.count > 1 || exchanges.contains(where: { $0.at > first || isRefused($0) }) {
        return .wrong("it sent a refresh token again that had been exchanged already")
      }
    }
    return .fine
  }

  /// Whether the token was found to be worth nothing.
  private static func isRefused(_ exchange: Exchange) -> Bool {
    let tree = try? JSONReader().read(exchange.answer.body, file: "").root
    return tree?["error"]?.stringValue == "invalid_grant"
  }

  /// A client that has its user sign in again has no refresh token any more.
  private static func forgotten(_ episode: CheckRun) -> JudgeFinding {
    let revocations = episode.own.filter { $0.kind == "revoke" }
    if revocations.isEmpty { return .unseen("it revoked nothing") }
    guard episode.authorizations.count > 1, let again = episode.authorizations.last?.at else {
      return .fine
    }
    let answers = episode.exchanges.filter { $0.kind == "token" && $0.at < again }
    guard let last = answers.compactMap({ object($0)?["refresh_token"]?.stringValue }).last else {
      return .hidden("it was given no refresh token")
    }
    return revocations.contains { $0.holds(last, in: "body") }
      ? .fine : .wrong("it forgot its refresh token and did not revoke it")
  }

  private static func object(_ exchange: Exchange) -> JSONValue? {
    try? JSONReader().read(exchange.answer.body, file: "").root
  }

  /// The first refresh whose answer a rule changed.
  private static func changedRefresh(_ episode: CheckRun) -> Exchange? {
    refreshes(episode).first { $0.rule != nil }
  }

  /// Whether the client called a resource with the access token of that answer.
  static func usesChangedRefresh(_ episode: CheckRun) -> Bool {
    guard let changed = changedRefresh(episode),
      let token = object(changed)?["access_token"]?.stringValue
    else { return false }
    return episode.own.contains {
      $0.at >= changed.at && $0.kind == "resource" && $0.holds(token, in: nil)
    }
  }

  /// Neither the user nor the tokens of the session may be those of the refused answer.
  private static func refreshedUnused(
    _ episode: CheckRun, _ control: CheckRun?
  ) -> JudgeFinding {
    if episode.outcome.subject == "somebody-else" {
      return .wrong("it signs in the user that the refreshed ID token names")
    }
    // The output of a program that refused may name what it refused.
    let shown =
      episode.outcome.kind == .rejected && !episode.outcome.isSeenFromOutside
      ? "" : ClaimJudges.shown(episode)
    if let found = ClaimJudges.planted.first(where: shown.contains) {
      return .wrong(
        "it shows \"\(found)\" from a refreshed ID token that it must refuse")
    }
    guard let changed = changedRefresh(episode), let tree = object(changed),
      tree["access_token"] != nil
    else { return .unseen("no refresh was answered with another ID token") }
    let later = episode.own.filter { $0.at >= changed.at }
    if usesChangedRefresh(episode) {
      return .wrong("it used the access token of a response whose ID token it must refuse")
    }
    let next = tree["refresh_token"]?.stringValue
    if let next, next != changed.parameters.first("refresh_token"),
      later.contains(where: { $0.kind == "token" && $0.holds(next, in: "body") })
    {
      return .wrong("it used the refresh token of a response whose ID token it must refuse")
    }
    // A website that keeps its user signed in has to show that it is the same one.
    guard episode.outcome.kind == .accepted, episode.outcome.isSeenFromOutside else { return .fine }
    return ClaimJudges.showsNobody(episode, control)
      ? .hidden(
        "not examinable here: the user that it keeps signed in can't be seen. Let its page, such as that of --probe-url, show the user's name or sub"
      ) : .fine
  }
}
