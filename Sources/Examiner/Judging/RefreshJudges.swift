import Basics

/// The use of refresh tokens (RFC 6749 §6).
enum RefreshJudges {
  static let all: [(name: String, body: NamedJudges.Body)] = [
    ("refresh-newest-token", { episode, _ in newest(episode) }),
    ("refresh-no-wider-scope", { episode, _ in noWiderScope(episode) }),
    ("refresh-tokens-sent-once", { episode, _ in sentOnce(episode) }),
    ("refreshed-id-token-is-unused", { episode, _ in refreshedUnused(episode) }),
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

  private static func newest(_ episode: CheckRun) -> JudgeFinding {
    var current: String?
    for exchange in episode.own where exchange.kind == "token" {
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
    return .fine
  }

  private static func noWiderScope(_ episode: CheckRun) -> JudgeFinding {
    // Who dies of what was granted never came to what this is about.
    if refreshes(episode).isEmpty, [.crashed, .hung].contains(episode.outcome.kind) {
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

  private static func refreshedUnused(_ episode: CheckRun) -> JudgeFinding {
    if episode.outcome.subject == "somebody-else" {
      return .wrong("it takes the user for the one that the refreshed ID token names")
    }
    let changed = episode.own.first {
      $0.rule != nil && $0.kind == "token" && $0.parameters.first("grant_type") == "refresh_token"
    }
    guard let changed, let tree = try? JSONReader().read(changed.answer.body, file: "").root,
      let token = tree["access_token"]?.stringValue
    else { return .unseen("no refresh was answered with another ID token") }
    let used = episode.own.contains {
      $0.at >= changed.at && $0.kind == "resource" && $0.holds(token, in: nil)
    }
    return used
      ? .wrong("it used the access token that came with an ID token about somebody else") : .fine
  }
}
