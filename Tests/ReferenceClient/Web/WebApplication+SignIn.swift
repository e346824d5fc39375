import Basics
import HTTPTypes
import UserAgent

extension WebApplication {
  /// Begins a sign-in. `next` is where the user wants to go; `iss` comes with third-party initiation (OIDC Core §4).
  func login(_ request: Request, _ query: Form) throws(Rejection) -> Answer {
    if let issuer = query["iss"], issuer != settings.issuer {
      if has("visits-any-issuer") {
        _ = try? Caller(settings).get(issuer + "/.well-known/openid-configuration")
      }
      throw Rejection("unknown_issuer", "nobody signs in there")
    }
    let client = try client()
    var flow = client.flow(redirectURI(request))
    if let next = query["next"], isOwn(next) || leadsElsewhere(next, request) { flow.next = next }
    if let next = query["next"], next.hasPrefix("%2F"), has("decodes-next-twice") {
      flow.next = Form(reading: "next=\(next)")["next"] ?? next
    }
    if let next = query["target_link_uri"], has("any-target-link") || isOwn(next) {
      flow.next = next
    }
    if has("one-state-per-browser"), let state = sessions.pending(request) { flow.state = state }
    if has("one-nonce-per-browser"), let before = sessions.begun(request) {
      flow.nonce = before.nonce
    }
    if has("one-verifier-per-browser"), let before = sessions.begun(request) {
      flow.verifier = before.verifier
    }
    if has("state-of-the-link"), let state = query["state"] { flow.state = state }
    if has("nonce-of-the-link"), let nonce = query["nonce"] { flow.nonce = nonce }
    flow.hint = has("hint-forgotten") ? nil : query["login_hint"]
    let cookie = sessions.begin(.init(flow: flow, client: client), request)
    var asked = client.request(flow)
    if has("client-of-the-link"), let other = query["client_id"] {
      asked = Form(asked.pairs.map { $0.name == "client_id" ? ("client_id", other) : $0 })
    }
    var answer = Markup.redirect(client.authorizeURL(with: asked))
    answer.headers.append(.setCookie, cookie)
    if has("verifier-in-a-cookie") {
      answer.headers.append(.setCookie, "pkce=\(flow.verifier); Path=/; SameSite=Lax")
    }
    return answer
  }

  private func redirectURI(_ request: Request) -> String {
    let own = settings.redirectURI
    guard let host = HTTPField.Name("X-Forwarded-Host").flatMap({ request.headers[$0] }),
      has("host-of-the-proxy"), let address = WebAddress(own)
    else { return own }
    return "\(address.scheme)://\(host)\(address.target)"
  }

  /// Of a mutant alone: what becomes of a redirect to an address with a line break, which ends the header.
  private static func split(_ next: String) -> Answer {
    let lines = next.split(separator: "\r\n", maxSplits: 1)
    var answer = Markup.redirect(String(lines.first ?? "/"))
    let field = lines.dropFirst().first?.split(separator: ":").map { String($0.trimmed) } ?? []
    if let name = field.first.flatMap({ HTTPField.Name($0) }), let value = field.last {
      answer.headers.append(name, value)
    }
    return answer
  }

  /// Of mutants alone, and for `next` alone: other sites that they take for this one.
  private func leadsElsewhere(_ next: String, _ request: Request) -> Bool {
    let origin = "http://\(request.authority)"
    let site = "http://\(request.authority.prefix { $0 != ":" })"
    return has("other-sites-are-own") && next.hasPrefix("https://")
      || has("newline-in-next") && next.contains("\r\n")
      || has("own-host-is-a-prefix") && next.hasPrefix(site + ".")
      || has("own-host-is-a-suffix") && next.hasPrefix("http://attacker.\(request.authority)/")
      || has("own-host-before-at") && next.hasPrefix(origin + "@")
  }

  /// A path of this site: browsers read `//` and `/\` as the begin of a host.
  private func isOwn(_ path: String) -> Bool {
    if has("two-slashes-are-own"), path.hasPrefix("//") { return true }
    if has("tab-is-own"), path.hasPrefix("/\t/") { return true }
    if has("backslash-is-own"), path.hasPrefix("/\\") { return true }
    if has("scheme-without-slashes-is-own"), path.hasPrefix("https:"), !path.contains("/") {
      return true
    }
    return path.hasPrefix("/") && !path.hasPrefix("//")
      && path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
  }

  /// The answer of the provider, as the browser brings it.
  func callback(_ request: Request, _ form: Form) throws(Rejection) -> Answer {
    guard !settings.comesByPost else {
      throw Rejection("invalid_callback", "the callback was to come by POST")
    }
    return try finish(request, form)
  }

  /// `response_mode=form_post`: another site's form brings no cookie of ours (SameSite=Lax), the GET behind it does.
  func posted(_ request: Request) throws(Rejection) -> Answer {
    guard settings.comesByPost else { return Markup.page(405, "Not by this method", "") }
    let form = Form(reading: String(decoding: request.body, as: UTF8.self))
    if has("trips-over-posted-error"), form["error"] != nil {
      return Markup.page(500, "Something went wrong", "")
    }
    let ticket = tickets.keep(form)
    return Markup.redirect(RequestTarget(request.target).path + "/posted?ticket=\(ticket)")
  }

  func taken(_ request: Request, _ query: Form) throws(Rejection) -> Answer {
    guard let form = query["ticket"].flatMap({ tickets.take($0) }) else {
      throw Rejection("invalid_callback", "this was done already")
    }
    return try finish(request, form)
  }

