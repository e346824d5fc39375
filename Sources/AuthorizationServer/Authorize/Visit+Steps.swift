import HTTPMessages
import JOSE
import JSON
import ProviderModel

extension Visit {
  /// The login page and what it sends back.
  mutating func login(
    _ generator: inout some RandomNumberGenerator
  ) throws(Refusal) -> Decision {
    let pageName =
      endpoint.page ?? provider.flow.stages.first { $0.kind == .login }?.page ?? "login"
    guard request.method == .post else {
      if let name = endpoint.next, let next = query.first(name) {
        _ = makeTicket(nil, next: next, &generator)
        return page(pageName)
      }
      guard let (id, ticket) = ticket() else { return ticketRefused() }
      bind(id, &generator)
      context.roots["txn"] = ["id": JSONValue(.string(id))]
      guard let request = ticket.request else { return page(pageName) }
      show(request)
      let stage = provider.flow.stages.first { $0.kind == .login }
      let forced = stage.map { context.holds($0.force) } ?? false
      if session != nil, !forced {
        sandbox.state.tickets[id] = nil
        return try proceed(request, &generator)
      }
      return page(pageName)
    }
    guard let (id, ticket) = ticket() else { return ticketRefused() }
    context.roots["txn"] = ["id": JSONValue(.string(id))]
    if let request = ticket.request { show(request) }
    guard let person = personSent(pageName) else { return wrongPassword(pageName) }
    if person.outcome == .locked { return lockedOut(person.username, pageName) }
    signIn(person, &generator)
    if let refusal = ticket.refusal { throw refusal }
    if ticket.request == nil {
      let home = place.base.url(provider, host: place.match.route.host, place.variables)
      let target = ticket.next.flatMap { ownAuthorizeTarget($0) } ?? home + "/"
      return make(.url(target), "signed in: \(person.username)")
    }
    guard var request = ticket.request else { return ticketRefused() }
    request.freshLogin = true
    sandbox.state.tickets[id]?.request = request
    if let then = endpoint.then {
      return make(.link(then), "signed in: \(person.username)")
    }
    sandbox.state.tickets[id] = nil
    return try proceed(request, &generator)
  }

  static let personField = "understudy_person"

  /// Whether the cast has whom the form names, whatever the password: the pages of some tell that.
  private func isKnown(_ pageName: String) -> Bool {
    let fields = provider.pages[pageName]?.fields ?? []
    let typed = form.last(fields.first { $0.name == "username" }?.text ?? "username") ?? ""
    return person(named: typed) != nil
  }

  func person(named typed: String) -> Cast.Person? {
    sandbox.cast.person(typed)
      ?? sandbox.cast.people.first {
        ExactText.same($0.claims["email"]?.stringValue ?? "", typed) && !typed.isEmpty
      }
  }

  /// Whoever was chosen by a click, or named with the right password.
  private func personSent(_ pageName: String) -> Cast.Person? {
    if let name = form.first(Self.personField) { return sandbox.cast.person(name) }
    let fields = provider.pages[pageName]?.fields ?? []
    func field(_ name: String) -> String {
      form.last(fields.first { $0.name == name }?.text ?? name) ?? ""
    }
    guard let person = person(named: field("username")),
      ExactText.same(person.password, field("password"))
    else { return nil }
    return person
  }

  private mutating func wrongPassword(_ pageName: String) -> Decision {
    var decision =
      endpoint.onFailure.map { make(.link($0), "wrong password") }
      ?? page(pageName, message: isKnown(pageName) ? "wrong" : "unknown")
    decision.log.outcome = "wrong password"
    decision.log.why = "no person of the cast has this name and password"
    decision.log.remedy =
      "the cast's people: " + sandbox.cast.people.map(\.username).joined(separator: ", ")
    return decision
  }

  /// `next` is followed only to an authorization endpoint of this provider: no open redirect.
  private func ownAuthorizeTarget(_ next: String) -> String? {
    let host = place.match.route.host
    let prefix = place.base.path(provider, host: host, place.variables)
    guard next.hasPrefix(prefix + "/"), !next.hasPrefix("//"),
      !next.unicodeScalars.contains(where: { $0.value < 0x21 || $0.value > 0x7E })
    else { return nil }
    let target = RequestTarget(String(next.dropFirst(prefix.count)))
    let segments = target.path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    let query = Parameters(formEncoded: (target.query ?? "")[...])
    let match = RouteTable.match(
      provider, host: host, path: segments.map(String.init), query: { query.first($0) })
    guard match?.endpoint.kind == .authorize else { return nil }
    return place.base.url(provider, host: host, place.variables)
      + next.dropFirst(prefix.count)
  }

  /// The consent page and its buttons.
  mutating func consent(
    _ generator: inout some RandomNumberGenerator
  ) throws(Refusal) -> Decision {
    guard let (id, ticket) = ticket(), var request = ticket.request else { return ticketRefused() }
    show(request)
    context.roots["txn"] = ["id": JSONValue(.string(id))]
    guard let session else { return ticketRefused() }
    person(session)
    guard self.request.method == .post else {
      return page(provider.flow.stages.first { $0.kind == .consent }?.page ?? "consent")
    }
    sandbox.state.tickets[id] = nil
    if let denied = endpoint.denied, context.holds(denied) {
      return refuse(denial("user_denied", request))
    }
    let left = form.values(Self.withoutField)
    if !left.isEmpty {
      request.scopes.removeAll { left.contains($0) }
      request.parameters["scope"] = JSONValue(
        .array(request.scopes.map { JSONValue(.string($0)) }))
      show(request)
    }
    remember(request)
    return try issue(request, &generator)
  }

