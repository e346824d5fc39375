import Basics
import ProviderModel

/// The keys of clients for which responses are encrypted, where they have to be fetched.
extension RoutedRequest {
  /// Whether the response may be encrypted for its client; it depends on no state.
  var mayNeedRecipient: Bool {
    guard case .provider(let place) = destination, excess == nil, place.provider.encryption != nil
    else { return false }
    switch place.endpoint.kind {
    case .authorize, .token: return true
    case .resource: return place.endpoint.service.isSigned
    default: return false
    }
  }

  /// The client that the request names, in its parameters or by its authentication.
  fileprivate func recipient(_ place: RouteMatch) -> String? {
    namedClient(place) ?? sent?.first(place.provider.clientParameters.id)
  }

  /// The access token of a call, as it was sent.
  fileprivate func accessToken(_ place: RouteMatch) -> String? {
    if let line = request.headers.first(.authorization) { return AuthorizationHeader(line).rest }
    return place.endpoint.service.token.form.lazy.compactMap { [form] in form.first($0) }.first
  }
}

extension ServerState {
  func recipientKeys(
    _ reading: RoutedRequest, _ place: RouteMatch, _ documents: FetchedDocuments, _ now: Instants
  ) -> String? {
    let name =
      place.endpoint.kind == .resource
      ? reading.accessToken(place).flatMap { owner(of: $0, at: place.provider) }
      : reading.recipient(place)
    guard let name,
      let client = client(name, at: place.provider.id)
        ?? client(name, by: documents, place.provider, now),
      !client.encryptions.isEmpty, client.keys == nil, let address = client.keysURI
    else { return nil }
    return unfetched(address, place.provider, now) { _ in true }
  }

  /// The client of an access token. Whether the token is valid is decided later.
  private func owner(of token: String, at provider: Provider) -> String? {
    let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let text = parts.count == 3 ? RequestContext.digest(of: Array(parts[1])) : token
    let name = CredentialName(provider: provider.id, kind: .access, text: text)
    return state.ledger.credential(name)?.grant.client
  }
}
