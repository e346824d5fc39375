import ProviderModel

extension RoutedRequest {
  /// The address of the client ID metadata document that the request names, if any; it depends on no state.
  package var namedDocument: String? {
    guard case .provider(let place) = destination, excess == nil,
      place.provider.clientDocuments != nil,
      place.endpoint.methodsWithHead.contains(request.method.rawValue)
    else { return nil }
    let address = presentedClient(place).flatMap { ClientDocumentAddress($0) }
    return address?.flaw == nil ? address?.text : nil
  }

  /// The ID that the endpoint will look up; `nil` also if it refuses the request before.
  private func presentedClient(_ place: RouteMatch) -> String? {
    let provider = place.provider
    switch place.endpoint.kind {
    case .authorize:
      let (id, count) = ParameterReading.value(
        provider.wire("client_id", at: .authorize), in: AuthorizationEndpoint.sent(self),
        at: provider)
      return count > 1 && provider.repeats == .refuse ? nil : id
    case .token, .introspect, .revoke, .deviceAuthorization:
      let claim = sent.flatMap {
        try? ClientAuthentication.claim($0, request.headers.first(.authorization), provider)
      }
      return claim?.id
    case .logout: return LogoutStep.client(query, form)
    default: return nil
    }
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
