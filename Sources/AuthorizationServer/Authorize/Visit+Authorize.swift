import HTTPMessages
import JSON
import ProviderModel

extension Visit {
  /// The authorization endpoint: read, check, then whatever the flow still has to ask.
  mutating func authorize(
    _ generator: inout some RandomNumberGenerator
  ) throws(Refusal) -> Decision {
    // A form of our own comes back to this address at providers that have one address for both.
    if request.method == .post, let name = endpoint.ticket, form.first(name) != nil {
      if let ordered, let rule { throw order(ordered, by: rule, for: ticket()?.ticket.request) }
      return try consent(&generator)
    }
    let sent =
      request.method == .post
      ? Parameters(query.list.filter { form.first($0.name) == nil } + form.list) : query
    // Of what can't be read nothing is trusted, and so nothing redirected to.
    if let piece = (query.unreadable + form.unreadable).first {
      let name = String(piece.prefix { $0 != "=" })
      throw order(
        insteadOf: Refusal(
          condition: "parameter_invalid", facts: ["param": name, "value": ""],
          sentence: "the parameter \(name) is not UTF-8 once percent-decoded",
          clause: "RFC 6749 Appendix B", remedy: "encode it as UTF-8, then percent-encode it"))
    }
    context.roots["browser"] = [
      "user_agent": JSONValue(.string(self.request.headers[.userAgent] ?? ""))
    ]
    var authorization = Authorization(
      provider: provider, cast: sandbox.cast,
      acceptsAnyClient: sandbox.options.acceptsAnyClient, sent: sent, context: context)
    do throws(Refusal) {
      let request = try authorization.check()
      context = authorization.context
      show(request)
      if let ordered, let rule {
        throw order(ordered, by: rule, for: request)
      }
      return try proceed(request, &generator)
    } catch {
      let error = order(insteadOf: error)
      context.roots["req"] = authorization.context.roots["req"]
      if provider.errors["authorize"]?[error.condition]?.afterLogin == true, session == nil,
        let stage = provider.flow.stages.first(where: { $0.kind == .login })
      {
        _ = makeTicket(nil, refusal: error, inLink: stage.enter != nil, &generator)
        return enter(stage)
      }
      throw error
    }
  }

  /// Goes through the stages that are not done, then answers.
  mutating func proceed(
    _ asked: AuthorizationRequest, skipConsent: Bool = false,
    _ generator: inout some RandomNumberGenerator
  ) throws(Refusal) -> Decision {
    var request = asked
    show(request)
    let prompts = (request.parameters["prompt"]?.stringValue ?? "").split(separator: " ")
    let silent = prompts.contains("none")
    if let session {
      context.roots["session"] = [
        "auth_time": JSONValue(.number(String(shown(session.since)))),
        "age": JSONValue(.number(String(now - session.since))),
      ]
    }
    for stage in provider.flow.stages where context.holds(stage.when) {
      switch stage.kind {
      case .login:
        let forced = !request.freshLogin && context.holds(stage.force)
        if session != nil, !forced || standingPerson != nil { continue }
        if silent { throw refusal("login_required", "nobody is signed in", request) }
        if let person = standing.person, outcome(of: person) == .locked {
          _ = makeTicket(request, inLink: stage.enter != nil, &generator)
          return stage.enter == nil
            ? lockedOut(person, stage.page) : lockedOut(person, enter(stage))
        }
      case .consent:
        if try answered(&request) { continue }
        if skipConsent || stage.ask == .never { continue }
        if stage.ask == .new, !context.holds(stage.force), hasConsent(request) { continue }
        if silent { throw refusal("consent_required", "consent has not been given", request) }
        if let session { person(session) }
      case .choose:
        if standingPerson != nil, choose(stage, &request) { continue }
      default: break
      }
      _ = makeTicket(request, inLink: stage.enter != nil, &generator)
      return enter(stage)
    }
    _ = try answered(&request)
    let isSilent = cookieSession == nil
    if endpoint.kind == .authorize || endpoint.kind == .login, !isSilent,
      let finish = provider.flow.finish
    {
      _ = makeTicket(request, &generator)
      return make(.link(finish), "goes on: \(finish)")
    }
    return try issue(request, &generator)
  }

  /// Whether what the person says is known without asking; throws what a refusing person comes to.
  mutating func answered(_ request: inout AuthorizationRequest) throws(Refusal) -> Bool {
    let consent = outcome(of: session?.person) == .denies ? .denied : standing.consent
    switch consent {
    case nil: return standingPerson != nil && cookieSession == nil
    case .granted: return true
    case .denied: throw denial("user_denied", request)
    case .scopes(let scopes):
      request.scopes = request.scopes.filter { scopes.contains($0) }
      request.parameters["scope"] = JSONValue(
        .array(request.scopes.map { JSONValue(.string($0)) }))
      show(request)
      return true
    }
  }

  /// The first record of a choice, where nobody is there to choose.
  private mutating func choose(
    _ stage: Flow.Stage, _ request: inout AuthorizationRequest
  ) -> Bool {
    guard let record = firstRecord() else { return false }
    for member in record { request.parameters[member.name] = member.value }
    show(request)
    return true
  }

