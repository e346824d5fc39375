import Basics
import ProviderModel

/// A protected resource (RFC 6750): find the token, judge it, answer.
enum ResourceEndpoint {
  static func decide(_ context: RequestContext) throws(Refusal) -> Outcome {
    let service = context.endpoint.service
    let places = service.token
    let isProtected = !places.isEmpty
    var sent = ServiceRequest()
    var unreadable: Refusal?
    do throws(Refusal) {
      sent = try context.serviceRequest()
    } catch {
      // Who asks comes before what they ask, unless the token may stand in what can't be read.
      guard isProtected, places.form.isEmpty else { throw error }
      unreadable = error
    }
    let hidden = places.query + places.form
    context.facts.service = ServiceFacts(
      body: sent.parameters, shown: sent.parameters.filter { !hidden.contains($0.name) },
      document: sent.document)
    context.facts.cast = context.cast
    try FixtureChecks.pass(service.checks, early: true, context)
    let caller =
      service.client == nil ? nil : try ServiceClient.pass(sent, .confidential, context)
    var presented: Credential?
    if isProtected {
      let (credential, text) = try BearerToken.find(sent, context)
      presented = credential
      try isOwner(caller, of: credential)
      context.show(credential, sentAs: text)
      try count(credential, context)
      try entitled(credential, context)
      if let unreadable { throw unreadable }
      if let rule = service.signature, let client = context.client(credential.grant.client) {
        try SignatureCheck.pass(rule, sent, of: client, context)
      }
    }
    try FixtureChecks.pass(service.checks, context)
    if service.isSigned {
      try RegisteredAlgorithm.check(.userInfo, at: .resource, context)
      try Recipient.check(.userInfo, at: .resource, context)
    }
    if let use = service.collection { try Collections.handle(use, context) }
    if let presented, let extent = service.revokes {
      RevocationEndpoint.end(presented, extent, context)
    }
    return Outcome(.answered(service.answer), .answered)
  }

  /// A client that authenticates may present only tokens of its own.
  private static func isOwner(_ caller: Client?, of credential: Credential) throws(Refusal) {
    guard let caller, !ExactText.same(credential.grant.client, caller.id) else { return }
    throw Refusal(
      .tokenOtherClient, at: .resource,
      "the token was issued to \(credential.grant.client), and the caller is \(caller.id)",
      remedy: "authenticate as the client that the token was issued to")
  }

  /// One call more by this grant, in each window.
  static func count(_ credential: Credential, _ context: RequestContext) throws(Refusal) {
    var counted: [RateFacts] = []
    var excess: (limit: RateLimit, count: Int)?
    for (index, limit) in context.endpoint.service.rates.enumerated() {
      let key =
        "\(context.provider.id) \(context.endpoint.name) \(credential.grant.number)"
        + (index == 0 ? "" : " \(index)")
      var window = context.state.rates[key] ?? RateWindow()
      window.add(limit, at: context.now)
      if window.count == 1 { context.state.expire(.rate(key), at: window.ends) }
      context.state.rates[key] = window
      if window.count > limit.most, excess == nil { excess = (limit, window.count) }
      counted.append(
        RateFacts(most: limit.most, count: window.count, reset: context.shown(window.ends)))
    }
    // A rule's limit stands in for the provider's own.
    if !counted.isEmpty, context.fired.quota == nil {
      context.facts.rate = counted.min { $0.remaining < $1.remaining }
      context.facts.rates = counted
    }
    guard let (limit, count) = excess else { return }
    throw Refusal(
      .rateLimited, at: .resource,
      facts: [("value", String(limit.most)), ("count", String(count))],
      "the token called \(count) times in \(limit.seconds) s",
      remedy: "call less often, or wait for the next window")
  }

  static func entitled(_ credential: Credential, _ context: RequestContext) throws(Refusal) {
    let places = context.endpoint.service.token
    let own = places.audiences.compactMap { context.facts.text($0) }
    if let wanted = own.first, !credential.audience.isEmpty,
      !credential.audience.contains(where: { one in own.contains { ExactText.same($0, one) } }),
      !(places.allowsRegisteredAudiences
        && credential.audience == context.client(credential.grant.client)?.audiences)
    {
      let audience = credential.audience.joined(separator: ", ")
      throw Refusal(
        .tokenOtherAudience, at: .resource, facts: [("value", audience)],
        "the token is for \(audience), not for \(wanted)",
        remedy:
          "send \(context.provider.wire("resource", at: .authorize))=\(wanted) in the authorization request and in the token request, or ask for a scope of this resource"
      )
    }
    if places.needsPerson, credential.grant.person == nil {
      let client = credential.grant.client
      throw Refusal(
        .personMissing, at: .resource, facts: [("value", client)],
        "the token is of the client \(client), which acts for itself, and the resource is about a person",
        remedy: "send the access token of a person who has signed in")
    }
    try StepUp.entitled(credential, context)
    for template in places.scopes {
      let scope = context.facts.text(template) ?? ""
      guard !credential.scopes.contains(scope) else { continue }
      throw Refusal(
        .scopeInsufficient, at: .resource, facts: [("value", scope)],
        "the token lacks the scope \(scope)",
        remedy: "ask for \(scope) in the authorization request")
    }
  }
}

extension TokenFacts {
  init(of credential: Credential, sentAs text: String, _ context: RequestContext) {
    let grant = credential.grant
    self.init(
      kind: credential.kind, name: credential.name, scopes: credential.scopes,
      client: grant.client, username: grant.person ?? "",
      issued: context.shown(credential.issued),
      ends: credential.neverEnds ? 0 : context.shown(credential.ends),
      audience: credential.audience, details: credential.details, binding: credential.binding,
      text: text)
  }
}

extension RequestContext {
  /// Shows a token that came along to templates, with its grant, its client and its person.
  func show(_ credential: Credential, sentAs text: String) {
    let grant = credential.grant
    facts.token = TokenFacts(of: credential, sentAs: text, self)
    if let client = client(grant.client) { facts.client = client }
    CredentialIssuer.show(
      grant, id: grant.number, scopes: credential.scopes, resources: credential.audience,
      details: credential.details, self)
    if let person = grant.person { show(person: person, since: grant.authTime) }
  }
}
