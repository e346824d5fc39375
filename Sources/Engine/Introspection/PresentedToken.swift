import ProviderModel

/// The token that introspection and revocation are asked about.
enum PresentedToken {
  /// Returns its status, and its text.
  /// - Parameter client: the only client that may ask about it; `nil` allows every authorized caller.
  static func find(
    _ sent: ServiceRequest, for client: String? = nil, _ context: RequestContext
  ) throws(Refusal) -> (status: CredentialStatus, text: String) {
    let places = context.endpoint.service.token
    let names = places.form + places.query
    let text =
      names.lazy.compactMap({ sent.first($0) }).first(where: { !$0.isEmpty })
      ?? header(places, context)
    guard let text else {
      let name = names.first ?? "token"
      throw Refusal(
        .parameterMissing, at: .client, facts: [("param", name)], "the request has no \(name)",
        clause: context.endpoint.kind == .introspect ? "RFC 7662 §2.1" : "RFC 7009 §2.1",
        remedy: "send \(name)")
    }
    for kind in [CredentialKind.access, .refresh] {
      let worth = context.worth(kind, text, for: client)
      if case .unknown = worth { continue }
      return (worth, text)
    }
    return (.unknown, text)
  }

  /// The token in a header, where the endpoint reads one.
  private static func header(
    _ places: Service.TokenPlaces, _ context: RequestContext
  ) -> String? {
    if let own = BearerToken.ownField(places, context.request.headers) { return own }
    guard let line = context.request.headers.first(.authorization) else { return nil }
    let header = AuthorizationHeader(line)
    return places.schemes.contains(where: header.isScheme) && !header.rest.isEmpty
      ? header.rest : nil
  }
}
