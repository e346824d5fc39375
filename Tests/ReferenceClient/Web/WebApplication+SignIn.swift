import HTTPMessages
import HTTPTypes

extension WebApplication {
  /// Begins a sign-in. `next` is where the user wants to go; `iss` comes with third-party initiation (OIDC Core §4).
  func login(_ request: Request, _ query: Form) throws(Rejection) -> Answer {
    if let issuer = query["iss"], issuer != settings.issuer {
      throw Rejection("unknown_issuer", "nobody signs in there")
    }
    let client = try client()
    var flow = client.flow(settings.redirectURI)
    if let next = query["next"], Self.isOwn(next) { flow.next = next }
    let cookie = sessions.begin(.init(flow: flow, client: client), request)
    var answer = Markup.redirect(client.authorizeURL(flow))
    answer.headers.append(.setCookie, cookie)
    return answer
  }

  /// A path of this site: browsers read `//` and `/\` as the begin of a host.
  static func isOwn(_ path: String) -> Bool {
    path.hasPrefix("/") && !path.hasPrefix("//") && !path.hasPrefix("/\\")
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
    guard settings.comesByPost else {
      return Markup.page(405, "Not by this method", "")
    }
    let ticket = tickets.keep(Form(reading: String(decoding: request.body, as: UTF8.self)))
    return Markup.redirect(RequestTarget(request.target).path + "/posted?ticket=\(ticket)")
  }

  func taken(_ request: Request, _ query: Form) throws(Rejection) -> Answer {
    guard let form = query["ticket"].flatMap({ tickets.take($0) }) else {
      throw Rejection("invalid_callback", "this was done already")
    }
    return try finish(request, form)
  }

  private func finish(_ request: Request, _ form: Form) throws(Rejection) -> Answer {
    guard form.count("state") == 1, let state = form["state"],
      let pending = sessions.take(state, request)
    else { throw Rejection("state_mismatch", "this browser has not asked for it") }
    do throws(Rejection) {
      let callback = try pending.client.check(form, pending.flow)
      let signIn = try pending.client.complete(callback, pending.flow)
      var answer = Markup.redirect(pending.flow.next)
      answer.headers.append(.setCookie, sessions.open(signIn, pending.client, request))
      return answer
    } catch {
      return refused(error, form["error_description"])
    }
  }

  /// Who is signed in; where the access token is over, after a refresh (OIDC Core §12.2).
  func renewed(_ request: Request) -> SignIn? {
    guard let (old, client, isOver) = sessions.standing(request) else { return nil }
    guard isOver, let token = old.tokens.refresh else { return old }
    do throws(Rejection) {
      let signIn = try client.renew(old, token)
      sessions.renew(signIn, request)
      return signIn
    } catch {
      sessions.end(request)
      return nil
    }
  }
}
