import Basics
import HTTPTypes
import Synchronization

/// A website that people sign in to with OpenID Connect.
final class WebApplication: Sendable {
  let settings: Settings
  let sessions: Sessions
  let tickets = Tickets()
  /// By a claim that is no identifier, for mutants.
  let accounts = Mutex<[String: SignIn]>([:])
  private let callbackPath: String
  /// The provider's keys, kept from one sign-in to the next.
  private let known = Mutex<Provider?>(nil)
  private let rings = Mutex<[String: KeyRing]>([:])

  init(_ settings: Settings, callback: String) {
    self.settings = settings
    callbackPath = callback
    sessions = Sessions(settings)
  }

  func has(_ id: String) -> Bool { settings.has(id) }

  func respond(_ request: Request) -> Answer {
    let target = RequestTarget(request.target)
    let query = Form(reading: target.query ?? "")
    do throws(Rejection) {
      switch (request.method, target.path) {
      case (.get, "/login"): return try login(request, query)
      case (let method, callbackPath) where takes(method): return try callback(request, query)
      case (.post, callbackPath): return try posted(request)
      case (.get, callbackPath + "/posted"): return try taken(request, query)
      case (.get, "/me"): return me(request)
      case (.get, "/logout"), (.post, "/logout"): return logout(request)
      case (.get, "/"): return home(request, query)
      case (_, "/login"), (_, callbackPath), (_, "/me"), (_, "/logout"), (_, "/"):
        return Markup.page(405, "Not by this method", "")
      default: return Markup.page(404, "Nothing here", "")
      }
    } catch {
      return refused(error)
    }
  }

  private func takes(_ method: HTTPRequest.Method) -> Bool {
    // Where it is to come by POST, that is no fault.
    method == .get
      || method == .post && settings.comesByPost == false && has("callback-by-post")
      || method != .post && has("callback-by-\(method.rawValue.lowercased())")
  }

  /// What the user sees when it did not work: the error's code, and what the server says about it.
  func refused(_ error: Rejection, _ form: Form = Form()) -> Answer {
    var words = ""
    let isKnown = error.error != "state_mismatch"
    if let description = form["error_description"], isKnown || has("error-before-state") {
      words = "<p>\(has("raw-description") ? description : Markup.escaped(description))</p>"
      if has("quotes-in-description") { words = "<p title='\(Markup.text(description))'></p>" }
    }
    if has("raw-error-code") { words += form["error"] ?? "" }
    if has("raw-token-error"), error.error == "invalid_grant" { words += error.about }
    if has("shows-whom-it-refuses") { words += Markup.escaped(error.about) }
    if has("raw-state"), error.error == "state_mismatch" { words += form["state"] ?? "" }
    let body = "<p>\(Markup.escaped(error.error))</p>\(words)"
    return Markup.page(settings.refusal, "Not signed in", body)
  }

  /// The server as it is today: its metadata is read for each sign-in.
  func client() throws(Rejection) -> Client {
    let known = known.withLock { $0 }
    var provider: Provider
    if let known, has("metadata-for-ever") {
      provider = known
    } else {
      provider = try Provider.discover(settings, Caller(settings))
      if known == nil, has("guesses-keys") { provider.keys = settings["OAUTH_JWKS_URL"] }
    }
    self.known.withLock { [provider] in $0 = provider }
    let ring = rings.withLock { [provider] rings in
      let url = provider.keys ?? ""
      let ring = rings[url] ?? KeyRing(provider.keys, settings)
      rings[url] = ring
      return ring
    }
    ring.readAhead()
    return Client(settings, provider, ring)
  }

  // MARK: Pages

  private func home(_ request: Request, _ query: Form) -> Answer {
    if let sent = Sessions.leaving(request) {
      var answer = welcome()
      if endsWith(query["state"], sent) { sessions.end(request) } else { answer = home(request) }
      answer.headers.append(.setCookie, Sessions.left)
      return answer
    }
    return home(request)
  }

