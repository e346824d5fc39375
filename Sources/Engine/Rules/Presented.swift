import Basics
import HTTPTypes
import JOSE
import ProviderModel

/// What a request brings along: its parameters, wherever they stand, and the codes and tokens among them.
struct Presented {
  let parameters: [(name: String, value: String)]
  let credentials: [(kind: CredentialKind, text: String)]

  init(_ context: RequestContext) {
    let parameters = Self.parameters(context)
    func value(_ name: String) -> String? { parameters.first { $0.name == name }?.value }
    var credentials: [(kind: CredentialKind, text: String)] = []
    if let code = value("code") { credentials.append((.code, code)) }
    if let token = value("refresh_token") { credentials.append((.refresh, token)) }
    if let token = value("access_token") ?? value("token") { credentials.append((.access, token)) }
    for line in context.request.headers[values: .authorization] {
      let token = AuthorizationHeader(line).rest
      if !token.isEmpty { credentials.append((.access, token)) }
    }
    self.parameters = parameters
    self.credentials = credentials
  }

  func value(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

  private static func parameters(_ context: RequestContext) -> [(name: String, value: String)] {
    let reading = context.reading
    if context.endpoint.kind.isService {
      let sent = reading.sent ?? ServiceRequest()
      return (sent.parameters + reading.query.list.filter { sent.first($0.name) == nil })
        .map { ($0.name, $0.value) }
    }
    return (reading.query.list + reading.form.list).map { ($0.name, $0.value) }
  }

  /// The client that the request names, in a parameter or in a header: whether it is known or not.
  func clientNamed(_ context: RequestContext) -> String? {
    value(context.provider.wire("client_id", at: context.endpoint.kind))
      ?? Self.headerClient(context)
  }

  private static func headerClient(_ context: RequestContext) -> String? {
    guard let line = context.request.headers.first(.authorization) else { return nil }
    let header = AuthorizationHeader(line)
    if header.hasRest, header.isScheme("basic") {
      let bytes = Base64.decode(header.rest) ?? []
      let id = String(decoding: bytes, as: UTF8.self).prefix { $0 != ":" }
      return PercentCoding.decode(id, plusIsSpace: true)
    }
    return context.provider.token.signature.flatMap { try? SignedRequest(line, $0).client }
  }

  /// To whom, and for whom, the codes and tokens were issued that came with the request.
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

  /// Codes and tokens that are not known here.
  func strangers(_ context: RequestContext) -> [CredentialName] {
    credentials.compactMap { kind, text in
      context.name(kind, text).flatMap {
        context.state.ledger.credential($0) == nil ? $0 : nil
      }
    }
  }
}
