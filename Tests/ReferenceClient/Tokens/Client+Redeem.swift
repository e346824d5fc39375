import HTTPMessages
import HTTPTypes

extension Client {
  /// Redeems a code (RFC 6749 §4.1.3), once.
  func redeem(_ code: String, _ flow: Flow) throws(Rejection) -> Tokens {
    do throws(Rejection) {
      return try tokens(
        Form([
          ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", flow.redirectURI),
          ("code_verifier", flow.verifier),
        ]))
    } catch {
      if has("short-code-fallback"), code.utf8.count < 30 { askForOwnToken() }
      throw error
    }
  }

  /// RFC 6749 §6: the scope is left as it was granted.
  func refresh(_ token: String) throws(Rejection) -> Tokens {
    try tokens(Form([("grant_type", "refresh_token"), ("refresh_token", token)]))
  }

  func tokens(_ form: Form) throws(Rejection) -> Tokens {
    let answer = try ask(form)
    guard answer.status.code == 200 else {
      if let error = answer.object?["error"]?.text { throw refusal(error) }
      throw Rejection("invalid_answer", "the token endpoint answered \(answer.status.code)")
    }
    guard let object = answer.object, let access = object["access_token"]?.text, !access.isEmpty
    else { throw Rejection("invalid_answer", "the token endpoint's answer holds no token") }
    guard object["token_type"]?.text?.lowercased() == "bearer" else {
      throw Rejection("invalid_token_type", "the token is of a type that is not known here")
    }
    return Tokens(
      access: access, refresh: object["refresh_token"]?.text, idToken: object["id_token"]?.text,
      expiresIn: Tokens.lifetime(object["expires_in"]),
      scopes: object["scope"]?.text?.split(separator: " ").map(String.init))
  }

  /// Asks again where the server is too busy and says when, twice at most. No redirect is followed: the next place
  /// would get code and secret.
  private func ask(_ form: Form) throws(Rejection) -> Answer {
    guard let endpoint = provider.token else {
      throw Rejection("invalid_metadata", "there is no token_endpoint")
    }
    var form = form
    var basic: String?
    if let secret = settings.secret {
      let pair = Form.encoded(settings.clientID) + ":" + Form.encoded(secret)
      basic = Base64.plain(pair.utf8)
    } else {
      form.pairs.append(("client_id", settings.clientID))
    }
    var answer = try caller.post(endpoint, form, basic: basic)
    for _ in 0..<2 {
      guard let seconds = wait(answer) else { break }
      Clock.wait(seconds)
      answer = try caller.post(endpoint, form, basic: basic)
    }
    return answer
  }

  /// The seconds after which a busy server wants to be asked again, where they are few.
  func wait(_ answer: Answer) -> Double? {
    guard answer.status.code == 503 || answer.status.code == 429,
      let seconds = answer.headers.first(.retryAfter).flatMap({ Int($0) }),
      (0...3).contains(seconds)
    else { return nil }
    return Double(seconds)
  }
}
