import Basics
import JOSE
import ProviderModel

/// The documents that a request may need, as far as the request alone tells. Most need none.
package struct PossibleDocuments: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The metadata of the client.
  static let client = Self(rawValue: 1)
  /// The keys of a client that signs or has a certificate, and before these the request object, if it has an address.
  static let keys = Self(rawValue: 2)
  static let issuerKeys = Self(rawValue: 4)
  /// The keys for which the response is encrypted.
  static let recipientKeys = Self(rawValue: 8)
  static let sector = Self(rawValue: 16)
}

extension RoutedRequest {
  /// It depends on no state, so it is found outside of any lock.
  package var possibleDocuments: PossibleDocuments {
    var possible: PossibleDocuments = []
    if namedDocument != nil { possible.insert(.client) }
    if mayNeedKeys { possible.insert(.keys) }
    if mayNeedIssuerKeys { possible.insert(.issuerKeys) }
    if mayNeedRecipient { possible.insert(.recipientKeys) }
    if sectorAddress != nil { possible.insert(.sector) }
    return possible
  }

  /// The address of the client ID metadata document that the request names, if any; it depends on no state.
  var namedDocument: String? {
    guard case .provider(let place) = destination, excess == nil,
      place.provider.clientDocuments != nil,
      place.endpoint.answersWithHead(request.method.rawValue)
    else { return nil }
    let address = namedClient(place).flatMap { ClientDocumentAddress($0) }
    return address?.flaw == nil ? address?.text : nil
  }

