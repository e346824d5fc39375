import Basics

extension Evaluation {
  /// The one place where a fact is read.
  func value(of fact: Fact) -> Value {
    switch fact {
    case .now: .number(facts.now)
    case .mode: .text(facts.mode)
    case .ticket: .text(facts.ticket)
    case .providerID: .text(facts.provider.id)
    case .providerTitle: .text(facts.provider.title)
    case .providerGrants: .texts(facts.provider.registeredGrants)
    case .providerClientAlgorithms:
      facts.provider.token.assertions.map { .texts($0.algorithms) } ?? .none
    case .providerRequestAlgorithms:
      facts.provider.requestObjects.map { .texts($0.algorithms) } ?? .none
    case .provider(let fact):
      .texts(facts.provider.list(fact, withCertificates: facts.asksForCertificates))
    case .base(let fact): .text(address(fact))
    case .query(let name): Value(facts.query.last(name))
    case .form(let name): Value(facts.form.last(name))
    case .body(let name): facts.service?.value(name) ?? .none
    case .requestPath: .text(facts.origin?.path ?? facts.request.path)
    case .rawQuery: .text(facts.origin?.rawQuery ?? facts.request.rawQuery)
    case .requestMethod: .text(facts.origin?.method ?? facts.request.method)
    case .header(let name): Value(facts.request.header(name))
    case .authorization: Value(facts.request.authorization)
    case .clientCertificate: Value(facts.request.certificate)
    case .parameter(let slot):
      slot == ignored ? .none : facts.arguments.value(slot, of: facts.provider.names)
    case .granted(let slot):
      facts.grant?.arguments.value(slot, of: facts.provider.names) ?? .none
    case .variable(let slot):
      Value(variables.indices.contains(slot) ? variables[slot] : nil)
    case .host(let slot): .text(facts.provider.hostName(slot, variables))
    case .link(let slot): Value(link(slot))
    case .bound(let name): Value(facts.grant?.bound.first { $0.name == name }?.value)
    case .found(let name): Value(facts.found(name))
    case .client(let fact): facts.client.map { value(of: fact, $0) } ?? .none
    case .clientMember(let name): facts.client.map { member(name, of: $0) } ?? .none
    case .registration(let fact): facts.registration.map { value(of: fact, $0) } ?? .none
    case .person(let name): claim(name)
    case .people:
      .json(
        JSONValue(.array((facts.cast?.people ?? []).map { JSONValue(.object(claims(of: $0))) })))
    case .credential(let kind, let fact):
      facts.credential(kind).map { value(of: fact, $0) } ?? .none
    case .grant(let fact): facts.grant.map { value(of: fact, $0) } ?? .none
    case .consent(let fact): facts.consent.map { value(of: fact, $0) } ?? .none
    case .session(let fact):
      facts.session.map { value(of: fact, $0) } ?? .none
    case .token(let fact): facts.token.map { value(of: fact, $0) } ?? .none
    case .error(let name): (error ?? facts.error).last { $0.name == name }?.value ?? .none
    case .key(let fact): Value(fact == .kid ? facts.key?.kid : facts.key?.algorithm)
    case .keys: .json(JSONValue(.array(facts.keys)))
    case .hash(.access): .text(facts.hashes.access)
    case .hash(.code): .text(facts.hashes.code)
    case .hash(.state): .text(facts.hashes.state)
    case .signed(.client): Value(facts.signed?.client)
    case .signed(.nonce): Value(facts.signed?.nonce)
    case .signed(.timestamp): Value(facts.signed?.timestamp)
    case .rate(let fact): facts.rate.map { .number($0[fact]) } ?? .none
    case .rates(let fact): .texts(facts.rates.map { String($0[fact]) })
    case .userAgent: .text(facts.request.header("user-agent") ?? "")
    case .device(let fact): value(of: fact)
    case .exchange(let fact): facts.exchange.map { value(of: fact, $0) } ?? .none
    case .workload(let name): Value(facts.workload.last { $0.name == name }?.value)
    case .params:
      facts.service.map {
        .json(Self.records($0.shown.map { [("key", $0.name), ("value", $0.value)] }))
      }
        ?? .none
    case .items: facts.service.map { .json(JSONValue(.array($0.items))) } ?? .none
    case .resource(let fact): facts.resource.map { value(of: fact, $0) } ?? .none
    case .mcp(let fact): facts.mcp.map { value(of: fact, $0) } ?? .none
    case .dpop(let fact): value(of: fact)
    case .encryption(let fact): value(of: fact)
    case .providerSigningAlgorithm: Value(facts.provider.signing.first?.algorithm)
    case .account: Value(facts.account)
    case .approvedClients: .texts(facts.approvedClients)
    case .stepUp(.levels): facts.stepUp.levels.map { .texts($0) } ?? .none
    case .stepUp(.oldest): facts.stepUp.oldest.map { .number($0) } ?? .none
    case .boundCertificate: Value(facts.binding.x5t)
    case .authMethods:
      .texts(facts.provider.authMethods(withCertificates: facts.asksForCertificates))
    case .secretAuthMethods:
      .texts(
        facts.provider.authMethods(withCertificates: facts.asksForCertificates)
          .filter { $0 != "none" })
    case .item: item == .none ? Value(facts.service?.item) : item
    case .label(let name): Value(facts.page?.labels.last { $0.name == name }?.value)
    case .field(let name): Value(facts.page?.fields.last { $0.name == name }?.text)
    case .page(let fact): facts.page.map { value(of: fact, $0) } ?? .none
    }
  }

