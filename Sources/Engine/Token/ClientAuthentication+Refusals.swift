import HTTPTypes
import ProviderModel

extension ClientAuthentication {
  /// The refusal of a request that names no client.
  static func missing(
    _ claim: Claim, _ sent: ServiceRequest, _ context: RequestContext
  ) -> Refusal {
    let provider = context.provider
    let wire = provider.clientParameters.id
    func refusal(_ end: String, clause: String? = nil, _ remedy: Remedy) -> Refusal {
      Refusal(
        .clientMissing, at: .client, facts: [("param", wire)],
        "the request names no client\(end)", clause: clause, remedy: remedy)
    }
    if context.reading.query.first(wire)?.isEmpty == false {
      return refusal(
        "; \(wire) is in its query, which is not read for it", clause: "RFC 6749 §2.3.1",
        "send \(wire) in the body")
    }
    if context.request.clientCertificate != nil, provider.token.authenticatesByCertificate {
      return refusal(
        "; a certificate alone names none", clause: "RFC 8705 §2", "send \(wire), too")
    }
    return refusal(
      claim.note(provider) + NearMiss.parameter(wire, among: sent.parameters.map(\.name)),
      "authenticate with one of: \(methods(provider))")
  }

  /// The refusal of a secret that is not the client's.
  static func wrongSecret(
    _ claim: Claim, _ client: Client, _ context: RequestContext
  ) -> Refusal {
    Refusal(
      .secretWrong, at: .client,
      "the secret is not that of the client \(client.id)"
        + NearMiss.secret(claim.secret, of: client, context),
      remedy: "send the secret of this client, which is in \(client.source)")
  }
}
