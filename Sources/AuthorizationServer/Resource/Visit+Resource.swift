import HTTPMessages
import HTTPTypes
import JSON
import ProviderModel

/// What stands behind a token, and what is asked about tokens.
extension Visit {
  /// A protected resource (RFC 6750): find the token, judge it, answer.
  mutating func resource() throws(Refusal) -> Decision {
    let service = endpoint.service
    let places = service.token
    let isProtected = !places.schemes.isEmpty || !places.query.isEmpty || !places.form.isEmpty
    var sent = ServiceRequest()
    var unreadable: Refusal?
    do throws(Refusal) {
      sent = try ServiceRequest(request, query, service, provider.repeats)
    } catch {
      // Who asks comes before what they ask, unless the token may stand in what can't be read.
      guard isProtected, places.form.isEmpty else { throw error }
      unreadable = error
    }
    if isProtected {
      show(sent, without: places.query + places.form)
      let (credential, grant) = try bearer(sent)
      show(grant, credential.grant, scopes: credential.scopes)
      show(credential, grant)
      if let person = grant.person { show(person: person, since: grant.authTime) }
      try count(credential)
      try entitled(credential)
      if let unreadable { throw unreadable }
      if let rule = service.signature,
        let client = sandbox.cast.client(grant.client, at: provider.id)
      {
        try verify(rule, sent, of: client)
      }
    } else {
      show(sent, without: [])
    }
    try judge(service.checks)
    if let use = service.collection { try handle(use) }
    return make(.answered(service.answer ?? ""), "answered")
  }

  private mutating func show(_ sent: ServiceRequest, without hidden: [String]) {
    let shown = sent.parameters.filter { !hidden.contains($0.name) }
    context.roots["params"] = JSONValue(
      .array(
        shown.map { parameter in
          [
            "key": JSONValue(.string(parameter.name)),
            "value": JSONValue(.string(parameter.value)),
          ]
        }))
    var body = JSONObject()
    for parameter in sent.parameters { body[parameter.name] = JSONValue(.string(parameter.value)) }
    context.roots["body"] = JSONValue(.object(body))
    context.roots["people"] = JSONValue(
      .array(sandbox.cast.people.map { JSONValue(.object(claims(of: $0))) }))
  }

  private mutating func bearer(
    _ sent: ServiceRequest
  ) throws(Refusal) -> (IssuedCredential, Grant) {
    let places = endpoint.service.token
    var texts: [String] = []
    for line in request.headers[values: .authorization] {
      let scheme = line.prefix { $0 != " " }
      guard places.schemes.contains(where: { $0.lowercased() == scheme.lowercased() || $0 == "*" })
      else { continue }
      let rest = line.dropFirst(scheme.count).trimmed
      texts.append(
        places.fieldsFollow ? String(rest.prefix { $0 != "," && $0 != " " }) : rest)
    }
    texts += parameters(sent)
    texts.removeAll { $0.isEmpty }
    guard let text = texts.first else {
      throw Refusal(
        condition: "token_missing", sentence: "the request has no access token",
        clause: "RFC 6750 §3.1", remedy: "send it: " + placesText(places))
    }
    guard texts.count == 1 || (provider.repeats != .refuse && texts.allSatisfy { $0 == text })
    else {
      throw Refusal(
        condition: "token_repeated", sentence: "the request has \(texts.count) access tokens",
        clause: "RFC 6750 §2", remedy: "send one: " + placesText(places))
    }
    switch find("access", text).found {
    case .live(let credential, let grant), .spent(let credential, let grant):
      return (credential, grant)
    case .expired(let credential):
      throw Refusal(
        condition: "token_expired", facts: times(credential).merging(["value": text]) { $1 },
        sentence: "the token has expired",
        clause: "RFC 6750 §3.1", remedy: "get a new one")
    case .revoked:
      throw Refusal(
        condition: "token_revoked", facts: ["value": text], sentence: "the token has been revoked",
        clause: "RFC 6750 §3.1", remedy: "get a new one")
    case .unknown:
      throw Refusal(
        condition: "token_unknown", facts: ["value": text],
        sentence: "the token was never issued here", clause: "RFC 6750 §3.1",
        remedy: "send it as it came, whole and unchanged")
    }
  }