  /// The host that `base.here` is about: that of a link while it is written.
  private var host: Int { linkHost ?? facts.route.host }

  func address(_ fact: Fact.BaseFact) -> String {
    switch fact {
    case .root: facts.base.root(told(.front))
    case .path: facts.base.path(facts.provider, host: linkHost ?? 0, variables)
    case .first: facts.base.url(facts.provider, host: 0, variables, told(.front))
    case .here: facts.base.url(facts.provider, host: host, variables, told(.front))
    case .service: facts.base.url(facts.provider, host: host, variables, told(.back))
    }
  }

  /// A page keeps the way by which the browser came.
  private func told(_ channel: Base.Channel) -> Base.Channel { facts.page == nil ? channel : .here }

  private func value(of fact: Fact.ClientFact, _ client: Client) -> Value {
    switch fact {
    case .id: .text(client.id)
    case .name: .text(client.name)
    case .kind: .text(client.kind.rawValue)
    case .redirectURIs: .texts(client.redirectURIs)
    case .idTokenAlgorithm: .text(client.idTokenAlgorithm ?? "")
    case .responseAlgorithm: .text(client.responseAlgorithm ?? "")
    case .accessTokenFormat: .text(client.accessTokenFormat?.rawValue ?? "")
    case .policyURI: Value(client.policyURI)
    case .termsURI: Value(client.termsURI)
    case .needsAuthTime: .flag(client.needsAuthTime)
    }
  }

  private func value(of fact: Fact.RegistrationFact, _ registration: RegistrationFacts) -> Value {
    switch fact {
    case .metadata: .json(JSONValue(.object(registration.metadata)))
    case .issued: .number(registration.issued)
    case .secret: Value(registration.secret)
    case .token: .text(registration.token)
    }
  }

  private func value(of fact: Fact.CredentialFact, _ credential: CredentialFacts) -> Value {
    switch fact {
    case .whole: .flag(true)
    case .value: Value(credential.value)
    case .lifetime: .number(credential.lifetime)
    case .issued: .number(credential.issued)
    case .ends: .number(credential.ends)
    }
  }

  private func value(of fact: Fact.GrantFact, _ grant: GrantFacts) -> Value {
    switch fact {
    case .scope: .texts(grant.scopes)
    case .resource: .texts(grant.resources)
    case .details: Value(grant.details)
    case .type: .text(grant.type)
    case .issued: .number(grant.issued)
    case .authTime: .number(grant.authTime)
    case .id: .number(grant.id)
    case .actor: Value(grant.actor)
    case .session: Value(grant.session)
    case .acr: Value(grant.acr)
    case .amr: .texts(grant.methods)
    }
  }

  private func value(of fact: Fact.ConsentFact, _ consent: ConsentFacts) -> Value {
    switch fact {
    case .asked: .flag(consent.isAsked)
    case .first: .flag(consent.isFirst)
    case .scope: .texts(consent.scopes)
    }
  }

  private func value(of fact: Fact.SessionFact, _ session: SessionFacts) -> Value {
    switch fact {
    case .authTime: .number(session.authTime)
    case .age: .number(session.age)
    case .id: .text(session.id)
    }
  }

