import Basics
import ProviderModel

extension RoutedRequest {
  /// Whether the request may need a document; it depends on no state.
  package var mayNeedDocument: Bool {
    namedDocument != nil || mayNeedKeys || mayNeedIssuerKeys
  }

  /// The address of the client ID metadata document that the request names, if any; it depends on no state.
  var namedDocument: String? {
    guard case .provider(let place) = destination, excess == nil,
      place.provider.clientDocuments != nil,
      place.endpoint.methodsWithHead.contains(request.method.rawValue)
    else { return nil }
    let address = namedClient(place).flatMap { ClientDocumentAddress($0) }
    return address?.flaw == nil ? address?.text : nil
  }

  /// The ID that the endpoint looks up, if it comes to that: it may refuse the request before.
  private func namedClient(_ place: RouteMatch) -> String? {
    let provider = place.provider
    switch place.endpoint.kind {
    case .authorize:
      let (id, count) = ParameterReading.value(
        provider.wire("client_id", at: .authorize), in: AuthorizationEndpoint.sent(self),
        at: provider)
      return count > 1 && provider.repeats == .refuse ? nil : id
    case _ where place.endpoint.kind.authenticatesClients: return claim(provider)?.id
    case .logout: return LogoutStep.client(query, form)
    default: return nil
    }
  }

  /// What the client says of itself where clients authenticate, if it may be an address or may have signed a JWT.
  private func claim(_ provider: Provider) -> ClientAuthentication.Claim? {
    guard let sent else { return nil }
    let header = request.headers.first(.authorization)
    let id = sent.first(provider.clientParameters.id) ?? ""
    // Most clients just send a name.
    guard header != nil || id.isEmpty || ClientDocumentAddress(id) != nil || mayNeedKeys else {
      return nil
    }
    return try? ClientAuthentication.claim(sent, header, provider)
  }

  private var mayNeedKeys: Bool {
    guard case .provider(let place) = destination, excess == nil,
      place.endpoint.kind.authenticatesClients, let sent
    else { return false }
    return ClientAssertion.mayNeedKeys(sent, place.provider)
  }

  private var mayNeedIssuerKeys: Bool {
    guard case .provider(let place) = destination, excess == nil, place.endpoint.kind == .token,
      let sent
    else { return false }
    return IssuerAssertion.mayNeedKeys(sent, place.provider)
  }

  /// The client and the JWT that it has signed with a key of its own.
  fileprivate var signedByKey: (client: String, assertion: PresentedJWT)? {
    guard mayNeedKeys, case .provider(let place) = destination, let claim = claim(place.provider),
      let assertion = claim.signedByKey(at: place.provider)
    else { return nil }
    return (claim.id, assertion)
  }
}

extension ServerState {
  /// The document that has to be fetched before a request can be decided; `nil` if none is needed.
  /// - Parameter documents: those that have been fetched for the request.
  package func neededDocument(
    for reading: RoutedRequest, having documents: FetchedDocuments = FetchedDocuments(),
    at now: Instants
  ) -> NeededDocument? {
    guard case .provider(let place) = reading.destination else { return nil }
    if documents.client == nil, let address = clientDocument(reading, place.provider, now) {
      return NeededDocument(kind: .client, address: address)
    }
    if documents.keys == nil, let address = keys(reading, place.provider, documents, now) {
      return NeededDocument(kind: .keys, address: address)
    }
    if let address = issuerKeys(reading, place, documents, now) {
      return NeededDocument(kind: .issuerKeys, address: address)
    }
    return nil
  }

  private func clientDocument(
    _ reading: RoutedRequest, _ provider: Provider, _ now: Instants
  ) -> String? {
    guard let address = reading.namedDocument, !site.options.acceptsAnyClient,
      client(address, at: provider.id) == nil
    else { return nil }
    let known = state.documents[RegisteredClient.key(address, at: provider.id)]
    if let known, known.fresh > now.sandbox + state.aged { return nil }
    return address
  }

  private func keys(
    _ reading: RoutedRequest, _ provider: Provider, _ documents: FetchedDocuments, _ now: Instants
  ) -> String? {
    guard let (id, assertion) = reading.signedByKey,
      let client = client(id, at: provider.id) ?? client(id, by: documents, provider, now),
      client.keys == nil, let address = client.keysURI
    else { return nil }
    return unfetched(address, for: assertion, provider, now)
  }

  private func issuerKeys(
    _ reading: RoutedRequest, _ place: RouteMatch, _ documents: FetchedDocuments, _ now: Instants
  ) -> String? {
    guard place.endpoint.kind == .token, let sent = reading.sent else { return nil }
    for assertion in IssuerAssertion.sent(in: sent, to: place.provider, cast) {
      guard assertion.trusted.keys == nil, let address = assertion.trusted.keysURI,
        documents.keys.map({ !ExactText.same($0.address, address) }) ?? true,
        !documents.issuerKeys.contains(where: { ExactText.same($0.address, address) })
      else { continue }
      if let needed = unfetched(address, for: assertion.jwt, place.provider, now) { return needed }
    }
    return nil
  }

  /// The address of keys that have to be fetched before they can verify a JWT; `nil` if they need not.
  private func unfetched(
    _ address: String, for jwt: PresentedJWT, _ provider: Provider, _ now: Instants
  ) -> String? {
    let known = state.fetchedKeys[RegisteredClient.key(address, at: provider.id)]
    guard let known, known.fresh > now.sandbox + state.aged else { return address }
    // The key may be new: the keys are fetched again, but not for every request.
    guard now.wall - known.fetched >= FetchedKeys.interval else { return nil }
    return known.haveSigned(jwt.token) ? nil : address
  }

  /// A client by its metadata document.
  private func client(
    _ id: String, by documents: FetchedDocuments, _ provider: Provider, _ now: Instants
  ) -> Client? {
    guard let rule = provider.clientDocuments else { return nil }
    if let fetched = documents.client {
      return try? ClientDocument(fetched, at: provider, rule, now: now.sandbox + state.aged).client
    }
    return state.documents[RegisteredClient.key(id, at: provider.id)]?.client
  }
}