  /// What the choice of the first record adds to a request; `nil` where there is none to choose.
  func firstRecord() -> JSONObject? {
    guard let endpoint = provider.endpoints.first(where: { $0.kind == .choose }),
      let record = sandbox.cast.tables[provider.id]?[endpoint.table ?? ""]?.first
    else { return nil }
    var chosen = JSONObject()
    for (parameter, field) in endpoint.sets { chosen[parameter] = record[field] }
    return chosen
  }

  private func refusal(
    _ condition: String, _ why: String, _ request: AuthorizationRequest
  ) -> Refusal {
    let prompt = request.parameters["prompt"]?.stringValue ?? ""
    return Refusal(
      condition: condition, facts: ["value": prompt],
      sentence: "\(why) and prompt=\(prompt) forbids asking",
      clause: "OpenID Connect Core §3.1.2.6", remedy: "sign in first, or leave prompt=none out",
      target: request.target, mode: request.mode, client: request.client)
  }

  private mutating func enter(_ stage: Flow.Stage) -> Decision {
    if let link = stage.enter { return make(.link(link), "goes on: \(stage.name)") }
    return page(stage.page)
  }

  mutating func lockedOut(_ username: String, _ page: String) -> Decision {
    lockedOut(username, self.page(page, message: "This account is locked."))
  }

  private func lockedOut(_ username: String, _ page: Decision) -> Decision {
    var decision = page
    decision.log.outcome = "locked out"
    decision.log.why = "the cast says that \(username) is locked out"
    return decision
  }

  mutating func page(_ name: String, message: String? = nil) -> Decision {
    var decision = make(.page(name, message: message), "page: \(name)")
    // People whose sign-in always has one outcome are typed: a button for each would crowd the page.
    decision.people = sandbox.cast.people.filter { $0.outcome == nil }.map {
      ($0.username, $0.claims["name"]?.stringValue ?? $0.username)
    }
    return decision
  }

  private func consentKey(_ request: AuthorizationRequest) -> String {
    [provider.id, request.client, session?.person ?? ""].map(ExactText.key).joined(separator: " ")
  }

  private func hasConsent(_ request: AuthorizationRequest) -> Bool {
    sandbox.state.consents[consentKey(request)]?.isSuperset(of: request.scopes) ?? false
  }

  mutating func remember(_ request: AuthorizationRequest) {
    sandbox.state.consents[consentKey(request), default: []].formUnion(request.scopes)
  }

  mutating func person(_ session: Session) {
    show(person: session.person, since: session.since)
  }

  mutating func show(person username: String, since authTime: Int) {
    guard let person = sandbox.cast.person(username) else { return }
    var object = claims(of: person)
    object["auth_time"] = JSONValue(.number(String(shown(authTime))))
    context.roots["person"] = JSONValue(.object(object))
  }

  /// The person as this provider knows them: claims, what differs here, and what it makes up.
  func claims(of person: Cast.Person) -> JSONObject {
    var object = person.claims
    for member in person.at[provider.id]?.objectValue ?? JSONObject() {
      object[member.name] = member.value
    }
    var maker = context
    for (name, value) in provider.people where object[name] == nil {
      // The same person has the same id at every visit, so it is drawn from the name; not from the provider's, which
      // is all that a provider under another name may differ in.
      let seed = "\(person.username) \(name)".utf8.reduce(14_695_981_039_346_656_037) {
        ($0 ^ UInt64($1)) &* 1_099_511_628_211
      }
      maker.random = SeededGenerator(seed: seed)
      maker.roots["person"] = JSONValue(.object(object))
      object[name] = maker.value(.text(value))
    }
    return object
  }

  /// Hands out what the answer to this response type gives.
  mutating func issue(
    _ asked: AuthorizationRequest, _ generator: inout some RandomNumberGenerator
  ) throws(Refusal) -> Decision {
    var request = asked
    if asking == nil { show(request) }
    guard let session, let answer = provider.answers[request.responseType] else {
      throw Refusal(
        condition: "not_signed_in", sentence: "nobody is signed in", clause: "RFC 6749 §4.1.1",
        remedy: "sign in before going on", target: request.target, mode: request.mode,
        client: request.client)
    }
    show(request)
    person(session)
    try depart(request)
    if let scopes = rule?.effect.change?.scopes {
      request.scopes = request.scopes.filter { scopes.contains($0) }
      request.parameters["scope"] = JSONValue(
        .array(request.scopes.map { JSONValue(.string($0)) }))
      show(request)
    }
    do {
      var authorization = Authorization(
        provider: provider, cast: sandbox.cast,
        acceptsAnyClient: sandbox.options.acceptsAnyClient, sent: Parameters(), context: context)
      try authorization.own(.session, request.target)
    } catch {
      var refusal = error
      refusal.mode = request.mode
      refusal.client = request.client
      throw refusal
    }
    let sent = request.parameters["redirect_uri"]?.stringValue ?? ""
    let grant = Grant(
      provider: provider.id, client: request.client, person: session.person,
      type: request.responseType, scopes: request.scopes, redirectURI: request.target.uri,
      sentRedirectURI: !sent.isEmpty, parameters: request.parameters, bound: boundValues(),
      authTime: session.since, issued: now)
    let id = sandbox.state.ledger.open(grant)
    give(answer.gives, of: id, grant, scopes: request.scopes, &generator)
    return make(.granted(request), "granted: \(request.responseType)")
  }
}
