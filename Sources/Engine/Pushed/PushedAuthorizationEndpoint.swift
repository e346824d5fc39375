import Basics
import ProviderModel

/// The endpoint for pushed authorization requests (RFC 9126 §2): a client sends its request here, and its browser only
/// the `request_uri` that stands for it.
enum PushedAuthorizationEndpoint {
  static func decide(_ context: RequestContext) throws(Refusal) -> Outcome {
    let sent = try context.serviceRequest()
    try authenticatesOnce(sent, context.provider)
    try FixtureChecks.pass(context.endpoint.service.checks, early: true, context)
    let client = try ClientAuthentication.pass(sent, .confidential, context)
    guard let rule = context.provider.pushes else {
      throw Refusal(
        .parameterInvalid, at: .client, facts: [("param", "request_uri"), ("value", "")],
        "the provider has no request URIs",
        remedy: "add the credential request_uri and the parameter request_uri to its provider file")
    }
    let form = try named(client, sent.form, context.provider)
    try hasNoReference(form, context.provider)
    try hasNoUnreadObject(form, context.provider)
    let key = try TokenBinding.key(ofPush: context)
    var counting: Parameters
    do throws(Refusal) {
      counting = try AuthorizationChecks.check(form, context).parameters
    } catch {
      // The client itself asks: nobody is redirected.
      throw error.sent(to: nil, "query", client.id)
    }
    if let key { counting = try TokenBinding.bind(counting, to: key, context) }
    try FixtureChecks.pass(context.endpoint.service.checks, context)
    let (uri, lifetime) = issue(rule, context)
    PushedRequest.keep(counting, of: client, as: uri, for: lifetime, context)
    return Outcome(.answered(context.endpoint.service.answer), .pushed)
  }

  private static func issue(
    _ rule: PushRule, _ context: RequestContext
  ) -> (uri: String, lifetime: Int) {
    // A request URI always expires (RFC 9126 §2.2).
    let lifetime = max(CredentialIssuer.lifetime(of: rule.credential, context), 1)
    var uri = ""
    if case .text(let text) = rule.credential.form {
      uri = context.facts.secret(text, using: context.random)
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

  /// The request names the client that has authenticated, also where a header does (RFC 9126 §2.1). Beside a request object it
  /// need not (§3).
  /// - Returns: the request, which names the client.
  private static func named(
    _ client: Client, _ form: Parameters, _ provider: Provider
  ) throws(Refusal) -> Parameters {
    let wire = provider.wire("client_id", at: .authorize)
    let (value, count) = ParameterReading.value(wire, in: form, at: provider)
    // Of several, which is a mistake of its own, none is compared.
    if count > 1, provider.repeats == .refuse { return form }
    if let value, !value.isEmpty {
      guard !ExactText.same(value, client.id) else { return form }
      throw Refusal(
        .parameterInvalid, at: .client, facts: [("param", wire), ("value", value)],
        "the client \(client.id) has authenticated, and \(wire) is \(value.shortened)",
        clause: "RFC 9126 §2.1", remedy: "send \(wire)=\(client.id)")
    }
    let object = form.first(provider.wire("request", at: .authorize)) ?? ""
    guard provider.requestObjects != nil, !object.isEmpty else {
      throw Refusal(
        .parameterMissing, at: .client, facts: [("param", wire)],
        "the pushed request has no \(wire)", clause: "RFC 9126 §2.1",
        remedy: "send \(wire)=\(client.id) in the body")
    }
    return Parameters(
      form.list.filter { !$0.isNamed(wire) } + [Parameters.Parameter(wire, client.id)])
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

  /// A request object brings the whole request, so a provider that reads none can't ignore it (RFC 9126 §3).
  private static func hasNoUnreadObject(
    _ form: Parameters, _ provider: Provider
  ) throws(Refusal) {
    let wire = provider.wire("request", at: .authorize)
    guard provider.requestObjects == nil, let value = form.first(wire), !value.isEmpty else {
      return
    }
    throw Refusal(
      .parameterInvalid, at: .client, facts: [("param", wire), ("value", value.shortened)],
      "the pushed request holds \(wire), and \(provider.id) reads no request objects",
      clause: "RFC 9126 §3", remedy: .say("push the parameters themselves, without \(wire)"))
  }
}
