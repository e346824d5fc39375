import ProviderModel

extension Subject {
  /// What a cast says of a client.
  package init(_ client: Client) {
    self.init(
      clientID: client.id, kind: client.kind == .confidential ? .confidential : .public,
      secret: client.secret, redirectURIs: client.redirectURIs,
      authMethod: client.authentication, responseTypes: client.responseTypes)
  }
}
