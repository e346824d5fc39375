import ProviderModel

extension RoutedRequest {
  /// The address of the client ID metadata document that the request names, if any; it depends on no state.
  package var namedDocument: String? {
    guard case .provider(let place) = destination, excess == nil,
      place.provider.clientDocuments != nil
    else { return nil }
    switch place.endpoint.kind {
    case .authorize, .token, .introspect, .revoke: break
    default: return nil
    }
    guard let id = Presented(self, place).clientNamed(request, place),
      let address = ClientDocumentAddress(id), address.flaw == nil
    else { return nil }
    return address.text
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
