import Basics
import HTTPTypes
import UserAgent

/// What clients send, beyond what an assertion can count.
enum RequestJudges {
  static let all: [(name: String, body: NamedJudges.Body)] = [
    ("iss-error-not-named", { episode, _ in errorNotNamed(episode) }),
    (
      "description-is-not-written",
      { episode, _ in
        episode.callbacks.contains { writes($0, episode) }
          ? .wrong("it wrote the description of an unsolicited error") : .fine
      }
    ),
    ("endpoint-query-is-kept", { episode, _ in endpointQuery(episode) }),
    ("pkce-no-downgrade", { episode, _ in noDowngrade(episode) }),
    ("challenges-are-s256", { episode, _ in challenges(episode, areNeeded: false) }),
    ("challenges-are-sent", { episode, _ in challenges(episode, areNeeded: true) }),
    (
      "callback-came",
      { episode, _ in
        episode.callbacks.isEmpty ? .unseen("it ended before the callback") : .fine
      }
    ),
    (
      "reads-metadata",
      { episode, _ in
        episode.own.contains { $0.isTo("metadata") } ? .fine : .hidden("it read no metadata")
      }
    ),
    ("native-no-shared-secret", { episode, _ in noSecret(episode) }),
    ("scope-noticed", { episode, _ in scopeNoticed(episode) }),
    ("asks-for-claims-by-scope", { episode, _ in asksForClaims(episode) }),
    ("token-stays-home", { episode, _ in tokenStaysHome(episode) }),
    ("retry-after-is-kept", { episode, _ in retryAfter(episode) }),
    ("keys-are-fetched-seldom", { episode, _ in keysSeldom(episode) }),
  ]

  /// A client that ends because of the metadata has sent no weak challenge.
  private static func challenges(_ episode: CheckRun, areNeeded: Bool) -> JudgeFinding {
    guard episode.own.contains(where: { $0.isTo("metadata") }) else {
      return .hidden("it read no metadata")
    }
    for request in episode.authorizations {
      guard request.parameters.first("code_challenge") != nil else {
        if !areNeeded { continue }
        return .wrong("it asked for a code without code_challenge")
      }
      let method = request.parameters.first("code_challenge_method")
      guard method == "S256" else {
        return .wrong("it sent a code_challenge with the method \(method ?? "plain")")
      }
    }
    return .fine
  }

  private static func errorNotNamed(_ episode: CheckRun) -> JudgeFinding {
    for callback in episode.callbacks {
      let tail = callback.url.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
      let parameters = Parameters(formEncoded: tail)
      guard let error = parameters.first("error"), !error.isEmpty else { continue }
      if episode.outcome.error == error {
        return .wrong("it named \(error), the error of another issuer's callback")
      }
      if writes(callback, episode) {
        return .wrong("it showed the description of another issuer's error")
      }
    }
    return .fine
  }

  /// Whether the output of the program holds the description of a callback's error. A line of a log with the address of the
  /// callback tells the user nothing.
  private static func writes(_ callback: BrowserAction, _ episode: CheckRun) -> Bool {
    let name = "error_description"
    let tail = callback.url.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    guard let words = Parameters(formEncoded: tail).first(name), words.count > 8 else {
      return false
    }
    return episode.output.replacing("\(name)=\(words)", with: "").contains(words)
  }

  /// The query of the authorization endpoint, as the metadata of the check has it.
  private static func endpointQuery(_ episode: CheckRun) -> JudgeFinding {
    guard let metadata = episode.fault,
      let endpoint = try? JSONReader().read(metadata.answer.body, file: "").root[
        "authorization_endpoint"]?.stringValue,
      let query = WebAddress(endpoint)?.query
    else { return .unseen("it did not read the metadata") }
    guard let sent = episode.authorizations.first?.parameters else {
      return .unseen("it began no sign-in")
    }
    for published in Parameters(formEncoded: query).list {
      let (name, value) = (published.name, published.value)
      guard let other = sent.first(name) else {
        return .wrong(
          "it opened the authorization endpoint without \(name), which stands in the metadata")
      }
      guard other != value else { continue }
      let byShell = value.contains("$(") && !other.contains("$(")
      return .wrong(
        "it opened the authorization endpoint with \(name)=\(other.prefix(60)) in place of \(name)=\(value)"
          + (byShell ? ", as a shell does" : ""))
    }
    return .fine
  }

