import Basics
import ProviderModel

/// Tickets tie a page's form to the request that led to it, and to the browser that was shown it.
enum Tickets {
  private static func meetBrowser(_ context: RequestContext) {
    guard context.cookies.browser == nil else { return }
    let value = context.draw(context.provider.browserCookie.value)
    if let cookie = Sessions.cookie(context.provider.browserCookie, value, context) {
      context.cookies.append(cookie)
    }
    context.cookies.browser = Cookies.unquoted(value)
  }

  static func make(
    _ context: RequestContext, _ request: AuthorizationRequest?, refusal: Refusal? = nil,
    next: String? = nil, inLink: Bool = false, for step: EndpointKind? = nil
  ) {
    if !inLink { meetBrowser(context) }
    let id = context.draw(context.provider.ticket)
    let ends = context.now + State.ticketLifetime
    let ticket = Ticket(
      provider: context.provider.id, browser: context.cookies.browser ?? "", request: request,
      refusal: refusal,
      next: next, step: step, ends: ends)
    context.state.tickets.insert(ticket, for: id, ends: ends, bytes: ticket.bytes)
    context.facts.ticket = id
  }

  /// The ticket that came back, if it was made here, for this browser, and not too long ago.
  static func sent(_ context: RequestContext) -> (id: String, ticket: Ticket)? {
    guard let name = context.endpoint.ticket,
      var id = context.reading.form.first(name) ?? context.reading.query.first(name)
    else { return nil }
    if let mark = context.endpoint.ticketAfter, let last = id.ranges(of: mark).last {
      id = String(id[last.upperBound...])
    }
    guard let ticket = context.state.tickets[id], ticket.provider == context.provider.id,
      ticket.ends > context.now
    else { return nil }
    // A ticket that travels in a link between two hosts meets its browser at the first page. It
    // can't grant anything before that.
    let mayBind =
      context.isGet && [.login, .hop, .choose].contains(context.endpoint.kind)
    guard
      ticket.browser == context.cookies.browser
        || (ticket.browser.isEmpty && mayBind)
    else {
      return nil
    }
    return (id, ticket)
  }

  /// The ticket that came back, where nothing but consent was left to ask for: a login page's ticket grants nothing.
  static func sentForGrant(
    _ context: RequestContext
  ) -> (id: String, request: AuthorizationRequest)? {
    guard let (id, ticket) = sent(context), let request = ticket.request,
      ticket.step == nil || ticket.step == .consent
    else { return nil }
    return (id, request)
  }

  /// Ties a ticket to the browser that is about to see its form.
  static func bind(_ id: String, _ context: RequestContext) {
    guard context.state.tickets[id]?.browser.isEmpty == true else { return }
    meetBrowser(context)
    context.state.tickets.change(id) { $0.browser = context.cookies.browser ?? "" }
  }

  static func refused(at endpoint: Endpoint) -> Outcome {
    let field = endpoint.ticket ?? "ticket"
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
