import HTTPMessages
import ProviderModel

/// Tickets tie a page's form to the request that led to it, and to the browser that was shown it.
enum Tickets {
  private static func meetBrowser(_ turn: Turn) {
    guard turn.browser == nil else { return }
    let value = turn.draw(turn.provider.browserCookie.value)
    if let cookie = Sessions.cookie(turn.provider.browserCookie, value, turn) {
      turn.setCookies.append(cookie)
    }
    turn.browser = value
  }

  static func make(
    _ turn: Turn, _ request: AuthorizationRequest?, refusal: Refusal? = nil,
    next: String? = nil, inLink: Bool = false, for step: EndpointKind? = nil
  ) {
    if !inLink { meetBrowser(turn) }
    let id = turn.draw(turn.provider.ticket)
    let ends = turn.now + State.ticketLifetime
    let ticket = Ticket(
      provider: turn.provider.id, browser: turn.browser ?? "", request: request, refusal: refusal,
      next: next, step: step, ends: ends)
    turn.state.tickets.insert(ticket, for: id, ends: ends, bytes: ticket.bytes)
    turn.facts.ticket = id
  }

  /// The ticket that came back, if it was made here, for this browser, and not too long ago.
  static func sent(_ turn: Turn) -> (id: String, ticket: Ticket)? {
    guard let name = turn.endpoint.ticket,
      var id = turn.reading.form.first(name) ?? turn.reading.query.first(name)
    else { return nil }
    if let mark = turn.endpoint.ticketAfter, let last = id.ranges(of: mark).last {
      id = String(id[last.upperBound...])
    }
    guard let ticket = turn.state.tickets[id], ticket.provider == turn.provider.id,
      ticket.ends > turn.now
    else { return nil }
    // A ticket that travels in a link between two hosts meets its browser at the first page. It
    // can't grant anything before that.
    let mayBind =
      turn.isGet && [.login, .hop, .choose].contains(turn.endpoint.kind)
    guard ticket.browser == turn.browser || (ticket.browser.isEmpty && mayBind) else { return nil }
    return (id, ticket)
  }

  /// The ticket that came back, where nothing but consent was left to ask for: a login page's ticket grants nothing.
  static func sentForGrant(
    _ turn: Turn
  ) -> (id: String, request: AuthorizationRequest)? {
    guard let (id, ticket) = sent(turn), let request = ticket.request,
      ticket.step == nil || ticket.step == .consent
    else { return nil }
    return (id, request)
  }

  /// Ties a ticket to the browser that is about to see its form.
  static func bind(_ id: String, _ turn: Turn) {
    guard turn.state.tickets[id]?.browser.isEmpty == true else { return }
    meetBrowser(turn)
    turn.state.tickets.change(id) { $0.browser = turn.browser ?? "" }
  }

  static func refused(_ turn: Turn) -> Outcome {
    let field = turn.endpoint.ticket ?? "ticket"
    var outcome = Outcome(
      .plain(
        403,
        "This form was not made for this browser, or it was already used, or it is too old.\n"
          + "Its \(field) must come back together with the cookie that came with the page.\n"
          + "Go back to where you started signing in and try again.\n"), .staleForm)
    outcome.why =
      "the form's \(field) is missing, spent, too old, or another browser's; of sign-ins that wait, a sandbox keeps "
      + "the last \(State.mostTickets), and \(State.mostTicketBytes >> 20) MiB of them"
    outcome.remedy = "send back every hidden field and the cookies that came with the page"
    outcome.clause = "RFC 6749 §10.12"
    return outcome
  }
}
