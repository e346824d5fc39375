import Basics
import HTTPTypes

/// Judges of the requests by which clients manage their registrations (RFC 7592).
enum ManagementJudges {
  static let all: [(name: String, body: NamedJudges.Body)] = [
    ("registration-token-stays-home", { episode, _ in tokenStaysHome(episode) }),
    ("newest-registration-token", { episode, _ in newestToken(episode) }),
    ("update-is-whole", { episode, _ in updateIsWhole(episode) }),
  ]

  private static let kinds: Set<String> = ["register", "registration"]
  private static let token = "registration_access_token"

  /// The responses that show a registration, with those that reached the client alone.
  private static func shown(_ exchange: Exchange) -> JSONValue? {
    guard kinds.contains(exchange.kind), exchange.isDelivered,
      (200..<300).contains(exchange.answer.status.code)
    else { return nil }
    return Registration.object(exchange.answer.body)
  }

  private static func tokenStaysHome(_ episode: CheckRun) -> JudgeFinding {
    let tokens = Set(episode.own.compactMap { shown($0)?[token]?.stringValue })
    guard !tokens.isEmpty else { return .unseen("it was given no registration access token") }
    return Leaks.of(tokens, "registration access token", in: episode) { $0.kind == "registration" }
      ?? .fine
  }

  /// §2.1: an old token is discarded at once.
  private static func newestToken(_ episode: CheckRun) -> JudgeFinding {
    var newest: [String: String] = [:]
    var old: Set<String> = []
    var wasReplaced = false
    for exchange in episode.own where kinds.contains(exchange.kind) {
      if exchange.kind == "registration", let bearer = exchange.bearer {
        if old.contains(bearer) {
          return .wrong(
            "it used a registration access token that had been replaced (\(exchange.line))")
        }
        wasReplaced = wasReplaced || (!old.isEmpty && newest.values.contains(bearer))
      }
      guard let body = shown(exchange), let id = body["client_id"]?.stringValue,
        let told = body[token]?.stringValue
      else { continue }
      if let before = newest[id], before != told { old.insert(before) }
      newest[id] = told
    }
    return wasReplaced
      ? .fine : .unseen("it did not use its registration access token after a new one came")
  }

  /// §2.2: members that only the server sets.
  private static let serverOnly = [
    token, "registration_client_uri", "client_secret_expires_at", "client_id_issued_at",
  ]

  private static func updateIsWhole(_ episode: CheckRun) -> JudgeFinding {
    var last: JSONValue?
    var count = 0
    for exchange in episode.own where kinds.contains(exchange.kind) {
      if exchange.kind == "registration", exchange.request.method == .put {
        count += 1
        if let reason = flaw(exchange, of: last) { return .wrong(reason) }
      }
      last = shown(exchange) ?? last
    }
    return count > 0 ? .fine : .unseen("it sent no update")
  }

  private static func flaw(_ update: Exchange, of last: JSONValue?) -> String? {
    guard let sent = Registration.object(update.request.body) else {
      return "its update is not a JSON object"
    }
    if let name = serverOnly.first(where: { sent[$0] != nil }) {
      return "its update has \(name), which only the server sets"
    }
    let optional = Set(serverOnly + ["client_secret"])
    for member in last?.objectValue ?? JSONObject() where !optional.contains(member.name) {
      if sent[member.name] == nil { return "its update lacks \(member.name)" }
    }
    guard let id = last?["client_id"]?.stringValue else { return nil }
    return sent["client_id"]?.stringValue == id ? nil : "its update has another client_id"
  }
}