  private func value(of fact: Fact.ExchangeFact, _ exchange: ExchangeFacts) -> Value {
    switch fact {
    case .issuedType: .text(exchange.issuedType)
    case .client: .text(exchange.client)
    case .audience: .texts(exchange.audience)
    }
  }

  private func value(of fact: Fact.TokenFact, _ token: TokenFacts) -> Value {
    guard token.isActive else {
      return fact == .active ? .flag(false) : fact == .status ? .text(token.status) : .none
    }
    return switch fact {
    case .active: .flag(true)
    case .status: .text(token.status)
    case .name: .text(token.name)
    case .kind: .text(token.kind.rawValue)
    case .scope: .texts(token.scopes)
    case .client: .text(token.client)
    case .username: .text(token.username)
    case .issued: .number(token.issued)
    case .ends: .number(token.ends)
    case .left: token.ends == 0 ? .none : .number(max(token.ends - facts.now, 0))
    case .value: .text(token.text)
    case .hash: .text(token.hash)
    case .jti: Value(token.jti)
    case .audience: .texts(token.audience)
    case .details: Value(token.details)
    case .jkt: Value(token.binding.jkt)
    case .x5t: Value(token.binding.x5t)
    }
  }

  private func value(of fact: Fact.EncryptionFact) -> Value {
    guard let rule = facts.provider.encryption else { return .none }
    switch fact {
    case .algs: return .texts(rule.keyNames)
    case .encs: return .texts(rule.contentNames)
    }
  }

  private func value(of fact: Fact.DPoPFact) -> Value {
    switch fact {
    case .algs: facts.provider.dpop.map { .texts($0.algorithms.map(\.rawValue)) } ?? .none
    case .presented: facts.dpop.isPresented ? .flag(true) : .none
    case .jkt: Value(facts.binding.jkt)
    case .nonce: Value(facts.dpop.nonce)
    }
  }

  private func value(of fact: Fact.ResourceFact, _ resource: ResourceFacts) -> Value {
    switch fact {
    case .name: .text(resource.name)
    case .scopes: .texts(resource.scopes)
    case .allScopes: .texts(resource.allScopes)
    case .metadata: Value(resource.metadata.flatMap { facts.text($0) })
    }
  }

  private func value(of fact: Fact.MCPFact, _ mcp: MCPFacts) -> Value {
    switch fact {
    case .id: Value(mcp.id)
    case .method: Value(mcp.method)
    case .tool: Value(mcp.tool)
    case .result: Value(mcp.result)
    case .session: Value(mcp.session)
    case .revisions: .texts(mcp.revisions)
    }
  }

  private func value(of fact: Fact.PageFact, _ page: PageFacts) -> Value {
    switch fact {
    case .action: Value(page.action)
    case .actionChosen: Value(page.actionChosen)
    case .hidden: .json(Self.records(page.hidden.map { [("name", $0.name), ("value", $0.value)] }))
    case .accounts: .json(Self.records(page.accounts.map(Self.record(of:))))
    case .people:
      .json(Self.records(page.people.filter { $0.fate == nil }.map(Self.record(of:))))
    case .special:
      .json(
        Self.records(
          page.people.compactMap { person in
            person.fate.map { Self.record(of: person) + [("outcome", $0.summary)] }
          }))
    case .username: .text(page.username)
    case .message: Value(page.message)
    case .scopes:
      .json(
        Self.records(
          page.scopes.map {
            [("name", $0.name), ("title", $0.title), ("known", $0.isKnown ? "yes" : "")]
          }))
    case .deny: Value(page.deny)
    case .denialURL: Value(page.denialURL)
    case .nonce: .text(page.nonce)
    case .choices: Value(page.choices)
    case .details:
      .json(
        Self.records(
          page.details.map { [("name", $0.name), ("title", $0.title), ("text", $0.text)] }))
    case .more: .json(Self.records(page.more.map { [("label", $0.label), ("href", $0.href)] }))
    case .frames: .json(Self.records(page.frames.map { [("src", $0)] }))
    case .onward: Value(page.onward)
    }
  }

  private static func record(of person: Person) -> [(String, String)] {
    [("username", person.username), ("name", person.displayName)]
  }

  static func records(_ rows: [[(String, String)]]) -> JSONValue {
    JSONValue(
      .array(
        rows.map { row in
          JSONValue(.object(JSONObject(row.map { .init($0.0, JSONValue(.string($0.1))) })))
        }))
  }
}
