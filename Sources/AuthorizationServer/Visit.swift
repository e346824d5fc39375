import HTTPMessages
import HTTPTypes
import JSON
import ProviderModel

/// One request at one endpoint: what its steps share.
struct Visit {
  var sandbox: Sandbox
  let provider: Provider
  let endpoint: Endpoint
  let place: Resolver.Place
  let request: Request
  let query: Parameters
  let form: Parameters
  let rawQuery: String
  let instants: Instants
  var context: Context
  var cookies: [SetCookie] = []
  /// Tokens that are to be signed when the answer is written.
  var unsigned: [UnsignedToken] = []
  var browser: String?
  private var cookieValues: [String: String] = [:]

  init(
    sandbox: Sandbox, place: Resolver.Place, request: Request, target: RequestTarget,
    at instants: Instants
  ) {
    self.sandbox = sandbox
    self.place = place
    self.request = request
    self.instants = instants
    provider = place.provider
    endpoint = place.match.endpoint
    rawQuery = target.query ?? ""
    query = Parameters(formEncoded: rawQuery[...])
    let isForm = request.method == .post && !endpoint.kind.isService
    form = isForm ? Parameters(formEncoded: request.body) : Parameters()
    var parts = provider.templates
    parts["page"] = nil
    context = Context(
      bits: Dictionary(provider.scope.bits.map { ($0.name, $0.bit) }) { first, _ in first },
      parts: parts)
    for header in request.headers[values: .cookie] {
      for (name, value) in Cookies.read(header) where cookieValues[name] == nil {
        cookieValues[name] = value
      }
    }
  }

  /// The sandbox's time.
  var now: Int { instants.sandbox }

  mutating func decide(using generator: inout some RandomNumberGenerator) -> Decision {
    context.random = SeededGenerator(seed: generator.next())
    fillContext()
    if let name = cookieName(provider.browserCookie) { browser = cookieValues[name] }
    var decision: Decision
    do {
      try lookUp()
      decision = try step(&generator)
    } catch {
      decision = refuse(error)
    }
    decision.provider = provider
    decision.base = place.base
    decision.variables = place.variables
    decision.route = place.match.route
    decision.cookies += cookies
    decision.unsigned = unsigned
    decision.accept = request.headers[values: .accept].joined(separator: ",")
    decision.origin = request.headers[.origin]
    decision.endpoint = endpoint
    decision.now = now
    decision.log.provider = provider.id
    decision.log.endpoint = endpoint.name
    return decision
  }

  private mutating func step(
    _ generator: inout some RandomNumberGenerator
  ) throws(Refusal) -> Decision {
    switch endpoint.kind {
    case .authorize: try authorize(&generator)
    case .login: try login(&generator)
    case .consent: try consent(&generator)
    case .grant: try grant(&generator)
    case .deny: try deny()
    case .choose: try choose(&generator)
    case .hop: try hop(&generator)
    case .logout: logout()
    case .token: try token(&generator)
    case .resource: try resource()
    case .introspect: try introspect()
    case .revoke: try revoke()
    case .document: make(.answered(endpoint.service.answer ?? ""), "answered")
    case .page: make(.page(endpoint.page ?? "", message: nil), "page")
    }
  }

  private mutating func fillContext() {
    func object(_ parameters: Parameters) -> JSONValue {
      var object = JSONObject()
      for parameter in parameters.list {
        object[parameter.name] = JSONValue(.string(parameter.value))
      }
      return JSONValue(.object(object))
    }
    func object(_ pairs: [(String, String)]) -> JSONValue {
      JSONValue(.object(JSONObject(pairs.map { .init($0.0, JSONValue(.string($0.1))) })))
    }
    context.roots["query"] = object(query)
    context.roots["form"] = object(form)
    context.roots["vars"] = object(place.variables.sorted { $0.key < $1.key })
    context.roots["hosts"] = object(
      provider.hosts.map { ($0.name, HostPattern.fill($0.pattern, provider, place.variables)) })
    context.roots["provider"] = object([("id", provider.id), ("title", provider.title)])
    context.roots["now"] = JSONValue(.number(String(now)))
    context.roots["req"] = object(requestFacts)
    context.roots["base"] = object([
      ("path", place.base.path(provider, host: 0, place.variables)),
      ("first", place.base.url(provider, host: 0, place.variables)),
      ("root", place.base.root),
      ("here", place.base.url(provider, host: place.match.route.host, place.variables)),
    ])
  }

  var requestFacts: [(String, String)] {
    let facts = [
      ("path", place.path), ("raw_query", rawQuery), ("method", request.method.rawValue),
    ]
    guard endpoint.kind.isService, let header = request.headers[.authorization] else {
      return facts
    }
    return facts + [("authorization", header)]
  }

