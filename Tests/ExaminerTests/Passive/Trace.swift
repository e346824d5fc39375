import Basics
import Examiner
import HTTPTypes

/// Builds an episode request by request, as a driver would have recorded it.
struct Trace {
  private(set) var episode = CheckRun(check: "code-happy")
  static let redirect = "http://127.0.0.1/callback"
  static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

  init() {}

  /// An answer that brings nothing but its status.
  static func answer(_ status: Int, _ body: String = "", location: String? = nil) -> Answer {
    var answer = Answer(status: .init(code: status), body: Array(body.utf8))
    if let location { answer.headers[.location] = location }
    return answer
  }

  mutating func add(
    _ kind: String, _ method: String = "GET", _ target: String, headers: [(String, String)] = [],
    body: String = "", answer: Answer = Trace.answer(200), byBrowser: Bool = false,
    provider: String = "standard", outcome: String = ""
  ) {
    var request = Request(
      method: .init(rawValue: method) ?? .get, authority: "127.0.0.1:8400",
      target: "/\(provider)" + target, body: Array(body.utf8))
    request.headers = Headers(headers.map { .init($0.0, $0.1) })
    let number = episode.exchanges.count + 1
    var exchange = Exchange(
      number: number, at: Double(number * 10), request: request, answer: answer)
    exchange.provider = provider
    exchange.endpoint = kind
    exchange.kind = kind
    exchange.outcome = outcome
    exchange.isAgents = byBrowser
    episode.exchanges.append(exchange)
  }

  /// An authorization request through the browser; `code` comes back, or what `brought` says.
  mutating func authorize(
    _ query: String, brought: String? = nil, byBrowser: Bool = true,
    headers: [(String, String)] = [], provider: String = "standard"
  ) {
    add(
      "authorize", "GET", "/authorize?\(query)", headers: headers,
      answer: Self.answer(302, location: brought.map { "\(Self.redirect)\($0)" }),
      byBrowser: byBrowser, provider: provider,
      outcome: brought?.contains("error=") == false ? "granted: code" : "page: login")
  }

  mutating func token(
    _ body: String, headers: [(String, String)] = [], method: String = "POST", query: String = "",
    type: String? = "application/x-www-form-urlencoded", answer: Answer? = nil,
    provider: String = "standard", outcome: String = ""
  ) {
    add(
      "token", method, "/token" + (query.isEmpty ? "" : "?\(query)"),
      headers: headers + (type.map { [("Content-Type", $0)] } ?? []), body: body,
      answer: answer
        ?? Self.answer(
          200, #"{"access_token": "access-token-0001", "token_type": "Bearer", "expires_in": 3600}"#
        ),
      provider: provider, outcome: outcome)
  }

  mutating func userinfo(
    headers: [(String, String)] = [("Authorization", "Bearer access-token-0001")],
    query: String = "", body: String = "", provider: String = "standard"
  ) {
    add(
      "resource", body.isEmpty ? "GET" : "POST", "/userinfo" + (query.isEmpty ? "" : "?\(query)"),
      headers: headers, body: body, provider: provider)
  }

  static func basic(_ text: String) -> (String, String) {
    ("Authorization", "Basic " + Base64.encode(Array(text.utf8)))
  }

  mutating func edit(_ change: (inout CheckRun) -> Void) { change(&episode) }

  /// One episode, written down step by step.
  static func run(_ steps: (inout Trace) -> Void) -> CheckRun {
    var trace = Trace()
    steps(&trace)
    return trace.episode
  }

  /// What a careful public client sends in one run; each run has values of its own.
  static func careful(_ run: Int = 1, grant: Bool = true) -> CheckRun {
    Trace.run { trace in
      // No two runs have one verifier; only the first has one that is checked by its challenge.
      let challenge = run == 1 ? Self.challenge : String(Self.challenge.dropLast(2)) + "\(run)M"
      trace.authorize(
        "response_type=code&client_id=native&redirect_uri=http%3A%2F%2F127.0.0.1%2Fcallback"
          + "&scope=openid%20email&state=state-0123456789-\(run)&nonce=nonce-\(run)"
          + "&code_challenge=\(challenge)&code_challenge_method=S256",
        brought: "?code=code-0000\(run)&state=state-0123456789-\(run)")
      guard grant else { return }
      trace.token(
        "grant_type=authorization_code&code=code-0000\(run)&client_id=native"
          + "&redirect_uri=http%3A%2F%2F127.0.0.1%2Fcallback&code_verifier=\(verifier)")
      trace.userinfo()
    }
  }
}