  /// A user who returns from a logout is signed out, whatever `state` is (OIDC RP-Initiated Logout §3).
  private func endsWith(_ state: String?, _ sent: String) -> Bool {
    if state == nil { return !has("stays-without-state") }
    return state == sent || !has("stays-with-another-state")
  }

  private func welcome() -> Answer {
    Markup.page(200, "Welcome", "<p><a href=\"/login\">Sign in</a></p>")
  }

  private func home(_ request: Request) -> Answer {
    guard let signIn = sessions.visit(request)?.signIn else {
      return welcome()
    }
    return profile(signIn)
  }

  func profile(_ signIn: SignIn) -> Answer {
    let name = signIn.claims["name"]?.text ?? signIn.subject ?? ""
    var body = "<p>\(has("raw-claims") ? name : Markup.escaped(name))</p>"
    if has("claims-in-a-script") {
      let quoted = name.split(separator: "\"", omittingEmptySubsequences: false)
      body = "<script>let name = \"\(quoted.joined(separator: "\\\""))\"</script>"
    }
    if has("quotes-in-claims") { body = "<input value=\"\(Markup.text(name))\">" }
    if has("raw-email") { body += "<p>\(signIn.claims["email"]?.text ?? "")</p>" }
    for name in ["picture", "website"] {
      guard let place = signIn.claims[name]?.text,
        place.lowercased().hasPrefix("https://") || name == "website" && has("any-website")
      else { continue }
      body += "<p><a href=\"\(Markup.escaped(place))\">\(name)</a></p>"
    }
    let token = signIn.tokens?.access ?? ""
    if has("token-in-the-page") { body += "<p data-token='\(token)'></p>" }
    if has("token-in-the-page-in-base64") { body += "<p id='\(Base64.plain(token.utf8))'></p>" }
    if has("secret-in-the-page") { body += "<p data-secret='\(settings.secret ?? "")'></p>" }
    var page = Markup.page(200, "Signed in", body)
    if has("id-token-in-a-header") { page.headers[.eTag] = signIn.tokens?.idToken }
    return page
  }

  /// Who is signed in, as JSON; where the access token is over, after a refresh.
  private func me(_ request: Request) -> Answer {
    guard let visit = sessions.visit(request) else { return Self.nobody }
    do throws(Rejection) {
      try visit.session.renewIfOver()
    } catch {
      sessions.end(request)
      return Self.nobody
    }
    return Self.json(200, .object(visit.signIn.claims))
  }

  /// Ends the session here, and then at the provider (OIDC RP-Initiated Logout §2).
  private func logout(_ request: Request) -> Answer {
    let visit = sessions.visit(request)
    // Some mutants leave it for the way back.
    let isEnded = !has("stays-without-state") && !has("stays-with-another-state")
    if isEnded, !has("deletes-the-cookie-alone") { sessions.end(request) }
    if let next = Form(reading: RequestTarget(request.target).query ?? "")["next"],
      has("any-place-after-logout")
        || next.hasPrefix("/") && has("any-path-after-logout")
    {
      return Markup.redirect(next)
    }
    let state = Chance.text()
    var place = "/"
    if let visit, let end = visit.session.client.provider.endSession, !has("stays-at-provider") {
      let query = Form([
        ("id_token_hint", visit.session.signIn.tokens?.idToken ?? ""),
        ("client_id", settings.clientID),
        ("post_logout_redirect_uri", "http://\(request.authority)/"), ("state", state),
      ])
      place = end + (end.contains("?") ? "&" : "?") + query.written
    }
    var answer = Markup.redirect(place)
    if isEnded { answer.headers.append(.setCookie, Sessions.gone) }
    if place != "/" { answer.headers.append(.setCookie, Sessions.leaves(state)) }
    return answer
  }

  private static let nobody = json(401, .object(["error": .text("not signed in")]))

  static func json(_ status: Int, _ value: Value) -> Answer {
    Answer(
      status: .init(code: status),
      headers: [
        .contentType: "application/json", .cacheControl: "no-store",
        .referrerPolicy: "no-referrer", .contentTypeOptions: "nosniff",
      ], body: Array(value.written.utf8))
  }
}
