import Basics

extension Facts {
  /// The one place where a fact is read.
  func value(of fact: Fact) -> Value {
    switch fact {
    case .now: .number(now)
    case .mode: .text(mode)
    case .ticket: .text(ticket)
    case .providerID: .text(provider.id)
    case .providerTitle: .text(provider.title)
    case .base(let fact): .text(address(fact))
    case .query(let name): Value(query.last(name))
    case .form(let name): Value(form.last(name))
    case .body(let name): Value(service?.body.last { $0.isNamed(name) }?.value)
    case .requestPath: .text((origin ?? request).path)
    case .rawQuery: .text((origin ?? request).rawQuery)
    case .requestMethod: .text((origin ?? request).method)
    case .authorization: Value(request.authorization)
    case .clientCertificate: Value(request.certificate)
    case .parameter(let slot): arguments.value(slot, of: provider.names)
    case .granted(let slot): grant?.arguments.value(slot, of: provider.names) ?? .none
    case .variable(let slot): Value(variables.indices.contains(slot) ? variables[slot] : nil)
    case .host(let slot): .text(provider.hostName(slot, variables))
    case .link(let slot): Value(link(slot))
    case .bound(let name): Value(grant?.bound.first { $0.name == name }?.value)
    case .found(let name): Value(found(name))
    case .client(let fact): client.map { value(of: fact, $0) } ?? .none
    case .person(let name): claim(name)
    case .people:
      .json(JSONValue(.array((cast?.people ?? []).map { JSONValue(.object(claims(of: $0))) })))
    case .credential(let kind, let fact): credential(kind).map { value(of: fact, $0) } ?? .none
    case .grant(let fact): grant.map { value(of: fact, $0) } ?? .none
    case .session(let fact):
      session.map { .number(fact == .age ? $0.age : $0.authTime) } ?? .none
    case .token(let fact): token.map { value(of: fact, $0) } ?? .none
    case .error(let name): error.last { $0.name == name }?.value ?? .none
    case .key(let fact): Value(fact == .kid ? key?.kid : key?.algorithm)
    case .keys: .json(JSONValue(.array(keys?() ?? [])))
    case .hash(.access): .text(hashes.access)
    case .hash(.code): .text(hashes.code)
    case .hash(.state): .text(hashes.state)
    case .signed(.client): Value(signed?.client)
    case .signed(.nonce): Value(signed?.nonce)
    case .signed(.timestamp): Value(signed?.timestamp)
    case .rate(let fact): rate.map { .number(fact == .most ? $0.most : $0.left) } ?? .none
    case .userAgent: .text(userAgent)
    case .params:
      service.map { .json(Self.records($0.shown.map { [("key", $0.name), ("value", $0.value)] })) }
        ?? .none
    case .items: service.map { .json(JSONValue(.array($0.items))) } ?? .none
    case .item: item == .none ? Value(service?.item) : item
    case .label(let name): Value(page?.labels.last { $0.name == name }?.value)
    case .field(let name): Value(page?.fields.last { $0.name == name }?.text)
    case .page(let fact): page.map { value(of: fact, $0) } ?? .none
    }
  }

  /// The address by which tokens and documents name the provider.
  package var issuer: String { address(.first) }
  /// The address below which the request came.
  package var here: String { base.url(provider, host: host, variables) }

  private func address(_ fact: Fact.BaseFact) -> String {
    switch fact {
    case .root: base.root(told(.front))
    case .path: base.path(provider, host: pathHost, variables)
    case .first: base.url(provider, host: 0, variables, told(.front))
    case .here: base.url(provider, host: host, variables, told(.front))
    case .service: base.url(provider, host: host, variables, told(.back))
    }
  }

  /// A page keeps the way by which the browser came.
  private func told(_ channel: Base.Channel) -> Base.Channel { page == nil ? channel : .here }

  private func value(of fact: Fact.ClientFact, _ client: Client) -> Value {
    switch fact {
    case .id: .text(client.id)
    case .name: .text(client.name)
    case .kind: .text(client.kind.rawValue)
    case .redirectURIs: .texts(client.redirectURIs)
    case .idTokenAlgorithm: .text(client.idTokenAlgorithm ?? "")
    case .accessTokenFormat: .text(client.accessTokenFormat?.rawValue ?? "")
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
    case .type: .text(grant.type)
    case .issued: .number(grant.issued)
    case .authTime: .number(grant.authTime)
    case .id: .number(grant.id)
    }
  }

  private func value(of fact: Fact.TokenFact, _ token: TokenFacts) -> Value {
    guard token.isActive else { return fact == .active ? .flag(false) : .none }
    return switch fact {
    case .active: .flag(true)
    case .kind: .text(token.kind.rawValue)
    case .scope: .texts(token.scopes)
    case .client: .text(token.client)
    case .username: .text(token.username)
    case .issued: .number(token.issued)
    case .ends: .number(token.ends)
    case .audience: .texts(token.audience)
    }
  }

  private func value(of fact: Fact.PageFact, _ page: PageFacts) -> Value {
    switch fact {
    case .action: Value(page.action)
    case .actionChosen: Value(page.actionChosen)
    case .hidden: .json(Self.records(page.hidden.map { [("name", $0.name), ("value", $0.value)] }))
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
    case .more: .json(Self.records(page.more.map { [("label", $0.label), ("href", $0.href)] }))
    }
  }

  private static func record(of person: Person) -> [(String, String)] {
    [("username", person.username), ("name", person.displayName)]
  }

  private static func records(_ rows: [[(String, String)]]) -> JSONValue {
    JSONValue(
      .array(
        rows.map { row in
          JSONValue(.object(JSONObject(row.map { .init($0.0, JSONValue(.string($0.1))) })))
        }))
  }
}
