extension Client {
  func flow(_ redirectURI: String) -> Flow {
    var flow = Flow(
      redirectURI: redirectURI, scopes: settings.scopes, responseType: settings.responseType,
      issuer: provider.issuer)
    if has("same-state-always") { flow.state = Chance.challenge(settings.clientID) }
    if has("same-nonce-always") { flow.nonce = Chance.challenge(settings.clientID) }
    if has("short-verifier-always") { flow.verifier = String(flow.verifier.prefix(20)) }
    if has("state-as-nonce") { flow.nonce = flow.state }
    if has("verifier-of-the-state") { flow.verifier = String((flow.state + flow.state).prefix(64)) }
    if has("verifier-in-the-state") {
      flow.state = Base64.url(Value.object(["v": .text(flow.verifier)]).written.utf8)
    }
    if has("nonce-of-the-clock") { flow.nonce = "nonce-\(Int(Clock.now * 1000))" }
    if has("same-verifier-always") { flow.verifier = Chance.challenge(settings.clientID) }
    Flow.nonces.withLock { [nonce = flow.nonce] in _ = $0.insert(nonce) }
    return flow
  }

  /// Where the browser is sent (RFC 6749 §4.1.1).
  func authorizeURL(_ flow: Flow) -> String { authorizeURL(with: request(flow)) }

  func authorizeURL(with request: Form) -> String {
    var endpoint = provider.authorize
    if has("drops-the-query") || has("forgets-endpoint-query") {
      endpoint = String(endpoint.prefix { $0 != "?" })
    }
    return endpoint + (endpoint.contains("?") ? "&" : "?") + request.written
  }

  /// A mutant looks first whether the server lists a method.
  var sendsChallenge: Bool { provider.challenges != nil || !has("challenge-where-listed") }

  /// The parameters of an authorization request.
  func request(_ flow: Flow) -> Form {
    var query: [(name: String, value: String)] = [
      ("response_type", flow.responseType), ("client_id", settings.clientID),
      ("redirect_uri", flow.redirectURI), ("scope", flow.scopes.joined(separator: " ")),
      ("state", flow.state),
    ]
    if settings.asksWho { query.append(("nonce", flow.nonce)) }
    if flow.responseTypes.contains("code"), sendsChallenge {
      let isPlain =
        has("plain-challenge-always")
        || provider.challenges == ["plain"]
          && (has("challenge-as-listed") || has("web-challenge-as-listed"))
      query += [
        ("code_challenge", isPlain ? flow.verifier : Chance.challenge(flow.verifier)),
        ("code_challenge_method", isPlain ? "plain" : "S256"),
      ]
    }
    if let mode = settings.responseMode { query.append(("response_mode", mode)) }
    if let hint = flow.hint { query.append(("login_hint", hint)) }
    if let level = settings.acr { query.append(("acr_values", level)) }
    if let age = settings.maxAge { query.append(("max_age", String(age))) }
    if let prompt = settings["OAUTH_PROMPT"] { query.append(("prompt", prompt)) }
    if has("parameter-twice") { query += [("ui_locales", "en"), ("ui_locales", "de")] }
    if has("two-spaces-in-scope") { query[3].value = flow.scopes.joined(separator: "  ") }
    if has("verifier-in-the-browser") { query.append(("code_verifier", flow.verifier)) }
    return Form(query)
  }
}
