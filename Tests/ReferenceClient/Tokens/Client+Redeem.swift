import Basics
import HTTPTypes

extension Client {
  /// Redeems a code (RFC 6749 §4.1.3), once.
  func redeem(_ code: String, _ flow: Flow) throws(Rejection) -> Tokens {
    var code = has("code-of-1k") ? String(code.prefix(1024)) : code
    if code.contains("="), has("code-without-padding") { code = TrapFaults.cut(code, at: "=") }
    var place = flow.redirectURI
    if place.contains("?"), has("redeems-without-query") { place = TrapFaults.cut(place, at: "?") }
    do throws(Rejection) {
      var form = Form([
        ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", place),
      ])
      if !has("no-verifier-always"), sendsChallenge {
        form.pairs.append(("code_verifier", flow.verifier))
      }
      let found = try tokens(form)
      if has("each-code-again") { _ = try? ask(form) }
      return found
    } catch {
      // A code that nobody here issued is of another length.
      if error.error == "invalid_grant", has("calls-after-refused-code") {
        TrapFaults(self).callAPI()
      }
      let isForeign = code.utf8.count < 30
      if isForeign ? has("foreign-code-fallback") : has("goes-on-after-token-error-\(error.error)")
      {
        askForOwnToken()
      }
      throw error
    }
  }

  /// RFC 6749 §6: the scope is left as it was granted.
  func refresh(_ token: String) throws(Rejection) -> Tokens {
    var form = Form([("grant_type", "refresh_token"), ("refresh_token", token)])
    if has("asks-for-all-again") {
      form.pairs.append(("scope", settings.scopes.joined(separator: " ")))
    }
    return try tokens(form)
  }

  func askForOwnToken() {
    _ = try? tokens(Form([("grant_type", "client_credentials")]))
  }

  func tokens(_ form: Form) throws(Rejection) -> Tokens {
    let answer: Answer
    do throws(Rejection) {
      answer = try ask(form)
    } catch {
      let isHalf = error.about.contains("breaks off")
      let isTooMuch = error.about.contains("a response of more than")
      if isHalf && has("goes-on-after-half-an-answer")
        || isTooMuch && has("goes-on-after-a-megabyte")
      {
        _ = try? ask(Form([("grant_type", "client_credentials")]))
      }
      throw error
    }
    try TokenFaults(self).before(answer)
    guard answer.status.code == 200 else {
      if has("raw-token-error"), let text = answer.object?["error_description"]?.text {
        throw Rejection("invalid_grant", text)
      }
      if let text = answer.object?["error_description"]?.text,
        has("raw-token-error-on-the-screen")
      {
        Console.write(text, to: 2)
      }
      if let error = answer.object?["error"]?.text { throw refusal(error) }
      throw Rejection("invalid_answer", "the token endpoint answered \(answer.status.code)")
    }
    guard let object = answer.object, let access = object["access_token"]?.text, !access.isEmpty
    else {
      if answer.object?["id_token"] != nil, has("calls-without-token") {
        TrapFaults(self).callAPI()
      }
      throw Rejection("invalid_answer", "the token endpoint's answer holds no token")
    }
    try TokenFaults(self).judge(object)
    guard isKnown(object["token_type"]?.text ?? "") else {
      throw Rejection("invalid_token_type", "the token is of a type that is not known here")
    }
    return Tokens(
      access: access, refresh: object["refresh_token"]?.text, idToken: object["id_token"]?.text,
      expiresIn: Tokens.lifetime(object["expires_in"]),
      scopes: object["scope"]?.text?.split(separator: " ").map(String.init))
  }

  private func isKnown(_ type: String) -> Bool {
    if possession != nil {
      return type == "DPoP" || type.lowercased() == "dpop" && !has("dpop-as-written")
        || type == "Bearer" && has("takes-bearer-for-dpop")
    }
    let isNear = type.lowercased().hasPrefix("bearer")
    return type.lowercased() == "bearer"
      || (isNear
        ? has("token-type-by-its-beginning") : has("any-token-type") || has("web-any-token-type"))
  }

  /// Asks once: a server that is too busy now is asked again when the user comes back, and so never before Retry-After.
  /// No redirect is followed: the next place would get code and secret.
  private func ask(_ form: Form) throws(Rejection) -> Answer {
    guard let endpoint = provider.token else {
      throw Rejection("invalid_metadata", "there is no token_endpoint")
    }
    guard possession == nil else {
      let first = identified(form).form
      let isStale = settings.scopes == ["openid", "profile"] && has("same-assertion-again")
      return try proved(.post, endpoint) { (proof) throws(Rejection) in
        try caller.post(endpoint, isStale ? first : identified(form).form, proof: proof)
      }
    }
    let (form, basic) = identified(form)
    let answer: Answer
    do throws(Rejection) {
      answer = try caller.post(endpoint, form, basic: basic)
    } catch {
      // Where some of an answer came, the code is spent.
      let others = ["a response", "response within", "time limit"]
      let isReset = !others.contains(where: error.about.contains)
      if isReset, has("tries-for-ever") {
        for _ in 0..<5 { _ = try? caller.post(endpoint, form, basic: basic) }
      }
      throw error
    }
    let status = answer.status.code
    let isTimed = answer.headers.contains { $0.name.lowercased() == "retry-after" }
    if [429, 503].contains(status), !isTimed, has("storms-after-\(status)") {
      for _ in 0..<8 { _ = try? caller.post(endpoint, form, basic: basic) }
    }
    let isHasty =
      has("waits-for-nobody") && status == 503 || has("refreshes-at-once-after-\(status)")
    return isHasty ? try caller.post(endpoint, form, basic: basic) : answer
  }

  /// A form that says which client sends it, or the credentials for the header.
  func identified(_ form: Form) -> (form: Form, basic: String?) {
    if let key {
      return (Form(form.pairs + [("client_id", settings.clientID)] + assertion(by: key)), nil)
    }
    guard let secret = settings.secret else {
      let empty = has("empty-secret") ? [(name: "client_secret", value: "")] : []
      return (Form(form.pairs + [("client_id", settings.clientID)] + empty), nil)
    }
    if settings["OAUTH_AUTH_METHOD"] == "client_secret_post", !has("basic-whatever-is-registered") {
      return (
        Form(form.pairs + [("client_id", settings.clientID), ("client_secret", secret)]), nil
      )
    }
    let cut = secret.prefix { $0 != ":" }
    let isCut = cut.count < secret.count && has("secret-to-the-colon")
    let basic = credentials(settings.clientID, isCut ? String(cut) : secret)
    guard has("both-ways-always") else { return (form, basic) }
    return (
      Form(form.pairs + [("client_id", settings.clientID), ("client_secret", secret)]), basic
    )
  }

  /// Form-encoded before they are joined (RFC 6749 §2.3.1).
  private func credentials(_ id: String, _ secret: String) -> String {
    let isPlain =
      secret.contains("%") && (has("registered-secret-unencoded") || has("secret-never-encoded"))
    return Base64.plain("\(Form.encoded(id)):\(isPlain ? secret : Form.encoded(secret))".utf8)
  }
}
