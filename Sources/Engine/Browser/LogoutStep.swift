import Basics
import JOSE
import ProviderModel

/// Ends the session, once it is sure that its person wants that; goes back only where the provider would.
enum LogoutStep {
  static func decide(_ context: RequestContext) throws(Refusal) -> Outcome {
    var sent = Parameters(context.reading.query.list + context.reading.form.list)
    try checkRepeats(sent, context)
    if context.request.method == .post, let (id, ticket) = Tickets.sent(context),
      let asked = ticket.next
    {
      context.state.tickets.remove(id)
      sent = Parameters(formEncoded: asked[...])
    } else if let page = context.endpoint.asks, mustAsk(sent, context) {
      let asked = sent.list.map { (name: $0.name, value: $0.value) }
      Tickets.make(context, nil, next: QueryStyle.rfc3986.encode(asked))
      return context.page(page)
    }
    return end(sent, context)
  }

  private static let clientField = "client_id"

  /// Refuses a request with two values of a parameter that counts, before it ends anything (RFC 6749 §3.1).
  private static func checkRepeats(
    _ sent: Parameters, _ context: RequestContext
  ) throws(Refusal) {
    guard context.provider.repeats == .refuse else { return }
    let names =
      [IDTokenHint.parameter, clientField, "state"] + [context.endpoint.next].compactMap(\.self)
    for name in names where sent.count(name) > 1 {
      throw Refusal(
        .parameterRepeated, at: .authorize, facts: [("param", name)],
        "the parameter \(name) was sent \(sent.count(name)) times", remedy: "send it once")
    }
  }

  /// The client that a logout request names, itself or by its ID token.
  static func client(_ query: Parameters, _ form: Parameters, signedBy keys: Keyring) -> String? {
    let sent = Parameters(query.list + form.list)
    if let id = sent.given(clientField) { return id }
    guard let hint = sent.given(IDTokenHint.parameter),
      let token = try? JWS.parse(hint), keys.verifies(token)
    else { return nil }
    let audience = IDTokenHint.audience(of: token.payload)
    return audience.count == 1 ? audience.first : nil
  }

  /// Whether the user must confirm the logout: any page can send a browser here, so only an ID token of the signed-in person
  /// shows that the request comes from the client (§2). Without a session there is nothing to confirm.
  private static func mustAsk(_ sent: Parameters, _ context: RequestContext) -> Bool {
    guard let session = Sessions.byCookie(context) else { return false }
    guard let hint = sent.given(IDTokenHint.parameter).flatMap({ IDTokenHint($0, context) }) else {
      return true
    }
    // What does not fit together shows nothing (§4).
    if let id = sent.given(clientField),
      !hint.audience.contains(where: { ExactText.same($0, id) })
    {
      return true
    }
    // The token of a session that is over is no sign that the client means this one.
    if let sid = hint.claims["sid"]?.stringValue, sid != session.id,
      !Sessions.isLive(sid, context)
    {
      return true
    }
    return context.person(session.person).map { !hint.isAbout($0, context) } ?? true
  }

  /// - Parameter sent: what the client asks for, by this request or by the one that led to the page that asked.
  private static func end(_ sent: Parameters, _ context: RequestContext) -> Outcome {
    let sessions = [Sessions.signOut(context), hinted(sent, context)].compactMap(\.self)
    var outcome = leave(sent, context)
    outcome.notices = sessions.flatMap(context.notices)
    outcome.frames = sessions.flatMap(context.frames)
    if !outcome.frames.isEmpty, case .url(let uri) = outcome.content,
      let page = context.endpoint.leaving
    {
      outcome.content = .page(page)
      outcome.onward = uri
    }
    return outcome
  }

  /// Ends the session of the ID token if it has no cookie, because its person signed in without a page. An ID token does not
  /// end the session of another browser (§2).
  private static func hinted(_ sent: Parameters, _ context: RequestContext) -> Session? {
    guard let text = sent.given(IDTokenHint.parameter), let hint = IDTokenHint(text, context),
      let sid = hint.claims["sid"]?.stringValue
    else { return nil }
    return Sessions.endStanding(sid, context)
  }