  /// Scopes that the person leaves out; a form without this field leaves none out.
  static let withoutField = "understudy_without"

  func denial(_ condition: String, _ request: AuthorizationRequest) -> Refusal {
    Refusal(
      condition: condition, sentence: "the person refused", clause: "RFC 6749 §4.1.2.1",
      target: request.target, mode: request.mode, client: request.client)
  }

  /// A grant by a link of the provider's own: its ticket is bound to the browser and spent once.
  mutating func grant(
    _ generator: inout some RandomNumberGenerator
  ) throws(Refusal) -> Decision {
    guard let (id, ticket) = ticket(), var request = ticket.request else { return ticketRefused() }
    sandbox.state.tickets[id] = nil
    show(request)
    // Where no page asks for consent, the sign-in itself ends in what the person says.
    _ = try answered(&request)
    if session != nil { remember(request) }
    return try issue(request, &generator)
  }

  mutating func deny() throws(Refusal) -> Decision {
    guard let (id, ticket) = ticket(), let request = ticket.request else { return ticketRefused() }
    sandbox.state.tickets[id] = nil
    show(request)
    if let session { person(session) }
    let chosen = endpoint.selector.flatMap { query.first($0) }
    let condition =
      endpoint.conditions.first { $0.value == chosen }?.condition ?? endpoint.condition
      ?? "user_denied"
    return refuse(denial(condition, request))
  }

  /// A choice among the records of a table, before anything else is asked.
  mutating func choose(
    _ generator: inout some RandomNumberGenerator
  ) throws(Refusal) -> Decision {
    guard let (id, ticket) = ticket(), var request = ticket.request else { return ticketRefused() }
    show(request)
    context.roots["txn"] = ["id": JSONValue(.string(id))]
    let table = endpoint.table ?? ""
    let records = sandbox.cast.tables[provider.id]?[table] ?? []
    let key = provider.tables[table]?.key ?? "id"
    let choices = JSONValue(.array(records))
    context.roots["found"] = ["choices": choices]
    guard self.request.method == .post else {
      bind(id, &generator)
      return page(endpoint.page ?? "choose")
    }
    let chosen = form.first("choice") ?? ""
    guard let record = records.first(where: { $0[key]?.stringValue == chosen }) else {
      return page(endpoint.page ?? "choose", message: "choose one of the list")
    }
    for (parameter, field) in endpoint.sets { request.parameters[parameter] = record[field] }
    sandbox.state.tickets[id] = nil
    return try proceed(request, &generator)
  }

  /// A step that only passes the browser on.
  mutating func hop(
    _ generator: inout some RandomNumberGenerator
  ) throws(Refusal) -> Decision {
    guard let (id, ticket) = ticket() else { return ticketRefused() }
    context.roots["txn"] = ["id": JSONValue(.string(id))]
    if let request = ticket.request { show(request) }
    if let then = endpoint.then { return make(.link(then), "goes on: \(then)") }
    if let refusal = ticket.refusal { throw refusal }
    guard let request = ticket.request else { return ticketRefused() }
    sandbox.state.tickets[id] = nil
    return try proceed(request, &generator)
  }

  /// For whom an `id_token_hint` of ours was made, be it expired or not.
  private func clientOfHint() -> String? {
    guard let hint = query.first("id_token_hint") ?? form.first("id_token_hint"),
      let token = try? JWS.parse(hint), sandbox.options.keys.verifies(token)
    else { return nil }
    return token.payload["aud"]?.stringValue
  }

  /// Ends the session; goes back only where the provider would.
  mutating func logout() -> Decision {
    signOut()
    guard let next = endpoint.next, let sent = query.first(next) ?? form.first(next), !sent.isEmpty
    else { return make(.page(endpoint.page ?? "signed-out", message: nil), "signed out") }
    let named = [query.first("client_id") ?? form.first("client_id"), clientOfHint()]
      .compactMap { $0 }
    let registered = sandbox.cast.clients.contains { client in
      client.provider == provider.id && named.allSatisfy { ExactText.same($0, client.id) }
        && Registration.mayReturn(sent, to: client, provider.redirect)
    }
    let open =
      endpoint.leaves == .https
      && (sent.hasPrefix("https://") || sent.hasPrefix("urn:ietf:wg:oauth:2.0:oob"))
    guard registered || open, !RedirectURI.isForbidden(sent) else {
      // A provider may have words of its own for this.
      let name = endpoint.page ?? "signed-out"
      let label = provider.pages[name]?.labels.first { $0.name == "elsewhere" }?.name
      var decision = make(
        .page(name, message: label ?? "\(next) is not registered"), "signed out")
      decision.log.why = "\(next) \(sent) is not registered, so the browser stays here"
      decision.log.clause = "OpenID Connect RP-Initiated Logout §3"
      return decision
    }
    var url = sent
    if let state = query.first("state") ?? form.first("state"), !state.isEmpty {
      url += (url.contains("?") ? "&" : "?") + "state=" + QueryStyle.rfc3986.encode(state)
    }
    return make(.url(url), "signed out")
  }
}