  private func finish(_ request: Request, _ form: Form) throws(Rejection) -> Answer {
    let form = has("last-of-two-states") ? form.withLast("state") : form
    if has("callback-of-nobody"), form["state"] == nil, sessions.pending(request) == nil,
      let other = sessions.pendingOfAnybody
    {
      let sent = Form(form.pairs + [("state", other.flow.state)])
      _ = try other.client.complete(try other.client.check(sent, other.flow), other.flow)
    }
    guard form.count("state") < 2,
      let state = stateInsteadOfEmpty(form, request) ?? near(form["state"], request)
        ?? form["state"] ?? stateOfCookie(request),
      let pending = sessions.take(state, request)
    else { return had(request, form) }
    do throws(Rejection) {
      let client = pending.client
      let callback = try client.check(form, pending.flow)
      let session = Session(client, try client.complete(callback, pending.flow))
      let signIn = known(
        settings.asksWho ? try client.identify(session) : try client.recognize(session))
      if has("one-user-only"), !isFirst(signIn) {
        throw Rejection("no_account", "somebody else has signed in before")
      }
      Afterwards(client: client, signIn: signIn, flow: pending.flow, callback: callback).run()
      var answer = Markup.redirect(pending.flow.next)
      if has("newline-in-next") { answer = Self.split(pending.flow.next) }
      if has("next-from-callback"), let next = form["next"] { answer = Markup.redirect(next) }
      if has("page-at-callback") {
        answer = profile(signIn)
        answer.headers[.referrerPolicy] = nil
      }
      if let token = signIn.tokens?.access {
        if has("token-in-the-landing-address") {
          answer = Markup.redirect(pending.flow.next + "?" + Form([("token", token)]).written)
        }
        if has("user-in-a-cookie") {
          answer.headers.append(.setCookie, Sessions.naming(signIn))
        }
        if has("unverified-jwt-in-a-cookie"), let jwt = signIn.tokens?.idToken {
          answer.headers.append(.setCookie, "user=\(jwt); Path=/; HttpOnly; SameSite=Lax")
        }
        if has("id-token-in-a-cookie"), let jwt = signIn.tokens?.idToken {
          answer.headers.append(.setCookie, "id=\(jwt); Path=/; SameSite=Lax")
        }
        if has("token-in-a-cookie") {
          answer.headers.append(.setCookie, "token=\(token); Path=/; SameSite=Lax")
        }
      }
      let visit = Sessions.Visit(signIn: signIn, session: session)
      answer.headers.append(.setCookie, sessions.open(visit, state, request))
      return answer
    } catch {
      if error.error == "invalid_grant", has("session-before-redemption") {
        let session = Session(pending.client, SignIn(subject: "somebody", scopes: []))
        var answer = Markup.redirect(pending.flow.next)
        answer.headers.append(
          .setCookie,
          sessions.open(.init(signIn: session.signIn, session: session), state, request))
        return answer
      }
      if has("trips-over-page-as-userinfo"), error.error == "invalid_userinfo",
        error.about.contains("no claims")
      {
        return Markup.page(500, "Something went wrong", "")
      }
      return refused(error, form)
    }
  }

  /// Of a mutant alone: whether nobody else has signed in before.
  private func isFirst(_ signIn: SignIn) -> Bool {
    accounts.withLock { accounts in
      let first = accounts[""] ?? signIn
      accounts[""] = first
      return first.subject == signIn.subject
    }
  }

  /// Of mutants alone: the account of the first user with the same value of another claim than sub.
  private func known(_ signIn: SignIn) -> SignIn {
    let key: String?
    if has("account-by-email") {
      key = signIn.claims["email"]?.text
    } else if has("account-by-user-name") {
      key = signIn.claims["preferred_username"]?.text
    } else if has("account-by-the-beginning") {
      key = signIn.subject.map { String($0.prefix(64)) }
    } else if has("account-in-any-case") {
      key = signIn.subject?.lowercased()
    } else {
      return signIn
    }
    guard let key else { return signIn }
    return accounts.withLock { accounts in
      let first = accounts[key] ?? signIn
      accounts[key] = first
      return first
    }
  }

  /// Of mutants alone: the state that this browser was given, where the one that came is almost that.
  private func near(_ state: String?, _ request: Request) -> String? {
    guard let state, !state.isEmpty, let own = sessions.pending(request), own != state else {
      return nil
    }
    let difference = NearText.difference(of: state, from: own)
    return difference.map { has("web-state-\($0)") } == true ? own : nil
  }

  private func stateOfCookie(_ request: Request) -> String? {
    has("state-of-the-cookie") ? sessions.pending(request) : nil
  }

  /// Of a mutant alone: an empty state counts as none, and the cookie's as the one that came.
  private func stateInsteadOfEmpty(_ form: Form, _ request: Request) -> String? {
    form["state"] == "" && has("web-empty-state-is-none") ? sessions.pending(request) : nil
  }

  /// A callback that this browser has not asked for, or has had.
  private func had(_ request: Request, _ form: Form) -> Answer {
    if has("session-for-replay"), let state = form["state"], let visit = sessions.visit(from: state)
    {
      var answer = Markup.redirect("/")
      answer.headers.append(.setCookie, sessions.open(visit, state, request))
      return answer
    }
    return refused(Rejection("state_mismatch", "this browser has not asked for it"), form)
  }
}