  /// Variables of the address that the cast has to know.
  private mutating func lookUp() throws(Refusal) {
    var found = JSONObject()
    for (name, rule) in provider.variables {
      let value = place.variables[name] ?? ""
      // An endpoint that has no place for a variable does not miss it.
      guard rule.table != nil || rule.among != nil,
        endpoint.routes.contains(where: { $0.variables.contains(name) })
      else { continue }
      if let table = rule.table, let shape = provider.tables[table] {
        let record = sandbox.cast.tables[provider.id]?[table]?.first { record in
          ([shape.key] + shape.also).contains { key in
            let text = record[key]?.stringValue ?? ""
            return shape.folds ? text.lowercased() == value.lowercased() : text == value
          }
        }
        found[name] = record
      } else if let among = rule.among {
        context.roots["found"] = JSONValue(.object(found))
        let list = context.value(.text(among))?.arrayValue ?? []
        found[name] = list.first {
          ($0.stringValue ?? "").lowercased() == value.lowercased()
        }
      }
      context.roots["found"] = JSONValue(.object(found))
      guard found[name] == nil, !rule.condition.isEmpty else { continue }
      throw Refusal(
        condition: rule.condition, facts: ["value": value, "param": name],
        sentence: "\(provider.id) knows no \(name) \"\(value)\"", clause: "the cast's tables",
        remedy: "add it to \"tables\".\"\(provider.id)\" of a cast")
    }
  }

  // MARK: Decisions

  func make(_ outcome: Decision.Outcome, _ said: String) -> Decision {
    var decision = Decision(provider: provider, outcome: outcome, context: context)
    decision.log.outcome = said
    return decision
  }

  mutating func refuse(_ refusal: Refusal) -> Decision {
    let values = refusal.facts.sorted { $0.key < $1.key }.map {
      JSONObject.Member($0.key, JSONValue(.string($0.value)))
    }
    context.roots["err"] = JSONValue(.object(JSONObject(values)))
    if let id = refusal.client, let client = sandbox.cast.client(id, at: provider.id) {
      context.roots["client"] = Authorization.value(client)
    }
    var decision = make(.refused(refusal), "refused: \(refusal.condition)")
    decision.log.why = refusal.sentence
    decision.log.remedy = refusal.remedy
    decision.log.clause = refusal.clause
    return decision
  }

  // MARK: Cookies and sessions

  func cookieName(_ rule: Provider.CookieRule) -> String? {
    var context = context
    return rule.name.flatMap { context.text($0) }
  }

  private func cookie(_ rule: Provider.CookieRule, _ value: String?) -> SetCookie? {
    guard let name = cookieName(rule) else { return nil }
    return SetCookie(
      name: name, value: value, path: place.base.cookiePath,
      domain: rule.site ? place.base.site : nil)
  }

  private func sessionKey(_ value: String) -> String? {
    cookieName(provider.sessionCookie).map { "\(provider.id) \($0)=\(value)" }
  }

  var session: Session? {
    guard let name = cookieName(provider.sessionCookie), let value = cookieValues[name],
      let key = sessionKey(value), let session = sandbox.state.sessions[key], session.ends > now
    else { return nil }
    return session
  }

  mutating func signIn(_ person: Cast.Person, _ generator: inout some RandomNumberGenerator) {
    let value = Self.draw(provider.sessionCookie.value, &generator)
    guard let key = sessionKey(value), let cookie = cookie(provider.sessionCookie, value) else {
      return
    }
    let ends = now + State.sessionLifetime
    sandbox.state.sessions[key] = Session(person: person.username, since: now, ends: ends)
    sandbox.state.expire(.session, key, at: ends)
    cookies.append(cookie)
    cookieValues[cookie.name] = value
  }

  mutating func signOut() {
    guard let name = cookieName(provider.sessionCookie) else { return }
    if let value = cookieValues[name], let key = sessionKey(value) {
      sandbox.state.sessions[key] = nil
    }
    if let cookie = cookie(provider.sessionCookie, nil) { cookies.append(cookie) }
  }

  static func draw(_ pattern: Pattern?, _ generator: inout some RandomNumberGenerator) -> String {
    if let pattern { return pattern.draw(using: &generator) }
    let digits = Array("0123456789abcdef")
    return String((0..<32).map { _ in digits[Int(UInt8.random(in: 0..<16, using: &generator))] })
  }

  // MARK: Tickets

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

  mutating func show(_ request: AuthorizationRequest) {
    context.roots["req"] = JSONValue(
      .object(
        JSONObject(
          Array(request.parameters)
            + requestFacts.compactMap { name, value in
              request.parameters[name] == nil ? .init(name, JSONValue(.string(value))) : nil
            })))
    context.roots["mode"] = JSONValue(.string(request.mode))
    let client =
      sandbox.cast.client(request.client, at: provider.id)
      ?? Cast.Client(
        provider: provider.id, id: request.client, name: request.client, redirectURIs: [])
    context.roots["client"] = Authorization.value(client)
  }
}
