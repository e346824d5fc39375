import ProviderModel

extension RoutedRequest {
  /// The address of the client ID metadata document that the request names, if any; it depends on no state.
  package var namedDocument: String? {
    guard case .provider(let place) = destination, excess == nil,
      place.provider.clientDocuments != nil
    else { return nil }
    let id: String?
    switch place.endpoint.kind {
    case .authorize:
      let wire = place.provider.wire("client_id", at: .authorize)
      id = query.first(wire) ?? form.first(wire)
    case .token, .introspect, .revoke, .deviceAuthorization:
      id =
        sent?.first(place.provider.wire("client_id", at: .token))
        ?? Presented.client(named: request.headers.first(.authorization), place.provider)
    default: return nil
    }
    let address = id.flatMap { ClientDocumentAddress($0) }
    return address?.flaw == nil ? address?.text : nil
  }
}

extension ServerState {
  /// The address of the document that has to be fetched before a request can be decided; `nil` if none is needed.
  package func neededDocument(for reading: RoutedRequest, at now: Instants) -> String? {
    guard let address = reading.namedDocument, case .provider(let place) = reading.destination,
      !site.options.acceptsAnyClient, client(address, at: place.provider.id) == nil
    else { return nil }
    let known = state.documents[RegisteredClient.key(address, at: place.provider.id)]
    if let known, known.fresh > now.sandbox + state.aged { return nil }
    return address
  }
}
