extension Provider {
  /// All conditions of requests to this endpoint, also the provider's own.
  package func conditions(at endpoint: Endpoint) -> Set<Condition> {
    let own = Set((errors[endpoint.errorTable]?.entries.keys).map(Array.init) ?? [])
    var all = own.union(Condition.known(at: endpoint).keys)
    func need(_ isThere: Bool, _ conditions: some Sequence<Condition>) {
      if !isThere { all.subtract(conditions) }
    }
    for unmet in unmetConditions { all.subtract(unmet) }
    let kind = endpoint.kind
    all.subtract(kind.unmetConditions)
    need(kind == .authorize && pushes != nil, Condition.pushReferences)
    need(signsForClients, [.signingAlgUnsupported])
    all.subtract(endpoint.service.token.unmetConditions)
    need(readsCertificates, Condition.mutualTLS)
    need(bindsToCertificates || kind.authenticatesClients, [.tlsMissing, .certificateMissing])
    need(kind.readsAuthorizationDetails, Condition.ofDetails)
    need([.authorize, .pushedAuthorization].contains(kind), Condition.requestObjects)
    need(requestObjects?.isFetched == true, Condition.fetchedObjects)
    for (_, condition) in Condition.unreadRequests {
      need(refuses(condition), [condition])
    }
    return all.union(named(at: endpoint))
  }

  /// The subject of a condition at an endpoint.
  package func subject(of condition: Condition, at endpoint: Endpoint) -> Condition.Subject {
    condition.declaration(at: endpoint.kind.catalogue)?.subject
      ?? .named(in: condition.name, variables: variables.map(\.name))
  }

  /// What the fixture's own checks and addresses come to here: an entry for everything may be all that the errors
  /// have for it.
  private func named(at endpoint: Endpoint) -> [Condition] {
    let bound = Set(endpoint.routes.flatMap(\.variables))
    let addresses = variables.filter { bound.contains($0.name) }.compactMap(\.rule.missing)
    switch endpoint.kind {
    case .document, .register, .registration, .fedCMConfig: return addresses
    case .resource, .introspect, .revoke, .mcp, .fedCMAccounts, .fedCMClientMetadata,
      .fedCMAssertion, .fedCMDisconnect:
      return addresses + endpoint.service.checks.map(\.fail)
    case .deviceAuthorization:
      return addresses + ((checks[.scope] ?? []) + endpoint.service.checks).map(\.fail)
    case .token:
      return addresses + (checks[.scope] ?? []).map(\.fail)
        + token.grants.flatMap { $0.rule.checks.map(\.fail) + $0.rule.mustMatch.map(\.condition) }
    case .pushedAuthorization:
      let phases = CheckPhase.ofRequests.flatMap { checks[$0] ?? [] }
      return addresses + (phases + endpoint.service.checks).map(\.fail)
        + parameters.map(\.rule.invalid)
    default:
      return addresses + checks.values.flatMap { $0.map(\.fail) } + parameters.map(\.rule.invalid)
        + [endpoint.condition].compactMap(\.self) + endpoint.conditions.map(\.condition)
    }
  }
}

extension Provider {
  /// Whether the parameter of a condition of `Condition.unreadRequests` has an effect.
  private func reads(_ condition: Condition) -> Bool {
    condition == .requestNotSupported
      ? requestObjects != nil : requestObjects?.isFetched == true
  }

  /// Whether such a request is refused: by an OpenID provider whose errors have an entry for it, and which does not read it.
  package func refuses(_ condition: Condition) -> Bool {
    rule(for: .id) != nil && !reads(condition)
      && errors["authorize"]?.entries[condition] != nil
  }
}

extension EndpointKind {
  /// Conditions that only endpoints of another kind meet.
  var unmetConditions: Set<Condition> { self == .device ? [] : Condition.userCodes }
}

extension Service.TokenPlaces {
  /// Conditions that no token meets here.
  var unmetConditions: Set<Condition> {
    var unmet: Set<Condition> = []
    if !checksForm { unmet.insert(.tokenMalformed) }
    if kinds == nil { unmet.insert(.tokenTypeUnsupported) }
    if !needsPerson { unmet.insert(.personMissing) }
    return unmet
  }
}

extension Provider {
  /// The document with the keys that verify tokens.
  package var keysEndpoint: Endpoint? {
    endpoints.first {
      $0.kind == .document && shape($0.service.answer)?.facts.contains(.keys) == true
    }
  }
}

extension Provider {
  /// Whether something is signed with the algorithm of a client.
  var signsForClients: Bool {
    rule(for: .id) != nil || rule(for: .response) != nil || signsUserInfo
  }

  /// Whether clients can have signed responses of userinfo.
  package var signsUserInfo: Bool { endpoints.contains { $0.service.isSigned } }
}