  /// Tokens in parameters. A name that stands twice is one value, unless the provider refuses repeats.
  private func parameters(_ sent: ServiceRequest) -> [String] {
    let places = endpoint.service.token
    func pick(_ parameters: Parameters, _ name: String) -> [String] {
      let values = parameters.values(name)
      switch provider.repeats {
      case .refuse: return values
      case .first: return Array(values.prefix(1))
      case .last: return values.suffix(1)
      }
    }
    // The same name in query and body is the value of the place that counts first.
    let both = provider.repeats == .refuse ? [] : places.query.filter(places.form.contains)
    let alone = { (name: String) in !both.contains(name) }
    return both.compactMap { sent.first($0) }
      + places.query.filter(alone).flatMap { pick(query, $0) }
      + places.form.filter(alone).flatMap { pick(sent.form, $0) }
  }

  private func placesText(_ places: Service.TokenPlaces) -> String {
    let header = places.schemes.first.map { ["Authorization: \($0 == "*" ? "Bearer" : $0) TOKEN"] }
    let names = places.query + places.form.filter { !places.query.contains($0) }
    return ((header ?? []) + names.map { "\($0)=TOKEN" }).joined(separator: " or ")
  }

  mutating func show(_ credential: IssuedCredential, _ grant: Grant) {
    context.roots["token"] = [
      "active": true, "kind": JSONValue(.string(credential.kind)),
      "scope": JSONValue(.array(credential.scopes.map { JSONValue(.string($0)) })),
      "client_id": JSONValue(.string(grant.client)),
      "username": JSONValue(.string(grant.person ?? "")),
      "issued": JSONValue(.number(String(shown(credential.issued)))),
      "ends": JSONValue(.number(String(credential.ends.map(shown) ?? 0))),
      "audience": JSONValue(.string(credential.audience ?? "")),
    ]
    if let client = sandbox.cast.client(grant.client, at: provider.id) {
      context.roots["client"] = Authorization.value(client)
    }
  }

  /// An answer may tell of the limit before anything was counted.
  mutating func showRate(left: Int? = nil) {
    guard let limit = endpoint.service.rate else { return }
    context.roots["rate"] = [
      "most": JSONValue(.number(String(limit.most))),
      "left": JSONValue(.number(String(max(left ?? limit.most, 0)))),
    ]
  }

  /// One call more by this grant.
  private mutating func count(_ credential: IssuedCredential) throws(Refusal) {
    guard let limit = endpoint.service.rate else { return }
    let key = "\(provider.id) \(endpoint.name) \(credential.grant)"
    var window = sandbox.state.rates[key] ?? (0, 0)
    if window.ends <= now {
      window = (now + limit.seconds, 0)
      sandbox.state.expire(.rate, key, at: window.ends)
    }
    window.count += 1
    sandbox.state.rates[key] = window
    showRate(left: limit.most - window.count)
    guard window.count > limit.most else { return }
    throw Refusal(
      condition: "rate_limited",
      facts: ["value": String(limit.most), "count": String(window.count)],
      sentence: "the token called \(window.count) times in \(limit.seconds) s",
      clause: "RFC 6585 §4", remedy: "call less often, or wait for the next window")
  }

  private mutating func entitled(_ credential: IssuedCredential) throws(Refusal) {
    let places = endpoint.service.token
    if let template = places.audience, let wanted = context.text(template),
      let audience = credential.audience, audience != wanted
    {
      throw Refusal(
        condition: "token_other_audience", facts: ["value": audience],
        sentence: "the token is for \(audience), not for \(wanted)", clause: "RFC 9068 §4",
        remedy: "ask for a scope of this resource")
    }
    for template in places.scopes {
      let scope = context.text(template) ?? ""
      guard !credential.scopes.contains(scope) else { continue }
      throw Refusal(
        condition: "scope_insufficient", facts: ["value": scope],
        sentence: "the token lacks the scope \(scope)", clause: "RFC 6750 §3.1",
        remedy: "ask for \(scope) in the authorization request")
    }
  }