  /// - Returns: where the browser goes.
  private static func leave(_ sent: Parameters, _ context: RequestContext) -> Outcome {
    let page = context.endpoint.page ?? "signed-out"
    let uri = context.endpoint.next.flatMap(sent.given)
    if let flaw = flaw(of: uri, context.endpoint.next ?? "", sent, context) {
      // A provider may have words of its own for this.
      let label = context.provider.pages[page]?.labels.first { $0.name == "elsewhere" }?.name
      var outcome = Outcome(.page(page, message: label ?? flaw.message), .signedOut)
      outcome.why = flaw.why + ", so the browser stays here"
      outcome.remedy = .say(flaw.remedy)
      outcome.clause = "OpenID Connect RP-Initiated Logout \(flaw.clause)"
      return outcome
    }
    guard let uri else { return Outcome(.page(page), .signedOut) }
    context.note = note(sent, context)
    var parameters: [(name: String, value: String)] = []
    if let state = sent.given("state") { parameters.append(("state", state)) }
    if let change = context.fired.change { parameters = change.applied(to: parameters) }
    guard !parameters.isEmpty else { return Outcome(.url(uri), .signedOut) }
    let query = QueryStyle.rfc3986.encode(parameters)
    return Outcome(.url(uri + (uri.contains("?") ? "&" : "?") + query), .signedOut)
  }

  /// Says that a strict provider would not redirect.
  private static func note(
    _ sent: Parameters, _ context: RequestContext
  ) -> RequestContext.Note? {
    guard context.endpoint.leaves != .https, sent.given(clientField) == nil,
      sent.given(IDTokenHint.parameter) == nil
    else { return nil }
    return (
      "neither \(IDTokenHint.parameter) nor \(clientField) names the client: a strict provider does not redirect",
      "OpenID Connect RP-Initiated Logout §3", "send \(IDTokenHint.parameter)"
    )
  }

  private struct Flaw {
    /// For the page.
    var message: String
    var why: String
    var remedy: String
    var clause: String
  }

  /// Why the browser is not sent to where a client wants it, or could not be.
  private static func flaw(
    of uri: String?, _ next: String, _ sent: Parameters, _ context: RequestContext
  ) -> Flaw? {
    if let uri, RedirectURI.isForbidden(uri) {
      return Flaw(
        message: "\(next) is not registered", why: "\(next) \(uri) is always refused",
        remedy: "send an https URI", clause: "§3")
    }
    // Where anything goes, nobody asks who wants it.
    if let uri, context.endpoint.leaves == .https,
      uri.hasPrefix("https://") || uri.hasPrefix("urn:ietf:wg:oauth:2.0:oob")
    {
      return nil
    }
    var named = sent.given(clientField).map { [$0] }
    if uri == nil, let id = named?.first, context.client(id) == nil {
      return Flaw(
        message: "client_id is not the ID of a client", why: "there is no client \"\(id)\"",
        remedy: "send the client_id of the client, or leave it out", clause: "§2")
    }
    if let text = sent.given(IDTokenHint.parameter) {
      guard let hint = IDTokenHint(text, context) else {
        return Flaw(
          message: "id_token_hint is not an ID token of this server",
          why: "id_token_hint is not an ID token that was signed here",
          remedy: "send the ID token as it came, whole and unchanged; it may have expired",
          clause: "§2")
      }
      let audience = hint.audience
      if let id = named?.first, !audience.contains(where: { ExactText.same($0, id) }) {
        return Flaw(
          message: "client_id is not the client of id_token_hint",
          why: "client_id is \(id), and id_token_hint is for \(audience.joined(separator: ", "))",
          remedy: "send the ID token that this client got, or leave client_id out", clause: "§2")
      }
      named = named ?? audience
    }
    if uri != nil, named == nil, context.endpoint.leaves == .client {
      return Flaw(
        message: "the request names no client",
        why: "neither \(IDTokenHint.parameter) nor \(clientField) names the client of \(next)",
        remedy: "send \(IDTokenHint.parameter) or \(clientField)", clause: "§3")
    }
    return uri.flatMap { unregistered($0, next, named, context) }
  }

  /// - Parameter named: the client that asks, where the request tells.
  private static func unregistered(
    _ uri: String, _ next: String, _ named: [String]?, _ context: RequestContext
  ) -> Flaw? {
    let known = context.cast.clients + context.state.registeredClients
    let owners = (known + (named ?? []).compactMap(context.client)).filter {
      $0.provider == context.provider.id
        && RedirectTarget.mayReturn(uri, to: $0, context.provider.redirect)
    }
    let others = owners.filter { owner in
      named.map { !$0.contains { ExactText.same($0, owner.id) } } ?? false
    }
    guard owners.count == others.count else { return nil }
    let client = named?.joined(separator: ", ")
    let source = client.flatMap(context.client)?.source ?? "its cast"
    let here = client.map { " for \($0)" } ?? ""
    return Flaw(
      message: "\(next) is not registered",
      why: "\(next) \(uri) is not registered\(here)"
        + (others.first.map { ", but for \($0.id)" } ?? ""),
      remedy: "add it to post_logout_redirect_uris of \(client ?? "the client") in \(source)",
      clause: "§3")
  }
}

extension Parameters {
  /// The first value of a parameter; nil where it is missing or empty (RFC 6749 §3.1).
  fileprivate func given(_ name: String) -> String? {
    first(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}
