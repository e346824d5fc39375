import Basics

/// Whether pages send back the ticket that ties their forms to a request.
extension ProviderReader {
  func checkTickets() {
    for (name, page) in body.pages.sorted(by: { $0.key < $1.key }) where page.template != nil {
      let shown = facts(of: page)
      if shown.contains(.page(.action)), let endpoint = endpoint(page.submit) {
        checkForm(name, page, endpoint, shown)
      }
      if shown.contains(.page(.deny)) { checkLink(name, "deny", page.deny) }
      if shown.contains(.page(.more)) {
        for (_, link) in page.more { checkLink(name, "more", link) }
      }
    }
  }

  private func link(_ slot: Int?) -> LinkRule? {
    slot.flatMap { body.links.indices.contains($0) ? body.links[$0] : nil }
  }

  /// The endpoint of a link.
  func endpoint(_ slot: Int?) -> Endpoint? {
    link(slot).flatMap {
      body.endpoints.indices.contains($0.endpoint) ? body.endpoints[$0.endpoint] : nil
    }
  }

  private func checkForm(
    _ name: String, _ page: PageRule, _ endpoint: Endpoint, _ shown: [Fact]
  ) {
    guard let ticket = endpoint.ticket, let submit = page.submit, !sends(submit, ticket) else {
      return
    }
    // What a shape makes of a request can't be told.
    guard case .object(let members) = page.hidden else { return }
    let isHidden = members.contains { $0.name == ticket && isTicket($0.shape, of: endpoint) }
    if isHidden && shown.contains(.page(.hidden)) { return }
    if form(of: page).hidden.contains(ticket) { return }
    let cure: String
    if isHidden {
      let part = vocabulary.templates.contains("hidden") ? "{{> hidden}}" : "{{#each page.hidden}}"
      cure = "its template writes no hidden fields; put \(part) into the form"
    } else if members.contains(where: { $0.name == ticket }) {
      cure =
        "write \"\(ticket)\": \"{{txn.id}}\" in hidden, without a filter and without other text"
    } else if let near = Suggestion.nearest(to: ticket, among: members.map(\.name)) {
      cure = "is \"\(near)\" in hidden meant to be it?"
    } else {
      cure = "add \"\(ticket)\": \"{{txn.id}}\" to hidden"
    }
    say(name, endpoint, "the form goes to \"\(endpoint.name)\" without its ticket \(ticket)", cure)
  }

  /// A link asks with GET: an authorization request begins there, and a login may begin with an address.
  private func checkLink(_ name: String, _ member: String, _ slot: Int?) {
    guard let slot, let link = link(slot), let endpoint = endpoint(slot) else { return }
    if endpoint.kind.isService, ![.document, .resource].contains(endpoint.kind) {
      return say(
        name, endpoint,
        "the link \"\(link.name)\" (\(member)) leads a browser to \"\(endpoint.name)\", which programs call",
        "name another link")
    }
    guard let ticket = endpoint.ticket, endpoint.kind != .authorize, endpoint.next == nil,
      !sends(slot, ticket)
    else { return }
    let names: [String] =
      if case .object(let members) = link.query { members.map(\.name) } else { [] }
    let cure =
      Suggestion.nearest(to: ticket, among: names).map { "is \"\($0)\" meant to be it?" }
      ?? "add \"\(ticket)\": \"{{txn.id}}\" to its query"
    say(
      name, endpoint,
      "the link \"\(link.name)\" (\(member)) leads to \"\(endpoint.name)\" without its ticket \(ticket)",
      cure)
  }

  /// Whether an address holds a parameter.
  func sends(_ slot: Int, _ ticket: String) -> Bool {
    guard let link = link(slot), let endpoint = endpoint(slot) else { return true }
    switch link.query {
    case .object(let members):
      if members.contains(where: { $0.name == ticket && isTicket($0.shape, of: endpoint) }) {
        return true
      }
    default: return true
    }
    if let raw = link.raw?.source, raw.hasPrefix("\(ticket)=") || raw.contains("&\(ticket)=") {
      return true
    }
    return endpoint.routes.contains { $0.query.contains { $0.name == ticket } }
  }

  /// Whether a link has a parameter, whatever its value.
  func repeats(_ slot: Int, _ name: String) -> Bool {
    guard let link = link(slot), let endpoint = endpoint(slot) else { return true }
    guard case .object(let members) = link.query, link.raw == nil else { return true }
    return members.contains { $0.name == name }
      || endpoint.routes.contains { $0.query.contains { $0.name == name } }
  }

  /// Whether a value may hold the ticket that its endpoint reads. A value that depends on the request counts as one that may.
  private func isTicket(_ value: Shape, of endpoint: Endpoint) -> Bool {
    switch value {
    case .constant: return false
    case .single(let expression): return expression.writes(.ticket)
    case .when: return value.branches.contains { isTicket($0, of: endpoint) }
    case .text(let template):
      guard template.facts.contains(.ticket) else { return false }
      guard let mark = endpoint.ticketAfter else {
        return template.texts.allSatisfy(\.isEmpty)
          && template.written.contains { $0.writes(.ticket) }
      }
      return template.texts.contains { $0.hasSuffix(mark) }
    default: return true
    }
  }

  /// The place is the page, or the endpoint that asks where the page is inherited.
  private func say(_ page: String, _ endpoint: Endpoint, _ what: String, _ cure: String) {
    let own = tree["pages"]?[page]
    let (value, pointer) =
      isOwn(own)
      ? (own, JSONPointer.appending(page, to: "/pages"))
      : (
        tree["endpoints"]?[endpoint.name]?["ticket"],
        JSONPointer.appending(endpoint.name, to: "/endpoints") + "/ticket"
      )
    findings.error(value, pointer, "on the page \"\(page)\" \(what); \(cure)")
  }
}
