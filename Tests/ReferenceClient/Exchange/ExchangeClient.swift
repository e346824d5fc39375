import Basics

/// A service that is given a token of a user, and exchanges it for one of its own before it calls the next API (RFC 8693).
struct ExchangeClient {
  private static let grant = "urn:ietf:params:oauth:grant-type:token-exchange"
  private static let accessToken = "urn:ietf:params:oauth:token-type:access_token"
  private static let idToken = "urn:ietf:params:oauth:token-type:id_token"

  let settings: Settings

  func run() throws(Rejection) -> Outcome {
    guard let subject = settings["OAUTH_SUBJECT_TOKEN"], let url = settings.resource else {
      throw Rejection("no_subject", "OAUTH_SUBJECT_TOKEN is the token, OAUTH_RESOURCE_URL the API")
    }
    let client = try Client(settings)
    var tokens: Tokens
    do throws(Rejection) {
      tokens = try exchanged(subject, client)
    } catch {
      if client.has("subject-token-after-\(error.error)") {
        _ = try? client.resource.get(url, bearer: subject)
      }
      throw error
    }
    var answer = try client.callAPI(url, tokens.access)
    for _ in 0..<mostExchanges(client) where answer.status.code == 401 {
      tokens = try exchanged(subject, client)
      answer = try client.callAPI(url, tokens.access)
    }
    guard answer.status.code == 200, let person = answer.object else {
      throw Rejection("resource_refused", "the API answered \(answer.status.code)")
    }
    if client.has("subject-token-to-the-api") {
      _ = try? client.resource.get(url, bearer: subject)
    }
    let scopes = client.has("exchanged-as-asked") ? nil : tokens.scopes
    return Outcome(subject: person["sub"]?.text, scopes: scopes ?? settings.scopes)
  }

  private func mostExchanges(_ client: Client) -> Int {
    if client.has("exchanges-once") { return 0 }
    return client.has("exchanges-for-ever") ? 6 : 1
  }

  private func exchanged(_ subject: String, _ client: Client) throws(Rejection) -> Tokens {
    var client = client
    if client.has("exchanges-by-heart"), let told = settings["OAUTH_TOKEN_URL"] {
      client.provider.token = told
    }
    let told = settings["OAUTH_SUBJECT_TOKEN_TYPE"] ?? Self.accessToken
    let type = client.has("exchanges-as-an-id-token") ? Self.idToken : told
    var form = Form([
      ("grant_type", Self.grant), ("subject_token", subject), ("subject_token_type", type),
      ("scope", settings.scopes.joined(separator: " ")),
    ])
    if !client.has("exchanges-for-anywhere"), let url = settings.resource {
      form.pairs.append(("resource", url))
    }
    let answer: Answer
    do throws(Rejection) {
      answer = try client.answerToExchange(form)
    } catch {
      if client.has("tries-exchange-for-ever") {
        for _ in 0..<5 { _ = try? client.answerToExchange(form) }
      }
      throw error
    }
    return try read(answer, form, client)
  }

  private func read(
    _ answer: Answer, _ form: Form, _ client: Client
  ) throws(Rejection) -> Tokens {
    if answer.status.code == 307, client.has("takes-the-token-elsewhere"),
      let place = answer.headers.first(.location)
    {
      _ = try? client.caller.post(place, form)
    }
    guard answer.status.code == 200 else {
      guard let error = answer.object?["error"]?.text else {
        throw Rejection("answered_\(answer.status.code)", "the token endpoint gave no error")
      }
      if error == "invalid_request", client.has("tries-exchange-again") {
        for _ in 0..<5 { _ = try? client.answerToExchange(form) }
      }
      throw client.refusal(error)
    }
    guard let object = answer.object else {
      throw Rejection("answered_page", "the token endpoint's answer is no JSON object")
    }
    guard let access = object["access_token"]?.text, !access.isEmpty else {
      throw Rejection("answered_nothing", "the token endpoint's answer holds no token")
    }
    if object["ext"] != nil, client.has("known-exchange-members-only") {
      throw Rejection("invalid_answer", "this is not what was expected")
    }
    try judge(object, client)
    return Tokens(
      access: access, expiresIn: Tokens.lifetime(object["expires_in"]),
      scopes: object["scope"]?.text?.split(separator: " ").map(String.init))
  }

  /// Only what was asked for, as a type that is known here, is called with (RFC 8693 §2.2.1; RFC 6749 §7.1).
  private func judge(_ object: Value, _ client: Client) throws(Rejection) {
    let issued = object["issued_token_type"]?.text
    guard issued == Self.accessToken || client.has("any-issued-token-type") || issued == nil else {
      throw Rejection("wrong_token", "the token is no access token")
    }
    let type = object["token_type"]?.text ?? ""
    let isKnown =
      client.has("exact-type-of-exchange") ? type == "Bearer" : type.lowercased() == "bearer"
    let isTaken =
      type == "N_A" ? client.has("takes-what-is-no-token") : client.has("takes-any-exchanged-type")
    guard isKnown || isTaken && type.lowercased() != "bearer" else {
      throw Rejection("wrong_token_type", "the token is of a type that is not known here")
    }
  }
}

extension Client {
  /// No redirect is followed: the next place would get the subject token and the secret.
  fileprivate func answerToExchange(_ form: Form) throws(Rejection) -> Answer {
    guard let endpoint = provider.token else {
      throw Rejection("invalid_metadata", "there is no token_endpoint")
    }
    let (form, basic) = identified(form)
    return try caller.post(endpoint, form, basic: basic)
  }
}