  /// The ID that the endpoint looks up, if it comes to that: it may refuse the request before.
  func namedClient(_ place: RouteMatch) -> String? {
    let provider = place.provider
    switch place.endpoint.kind {
    case .authorize:
      let (id, count) = ParameterReading.value(
        provider.wire("client_id", at: .authorize), in: AuthorizationEndpoint.sent(self),
        at: provider)
      return count > 1 && provider.repeats == .refuse ? nil : id
    case _ where place.endpoint.kind.authenticatesClients: return claim(provider)?.id
    case .logout: return LogoutStep.client(query, form, signedBy: site.options.keys)
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
    guard case .provider(let place) = destination, excess == nil else { return false }
    if requestObject(place) != nil || reference(place) != nil { return true }
    guard place.endpoint.kind.authenticatesClients, let sent else { return false }
    return certificate(at: place) != nil || ClientAssertion.mayNeedKeys(sent, place.provider)
  }

  /// The certificate of the client, where clients may have registered theirs.
  private func certificate(at place: RouteMatch) -> [UInt8]? {
    guard let certificate = request.clientCertificate, place.endpoint.kind.authenticatesClients,
      place.provider.token.authentication.contains(.selfSignedTLS)
    else { return nil }
    return certificate
  }

  /// The client that may authenticate by a certificate, and that certificate.
  fileprivate var authenticatedByCertificate: (client: String, certificate: [UInt8])? {
    guard case .provider(let place) = destination, excess == nil,
      let certificate = certificate(at: place), let id = namedClient(place)
    else { return nil }
    return (id, certificate)
  }

  /// The address of the sector of a client that registers.
  fileprivate var sectorAddress: String? {
    guard case .provider(let place) = destination, excess == nil, place.provider.pairwise != nil,
      [.register, .registration].contains(place.endpoint.kind),
      [.post, .put].contains(request.method)
    else { return nil }
    return SectorDocument.address(in: request)
  }

  private var mayNeedIssuerKeys: Bool {
    guard case .provider(let place) = destination, excess == nil, place.endpoint.kind == .token,
      let sent
    else { return false }
    return IssuerAssertion.mayNeedKeys(sent, place.provider)
  }

  /// The text of the request object that the request brings, if any.
  private func requestObject(_ place: RouteMatch) -> String? {
    let provider = place.provider
    guard provider.requestObjects != nil else { return nil }
    let wire = provider.wire("request", at: .authorize)
    let text: String? =
      switch place.endpoint.kind {
      case .authorize:
        ParameterReading.value(wire, in: AuthorizationEndpoint.sent(self), at: provider).value
      case .pushedAuthorization:
        sent.flatMap { ParameterReading.value(wire, in: $0.form, at: provider).value }
      default: nil
      }
    return text?.isEmpty == false ? text : nil
  }

  /// The address of the request object, if the request names one.
  private func reference(_ place: RouteMatch) -> RequestReference? {
    guard place.endpoint.kind == .authorize, place.provider.requestObjects?.isFetched == true,
      place.endpoint.answersWithHead(request.method.rawValue)
    else { return nil }
    let wire = place.provider.wire("request_uri", at: .authorize)
    let (uri, count) = ParameterReading.value(
      wire, in: AuthorizationEndpoint.sent(self), at: place.provider)
    guard let uri, count == 1 || place.provider.repeats != .refuse else { return nil }
    let reference = RequestReference(uri, at: place.provider)
    return reference?.isWeb == true ? reference : nil
  }

  /// The client whose request object has to be fetched, and its address.
  fileprivate var referencedObject: (client: String, reference: RequestReference)? {
    guard case .provider(let place) = destination, excess == nil,
      let reference = reference(place), let id = namedClient(place)
    else { return nil }
    return (id, reference)
  }

  /// The client, and the JWTs that it has signed with a key of its own: its assertion, and its request object.
  /// - Parameter fetched: the request object that was fetched.
  fileprivate func signedByKey(
    _ fetched: FetchedDocument?
  ) -> (client: String, jwts: [PresentedJWT])? {
    guard mayNeedKeys, case .provider(let place) = destination, let id = namedClient(place) else {
      return nil
    }
    var jwts: [PresentedJWT] = []
    if place.endpoint.kind.authenticatesClients,
      let assertion = claim(place.provider)?.signedByKey(at: place.provider)
    {
      jwts.append(assertion)
    }
    let given = requestObject(place) ?? fetched.flatMap { RequestReference.text(of: $0) }
    if let text = given,
      let object = try? PresentedJWT(text, in: "request", as: .request),
      AssertionRule.keyAlgorithms.contains(object.token.algorithm)
    {
      jwts.append(object)
    }
    return jwts.isEmpty ? nil : (id, jwts)
  }
}

extension ServerState {
  /// The document that has to be fetched before a request can be decided; `nil` if none is needed.
  /// - Parameters:
  ///   - possible: what the request may need: its `possibleDocuments`.
  ///   - documents: those that have been fetched for the request.
  package func neededDocument(
    for reading: RoutedRequest, among possible: PossibleDocuments,
    having documents: FetchedDocuments = FetchedDocuments(), at now: Instants
  ) -> NeededDocument? {
    guard case .provider(let place) = reading.destination else { return nil }
    if possible.contains(.sector), let address = reading.sectorAddress {
      return documents.sector == nil ? NeededDocument(kind: .sector, address: address) : nil
    }
    if possible.contains(.client), documents.client == nil,
      let address = clientDocument(reading, place.provider, now)
    {
      return NeededDocument(kind: .client, address: address)
    }
    if possible.contains(.keys) {
      if documents.request == nil,
        let address = requestObject(reading, place.provider, documents, now)
      {
        return NeededDocument(kind: .request, address: address)
      }
      if documents.keys == nil, let address = keys(reading, place.provider, documents, now) {
        return NeededDocument(kind: .keys, address: address)
      }
    }
    if possible.contains(.recipientKeys), documents.keys == nil,
      let address = recipientKeys(reading, place, documents, now)
    {
      return NeededDocument(kind: .keys, address: address)
    }
    if possible.contains(.issuerKeys),
      let address = issuerKeys(reading, place, documents, now)
    {
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

  /// Nothing is fetched for a client that nobody knows, nor from an address that a client may not name.
  private func requestObject(
    _ reading: RoutedRequest, _ provider: Provider, _ documents: FetchedDocuments, _ now: Instants
  ) -> String? {
    guard let (id, reference) = reading.referencedObject, let rule = provider.requestObjects,
      let client = client(id, at: provider.id) ?? client(id, by: documents, provider, now),
      reference.isRegistered(by: client, rule)
    else { return nil }
    return reference.address
  }

  private func keys(
    _ reading: RoutedRequest, _ provider: Provider, _ documents: FetchedDocuments, _ now: Instants
  ) -> String? {
    if let (id, jwts) = reading.signedByKey(documents.request),
      let client = client(id, at: provider.id) ?? client(id, by: documents, provider, now),
      client.keys == nil, let address = client.keysURI
    {
      return unfetched(address, provider, now) { known in
        jwts.allSatisfy { known.haveSigned($0.token) }
      }
    }
    guard let (id, der) = reading.authenticatedByCertificate,
      let client = client(id, at: provider.id) ?? client(id, by: documents, provider, now),
      client.certificateMethod == .selfSignedTLS, client.keys == nil, let address = client.keysURI
    else { return nil }
    return unfetched(address, provider, now) { known in
      X509Certificate(der: der).map(known.certificates.contains) ?? true
    }
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
      if let needed = unfetched(
        address, place.provider, now, unless: { $0.haveSigned(assertion.jwt.token) })
      {
        return needed
      }
    }
    return nil
  }

  /// The address of keys that have to be fetched before they can be used; `nil` if they need not.
  /// - Parameter isKnown: Whether the keys that were fetched before are enough.
  func unfetched(
    _ address: String, _ provider: Provider, _ now: Instants,
    unless isKnown: (FetchedKeys) -> Bool
  ) -> String? {
    let known = state.fetchedKeys[RegisteredClient.key(address, at: provider.id)]
    guard let known, known.fresh > now.sandbox + state.aged else { return address }
    // The key may be new: the keys are fetched again, but not for every request.
    guard now.wall - known.fetched >= FetchedKeys.interval else { return nil }
    return isKnown(known) ? nil : address
  }

  /// A client by its metadata document.
  func client(
    _ id: String, by documents: FetchedDocuments, _ provider: Provider, _ now: Instants
  ) -> Client? {
    guard let rule = provider.clientDocuments else { return nil }
    if let fetched = documents.client {
      return try? ClientDocument(fetched, at: provider, rule, now: now.sandbox + state.aged).client
    }
    return state.documents[RegisteredClient.key(id, at: provider.id)]?.client
  }
}
