import Basics
import HTTPTypes
import JOSE
import ProviderModel

/// The parameters of a request, wherever they are, and the codes and tokens among them.
struct Presented {
  let parameters: [(name: String, value: String)]
  let credentials: [(kind: CredentialKind, text: String)]

  init(_ context: RequestContext) { self.init(context.reading, context.place) }

  init(_ reading: RoutedRequest, _ place: RouteMatch) {
    let parameters = Self.parameters(reading, place.endpoint)
    var credentials: [(kind: CredentialKind, text: String)] = []
    func take(_ kind: CredentialKind, _ names: [String]) {
      for name in names {
        if let found = parameters.first(where: { $0.name == name }) {
          credentials.append((kind, found.value))
          return
        }
      }
    }
    func wire(_ name: String) -> String { place.provider.wire(name, at: place.endpoint.kind) }
    let places = place.endpoint.service.token
    // Most requests for a document have no parameters.
    if !parameters.isEmpty {
      let names = places.form + places.query
      take(.code, [wire("code"), "code"])
      take(.refresh, [wire("refresh_token"), "refresh_token"])
      if place.provider.rule(for: .deviceCode) != nil {
        take(.deviceCode, [wire("device_code"), "device_code"])
      }
      if place.endpoint.kind == .token, place.provider.names.slot("subject_token") != nil {
        for kind in [CredentialKind.access, .refresh] { take(kind, [wire("subject_token")]) }
      }
      take(.access, names + ["access_token", "token"])
      // Introspection and revocation accept both kinds (RFC 7009 §2.1).
      if place.endpoint.kind == .introspect || place.endpoint.kind == .revoke {
        take(.refresh, names + ["token"])
      }
    }
    for token in BearerToken.ownFields(places, reading.request.headers) {
      credentials.append((.access, token))
    }
    for line in reading.request.headers[values: .authorization] {
      let rest = AuthorizationHeader(line).rest
      let token = places.fieldsFollow ? rest.prefix { $0 != "," && $0 != " " } : rest[...]
      if !token.isEmpty { credentials.append((.access, String(token))) }
    }
    self.parameters = parameters
    self.credentials = credentials
  }

  func value(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

  private static func parameters(
    _ reading: RoutedRequest, _ endpoint: Endpoint
  ) -> [(name: String, value: String)] {
    if endpoint.kind.isService {
      let sent = reading.sent ?? ServiceRequest()
      return (sent.parameters + reading.query.list.filter { sent.first($0.name) == nil })
        .map { ($0.name, $0.value) }
    }
    let sent =
      endpoint.kind == .authorize
      ? AuthorizationEndpoint.sent(reading).list : reading.query.list + reading.form.list
    return sent.map { ($0.name, $0.value) }
  }

  /// The client that the request names, in a parameter or in a header: whether it is known or not.
  func clientNamed(_ context: RequestContext) -> String? {
    // An empty parameter is one that was not sent (RFC 6749 §3.1).
    value(context.provider.wire("client_id", at: context.endpoint.kind))
      .flatMap { $0.isEmpty ? nil : $0 }
      ?? DeviceStep.device(presented: self, context)?.grant.client
      ?? Self.client(named: context.request.headers.first(.authorization), context.provider)
      ?? context.reading.sent.flatMap { sent in
        guard context.endpoint.kind.authenticatesClients else { return nil }
        return ClientAssertion.client(namedIn: sent, context.provider)
          ?? (context.endpoint.kind == .token
            ? IssuerAssertion.client(vouchedForIn: sent, context.provider, context.cast) : nil)
      }
  }

  static func client(
    named authorization: String?, _ provider: Provider
  ) -> String? {
    guard let line = authorization else { return nil }
    let header = AuthorizationHeader(line)
    if header.hasRest, header.isScheme("basic") {
      let bytes = Base64.decode(header.rest) ?? []
      let id = String(decoding: bytes, as: UTF8.self).prefix { $0 != ":" }
      return PercentCoding.decode(id, plusIsSpace: true)
    }
    return provider.token.signature.flatMap { try? SignedRequest(line, $0).client }
  }

  /// The client and the person of the codes and tokens that the request presents.
  func owner(_ context: RequestContext) -> (client: String?, person: String?) {
    var owner: (client: String?, person: String?) = (nil, nil)
    for found in known(context) {
      owner = (owner.client ?? found.grant.client, owner.person ?? found.grant.person)
    }
    return owner
  }

  /// Codes and tokens of ours that came along, whatever they are still worth.
  func known(_ context: RequestContext) -> [Credential] {
    credentials.compactMap { kind, text in
      context.name(kind, text).flatMap { context.state.ledger.credential($0) }
    }
  }
}

extension RoutedRequest {
  /// The names of the codes and tokens that the request presents, whichever sandbox has issued them.
  package var presentedCredentials: [CredentialName] {
    guard case .provider(let place) = destination, excess == nil else { return [] }
    return Presented(self, place).credentials.compactMap { kind, text in
      place.provider.name(of: kind, text, signedBy: site.options.keys)
    }
  }
}
