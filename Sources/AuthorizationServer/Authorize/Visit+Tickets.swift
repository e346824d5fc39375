import HTTPMessages
import HTTPTypes
import JSON
import ProviderModel

/// Tickets tie a page's form to the request that led to it, and to the browser that was shown it.
extension Visit {
  private mutating func meetBrowser(_ generator: inout some RandomNumberGenerator) {
    guard browser == nil else { return }
    let value = Self.draw(provider.browserCookie.value, &generator)
    if let cookie = cookie(provider.browserCookie, value) { cookies.append(cookie) }
    browser = value
  }

  mutating func makeTicket(
    _ request: AuthorizationRequest?, refusal: Refusal? = nil, next: String? = nil,
    inLink: Bool = false, _ generator: inout some RandomNumberGenerator
  ) -> String {
    if !inLink { meetBrowser(&generator) }
    let id = Self.draw(provider.ticket, &generator)
    let ends = now + State.ticketLifetime
    sandbox.state.tickets[id] = Ticket(
      provider: provider.id, browser: browser ?? "", request: request, refusal: refusal, next: next,
      ends: ends)
    sandbox.state.expire(.ticket, id, at: ends)
    context.roots["txn"] = ["id": JSONValue(.string(id))]
    return id
  }

  /// The ticket that came back, if it was made here, for this browser, and not too long ago.
  func ticket() -> (id: String, ticket: Ticket)? {
    guard let name = endpoint.ticket, var id = form.first(name) ?? query.first(name) else {
      return nil
    }
    if let mark = endpoint.ticketAfter, let last = id.ranges(of: mark).last {
      id = String(id[last.upperBound...])
    }
    guard let ticket = sandbox.state.tickets[id], ticket.provider == provider.id, ticket.ends > now
    else { return nil }
    // A ticket that travels in a link between two hosts meets its browser at the first page. It
    // can't grant anything before that.
    let mayBind = request.method == .get && [.login, .hop, .choose].contains(endpoint.kind)
    guard ticket.browser == browser || (ticket.browser.isEmpty && mayBind) else { return nil }
    return (id, ticket)
  }

  /// Ties a ticket to the browser that is about to see its form.
  mutating func bind(_ id: String, _ generator: inout some RandomNumberGenerator) {
    guard sandbox.state.tickets[id]?.browser.isEmpty == true else { return }
    meetBrowser(&generator)
    sandbox.state.tickets[id]?.browser = browser ?? ""
  }

  mutating func ticketRefused() -> Decision {
    let field = endpoint.ticket ?? "ticket"
    var decision = make(
      .plain(
        403,
        "This form was not made for this browser, or it was already used, or it is too old.\n"
          + "Its \(field) must come back together with the cookie that came with the page.\n"
          + "Go back to where you started signing in and try again.\n"), "refused: stale form")
    decision.log.why = "the form's \(field) is missing, spent, too old, or another browser's"
    decision.log.remedy = "send back every hidden field and the cookies that came with the page"
    decision.log.clause = "RFC 6749 §10.12"
    return decision
  }
}