  private static func noDowngrade(_ episode: CheckRun) -> JudgeFinding {
    let later = episode.authorizations.drop { $0.rule == nil }.dropFirst()
    for exchange in later {
      let parameters = exchange.parameters
      if parameters.first("code_challenge") == nil {
        return .wrong("another request has no code_challenge")
      }
      if parameters.first("code_challenge_method") != "S256" {
        return .wrong("another request has a plain code_challenge")
      }
    }
    return .fine
  }

  private static func noSecret(_ episode: CheckRun) -> JudgeFinding {
    let requests = episode.own.filter { $0.kind == "token" }
    guard !requests.isEmpty else { return .unseen("it sent no token request") }
    for exchange in requests {
      if let secret = exchange.parameters.first("client_secret"), !secret.isEmpty {
        return .wrong("it sent a client_secret, although it is a public client")
      }
      if let header = exchange.request.headers.first(.authorization),
        header.lowercased().hasPrefix("basic "),
        let bytes = Base64.decode(String(header.dropFirst(6))),
        let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon + 1 < bytes.count
      {
        return .wrong("it sent a password by Basic, although it is a public client")
      }
    }
    return .fine
  }

  /// Scopes that it says to have, and was not given.
  private static func scopeNoticed(_ episode: CheckRun) -> JudgeFinding {
    guard let scopes = episode.outcome.scopes else {
      return .unseen("it did not report its scopes")
    }
    let granted = RefreshJudges.answers(episode).compactMap { $0["scope"]?.stringValue }.last
    guard let granted = granted ?? callbackScope(episode) else { return .fine }
    let known = Set(granted.split(separator: " ").map(String.init))
    let more = scopes.filter { !known.contains($0) }
    return more.isEmpty
      ? .fine
      : .wrong("it reports \(more.joined(separator: ", ")), which was not granted")
  }

  /// What a token was granted that came by the browser (RFC 6749 §4.2.2).
  private static func callbackScope(_ episode: CheckRun) -> String? {
    episode.callbacks.compactMap { call in
      let fragment = call.url.firstIndex(of: "#").map { call.url[$0...].dropFirst() }
      return fragment.flatMap { Parameters(formEncoded: $0).first("scope") }
    }.last
  }

  private static func asksForClaims(_ episode: CheckRun) -> JudgeFinding {
    let claims: Set<String> = ["profile", "email", "address", "phone"]
    let scopes = episode.authorizations.flatMap {
      ($0.parameters.first("scope") ?? "").split(separator: " ").map(String.init)
    }
    return claims.isDisjoint(with: scopes)
      ? .wrong("its scope holds none of profile, email, address, phone") : .fine
  }

  private static func tokenStaysHome(_ episode: CheckRun) -> JudgeFinding {
    for exchange in episode.exchanges where exchange.endpoint == "elsewhere" {
      if episode.secrets.contains(where: { exchange.holds($0, in: nil) }) {
        return .wrong("it sent a token, a code or a secret to another origin (\(exchange.line))")
      }
    }
    return .fine
  }

  /// Fetches after the first, which a token can have led to.
  private static let mostFetches = 2

  /// A fetch between a token response and the next sign-in was made for the token. Some clients read the metadata
  /// before each fetch, and some fetch the keys when a sign-in begins.
  private static func keysSeldom(_ episode: CheckRun) -> JudgeFinding {
    let starts = episode.deliveries.filter { $0.what == "start" }.map(\.at)
    var redeemed: Double?
    var fetches = 0
    for exchange in episode.own {
      if exchange.kind == "token" {
        redeemed = exchange.at
      } else if exchange.isTo("authorize") {
        redeemed = nil
      } else if exchange.isTo("jwks"), let time = redeemed,
        !starts.contains(where: { $0 > time && $0 <= exchange.at })
      {
        fetches += 1
      }
    }
    guard fetches - 1 > mostFetches else { return .fine }
    let logins = episode.own.count { $0.kind == "token" }
    return .wrong(
      "\(fetches) fetches for \(logins) tokens, expected at most \(mostFetches + 1)")
  }

  private static func retryAfter(_ episode: CheckRun) -> JudgeFinding {
    let own = episode.own
    for (index, exchange) in own.enumerated() {
      guard let text = exchange.answer.headers.first(.retryAfter), let seconds = Int(text),
        let next = own[(index + 1)...].first(where: { $0.endpoint == exchange.endpoint })
      else { continue }
      if next.at - exchange.at < Double(seconds * 1000) - Judge.timerSlack {
        return .wrong(
          "it tried again after \(Judge.seconds(Int(next.at - exchange.at))), although Retry-After says \(seconds) s"
        )
      }
    }
    return .fine
  }
}

extension HTTPField.Name {
  static let retryAfter = HTTPField.Name("Retry-After") ?? .server
}
