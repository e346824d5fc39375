import HTTPMessages
import JSON
import ProviderModel

/// The token endpoint (RFC 6749 §3.2): read, know the grant and the client, redeem, hand out.
extension Visit {
  mutating func token(
    _ generator: inout some RandomNumberGenerator
  ) throws(Refusal) -> Decision {
    let sent = try ServiceRequest(request, query, endpoint.service, provider.repeats)
    try read(sent)
    let (name, grant) = try grantAsked()
    let client = try authenticate(sent, grant.proof)
    try mayUse(name, grant, client)
    let yield =
      switch grant.kind {
      case .code: try redeem(grant, client)
      case .refresh: try refresh(grant, client)
      case .client: try forItself(name, client)
      case .password: try password(name, client)
      }
    if let id = yield.grant.person { show(person: id, since: yield.grant.authTime) }
    show(yield.grant, yield.id, scopes: yield.scopes)
    try judge(grant.checks)
    // Nothing can refuse from here on: only now is anything spent.
    if let key = yield.spends { sandbox.state.ledger.spend(key, at: now) }
    let id = yield.id == 0 ? sandbox.state.ledger.open(yield.grant) : yield.id
    let gives = grant.gives.filter {
      grant.kind != .refresh || grant.rotates || $0.credential != "refresh"
    }
    let scopes = rule?.effect.change?.scopes.map { kept in yield.scopes.filter(kept.contains) }
    give(
      gives, of: id, yield.grant, scopes: scopes ?? yield.scopes, renewing: yield.kept, &generator)
    return make(.answered(grant.answer), "granted: \(name)")
  }

  /// What a grant comes to: who gets how much, and which credential dies of it.
  private struct Yield {
    var grant: Grant
    /// 0 for a grant that is yet to be opened.
    var id = 0
    var scopes: [String]
    /// What a new refresh token is good for: narrowing one access token does not narrow it
    /// (RFC 6749 §6).
    var kept: [String]?
    var spends: String?
  }

  func parameter(_ name: String) -> String {
    context.roots["req"]?[name]?.stringValue ?? ""
  }

  private func needed(_ name: String) throws(Refusal) -> String {
    let value = parameter(name)
    guard value.isEmpty else { return value }
    throw Refusal(
      condition: "parameter_missing", facts: ["param": name],
      sentence: "the request has no \(name)", clause: "RFC 6749 §5.2", remedy: "send \(name)")
  }

  /// Wire names become canonical ones.
  mutating func read(_ sent: ServiceRequest) throws(Refusal) {
    var parameters = context.roots["req"]?.objectValue ?? JSONObject()
    for (name, rule) in provider.token.parameters {
      // RFC 8707 §2 lets `resource` stand more than once.
      if provider.repeats == .refuse, sent.count(rule.wire) > 1, name != "resource" {
        throw Refusal(
          condition: "parameter_repeated", facts: ["param": rule.wire],
          sentence: "the parameter \(rule.wire) was sent \(sent.count(rule.wire)) times",
          clause: "RFC 6749 §3.2", remedy: "send it once")
      }
      var value = sent.first(rule.wire)
      if value?.isEmpty ?? true, let fallback = rule.fallback {
        value = context.value(fallback).map { Filters.text($0) }
      }
      if let value { parameters[name] = JSONValue(.string(value)) }
    }
    context.roots["req"] = JSONValue(.object(parameters))
  }

  private func grantAsked() throws(Refusal) -> (String, TokenService.Grant) {
    let name = parameter("grant_type")
    let known = provider.token.grants.map(\.name).joined(separator: ", ")
    guard !name.isEmpty else {
      throw Refusal(
        condition: "grant_missing", facts: ["param": "grant_type"],
        sentence: "the request has no grant_type", clause: "RFC 6749 §5.2",
        remedy: "send one of: \(known)")
    }
    guard let grant = provider.token.grants.first(where: { $0.name == name }) else {
      throw Refusal(
        condition: "grant_unsupported", facts: ["value": name],
        sentence: "\(provider.id) has no grant_type \(name)", clause: "RFC 6749 §5.2",
        remedy: "send one of: \(known)")
    }
    return grant
  }

  private func mayUse(
    _ name: String, _ grant: TokenService.Grant, _ client: Cast.Client
  ) throws(Refusal) {
    let proven =
      grant.proof != .always || client.kind == .confidential || client.secret != nil
      || sandbox.options.acceptsAnyClient
    let allowed = client.grantTypes?.contains(name) ?? true
    guard proven, allowed else {
      throw Refusal(
        condition: "grant_not_allowed", facts: ["value": name],
        sentence: "the client \(client.id) may not use grant_type=\(name)", clause: "RFC 6749 §5.2",
        remedy: allowed
          ? "make it confidential in its cast" : "add it to grant_types of this client in its cast")
    }
  }

  // MARK: The grants

  /// RFC 6749 §4.1.3. The order: whose code it is, before what it is good for.
  private mutating func redeem(
    _ rule: TokenService.Grant, _ client: Cast.Client
  ) throws(Refusal) -> Yield {
    let text = try needed("code")
    let (key, found) = find("code", text)
    let (credential, grant) = try live(found, key, rule, client, "code", text)
    try same(rule, grant)
    try redirectURI(rule, grant)
    try verifier(grant)
    return Yield(
      grant: grant, id: credential.grant, scopes: try narrowed(rule, credential.scopes), spends: key
    )
  }

  private mutating func refresh(
    _ rule: TokenService.Grant, _ client: Cast.Client
  ) throws(Refusal) -> Yield {
    let text = try needed("refresh_token")
    let (key, found) = find("refresh", text)
    let (credential, grant) = try live(found, key, rule, client, "refresh", text)
    try same(rule, grant)
    let scopes = try narrowed(rule, credential.scopes)
    return Yield(
      grant: grant, id: credential.grant, scopes: scopes, kept: credential.scopes,
      spends: rule.rotates ? key : nil)
  }

  private mutating func forItself(_ name: String, _ client: Cast.Client) throws(Refusal) -> Yield {
    let scopes = try scopesAsked(client)
    let grant = Grant(
      provider: provider.id, client: client.id, person: nil, type: name, scopes: scopes,
      bound: boundValues(), authTime: now, issued: now)
    return Yield(grant: grant, scopes: scopes)
  }

  private mutating func password(_ name: String, _ client: Cast.Client) throws(Refusal) -> Yield {
    let username = try needed("username")
    let password = try needed("password")
    let named = person(named: username)
    if let named, ExactText.same(named.password, password), named.outcome == .locked {
      throw Refusal(
        condition: "password_wrong", facts: ["value": username],
        sentence: "the cast says that \(username) is locked out", clause: "RFC 6749 §4.3.2",
        remedy: "name somebody else, or take outcome out of the cast")
    }
    guard let person = named, ExactText.same(person.password, password) else {
      throw Refusal(
        condition: "password_wrong", facts: ["value": username],
        sentence: "no person of the cast has this name and password", clause: "RFC 6749 §4.3.2",
        remedy: "the cast's people: "
          + sandbox.cast.people.map(\.username).joined(separator: ", "))
    }
    let scopes = try scopesAsked(client)
    let grant = Grant(
      provider: provider.id, client: client.id, person: person.username, type: name,
      scopes: scopes, bound: boundValues(), authTime: now, issued: now)
    return Yield(grant: grant, scopes: scopes)
  }
}