  /// A list that the fixture keeps for someone: shown, added to, or taken from.
  private mutating func handle(_ use: Service.CollectionUse) throws(Refusal) {
    let key = "\(provider.id) \(use.name) \(context.text(use.owner) ?? "")"
    var items = sandbox.state.collections[key] ?? []
    switch use.deed {
    case .list: break
    case .add:
      let item = context.value(use.item) ?? [:]
      items.append(item)
      items = Array(items.suffix(use.most))
      sandbox.state.collections[key] = items
      context.roots["item"] = item
    case .remove:
      let id = use.id.flatMap { context.text($0) } ?? ""
      guard let place = items.firstIndex(where: { Filters.text($0["id"] ?? $0["_id"]) == id })
      else {
        throw Refusal(
          condition: "item_missing", facts: ["value": id], sentence: "there is no item \(id)",
          clause: "RFC 9110 §15.5.5", remedy: "list the items first")
      }
      context.roots["item"] = items.remove(at: place)
      sandbox.state.collections[key] = items
    }
    context.roots["items"] = JSONValue(.array(items))
  }

  /// What a token is (RFC 7662): whatever is not good for use is inactive, and no more is said.
  mutating func introspect() throws(Refusal) -> Decision {
    let sent = try ServiceRequest(request, query, endpoint.service, provider.repeats)
    try read(sent)
    // RFC 7662 §2.1: whoever asks must be authorized, so a public client may not.
    _ = try authenticate(sent, .secret)
    context.roots["token"] = ["active": false]
    if let (_, credential, grant) = try tokenNamed(sent),
      case .live = sandbox.state.ledger.find(grantedKey(sent), at: now)
    {
      show(credential, grant)
      show(grant, credential.grant, scopes: credential.scopes)
      if let person = grant.person { show(person: person, since: grant.authTime) }
    }
    return make(.answered(endpoint.service.answer ?? ""), "introspected")
  }

  /// RFC 7009: a refresh token takes its whole grant along; an unknown token is no error.
  mutating func revoke() throws(Refusal) -> Decision {
    let sent = try ServiceRequest(request, query, endpoint.service, provider.repeats)
    try read(sent)
    let client = try authenticate(sent, .confidential)
    if let (key, credential, grant) = try tokenNamed(sent) {
      guard ExactText.same(grant.client, client.id) else {
        throw Refusal(
          condition: "token_other_client", sentence: "the token was issued to another client",
          clause: "RFC 7009 §2.1", remedy: "revoke it as the client that it was issued to")
      }
      if credential.kind == "refresh" {
        sandbox.state.ledger.revoke(grant: credential.grant, at: now)
      } else {
        sandbox.state.ledger.revoke(key, at: now)
      }
    }
    return make(.answered(endpoint.service.answer ?? ""), "revoked")
  }

  private func tokenText(_ sent: ServiceRequest) -> String {
    let places = endpoint.service.token
    return (places.form + places.query).lazy.compactMap { sent.first($0) }.first { !$0.isEmpty }
      ?? ""
  }

  private mutating func grantedKey(_ sent: ServiceRequest) -> String {
    let text = tokenText(sent)
    for kind in ["access", "refresh"] {
      if case .unknown = find(kind, text).found { continue }
      return find(kind, text).key
    }
    return ""
  }

  private mutating func tokenNamed(
    _ sent: ServiceRequest
  ) throws(Refusal) -> (key: String, IssuedCredential, Grant)? {
    let places = endpoint.service.token
    guard !tokenText(sent).isEmpty else {
      let name = (places.form + places.query).first ?? "token"
      throw Refusal(
        condition: "parameter_missing", facts: ["param": name],
        sentence: "the request has no \(name)", clause: "RFC 7009 §2.1", remedy: "send \(name)")
    }
    let key = grantedKey(sent)
    guard let credential = sandbox.state.ledger.credentials[key],
      let grant = sandbox.state.ledger.grants[credential.grant]
    else { return nil }
    return (key, credential, grant)
  }
}
