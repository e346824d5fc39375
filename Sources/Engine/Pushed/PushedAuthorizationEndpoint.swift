import Basics
import ProviderModel

/// The endpoint for pushed authorization requests (RFC 9126 §2): a client sends its request here, and its browser only
/// the `request_uri` that stands for it.
enum PushedAuthorizationEndpoint {
  static func decide(_ context: RequestContext) throws(Refusal) -> Outcome {
    let sent = try context.serviceRequest()
    try authenticatesOnce(sent, context.provider)
    let client = try ClientAuthentication.pass(sent, .confidential, context)
    guard let rule = context.provider.pushes else {
      throw Refusal(
        .parameterInvalid, at: .client, facts: [("param", "request_uri"), ("value", "")],
        "the provider has no request URIs",
        remedy: "add the credential request_uri and the parameter request_uri to its fixture")
    }
    try names(client, sent.form, context.provider)
    try hasNoReference(sent.form, context.provider)
    let counting: Parameters
    do throws(Refusal) {
      counting = try AuthorizationChecks.check(sent.form, context).parameters
    } catch {
      // The client itself asks: nobody is redirected.
      throw error.sent(to: nil, "query", client.id)
    }
    try FixtureChecks.pass(context.endpoint.service.checks, context)
    let (uri, lifetime) = issue(rule, context)
    PushedRequest.keep(counting, of: client, as: uri, for: lifetime, context)
    return Outcome(.answered(context.endpoint.service.answer), .pushed)
  }

  private static func issue(
    _ rule: PushRule, _ context: RequestContext
  ) -> (uri: String, lifetime: Int) {
    // It always ends (RFC 9126 §2.2).
    let lifetime = max(CredentialIssuer.lifetime(of: rule.credential, context), 1)
    var uri = ""
    if case .text(let template) = rule.credential.form {
      uri = context.facts.secret(template, using: &context.random)
    }
    context.facts.set(
      CredentialFacts(
        kind: .requestURI, value: uri, lifetime: lifetime, issued: context.shown(context.now),
        ends: context.shown(context.now + lifetime)))
    return (uri, lifetime)
  }

  /// The parameters of client authentication belong to no authorization request.
  private static func authenticatesOnce(
    _ sent: ServiceRequest, _ provider: Provider
  ) throws(Refusal) {
    guard sent.hasRepeats, provider.repeats == .refuse else { return }
    for name in ["client_secret", "client_assertion", "client_assertion_type"] {
      let wire = provider.wire(name, at: .token)
      guard sent.count(wire) > 1 else { continue }
      throw Refusal(
        .parameterRepeated, at: .client, facts: [("param", wire)],
        "the parameter \(wire) was sent \(sent.count(wire)) times", remedy: "send it once")
    }
  }

  /// The request names its client, also where the client has authenticated by a header (RFC 9126 §2.1).
  private static func names(
    _ client: Client, _ form: Parameters, _ provider: Provider
  ) throws(Refusal) {
    let wire = provider.wire("client_id", at: .authorize)
    guard form.first(wire)?.isEmpty ?? true else { return }
    throw Refusal(
      .parameterMissing, at: .client, facts: [("param", wire)],
      "the pushed request has no \(wire)", clause: "RFC 9126 §2.1",
      remedy: "send \(wire)=\(client.id) in the body")
  }

  private static func hasNoReference(
    _ form: Parameters, _ provider: Provider
  ) throws(Refusal) {
    let wire = provider.wire("request_uri", at: .authorize)
    guard let value = form.first(wire) else { return }
    throw Refusal(
      .requestURIPushed, at: .pushedAuthorization, facts: [("param", wire), ("value", value)],
      "the pushed request holds \(wire)", remedy: "push the parameters themselves")
  }
}
