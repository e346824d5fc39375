import HTTPTypes
import ProviderModel

/// The client that asks about a token. Whether it has to authenticate is said by `client` of the endpoint.
enum ServiceClient {
  /// - Returns: the client, or the one of the access token with which the caller authenticates; `nil` if the token alone counts.
  static func pass(
    _ sent: ServiceRequest, _ proof: GrantRule.ClientAuthentication, _ context: RequestContext
  ) throws(Refusal) -> Client? {
    switch context.endpoint.service.client ?? .required {
    case .required: break
    case .named: return try ClientAuthentication.pass(sent, .named, context)
    case .optional where isNamed(sent, context): break
    case .optional, .none: return nil
    case .token: return try BearerToken.caller(context)
    }
    return try ClientAuthentication.pass(sent, proof, context)
  }

  /// An Authorization header with a token names no client.
  private static func isNamed(_ sent: ServiceRequest, _ context: RequestContext) -> Bool {
    let names = [context.provider.clientParameters.id, context.provider.clientParameters.secret]
    if (names + ["client_assertion"]).contains(where: { sent.first($0)?.isEmpty == false }) {
      return true
    }
    guard let line = context.request.headers.first(.authorization) else { return false }
    let header = AuthorizationHeader(line)
    return !context.endpoint.service.token.schemes.contains(where: header.isScheme)
  }
}
