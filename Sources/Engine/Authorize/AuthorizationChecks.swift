import Basics
import ProviderModel

/// The checks of an authorization request (RFC 6749 §§4.1.1, 4.2.1), in the order of this file.
///
/// A pushed request is checked here twice: when it is pushed, and when its `request_uri` comes (RFC 9126 §4).
///
/// The order is a security matter: until client and redirect URI are known good, a refusal has no
/// target, so it can't be redirected, whatever the fixture says.
enum AuthorizationChecks {
  static func pass(_ sent: Parameters, _ context: RequestContext) throws(Refusal)
    -> AuthorizationRequest
  {
    try check(sent, context).request
  }

  /// - Returns: The request, and the parameters that count: those of a pushed request or of a request object take the place of
  ///   those that were sent.
  static func check(_ sent: Parameters, _ context: RequestContext) throws(Refusal)
    -> (request: AuthorizationRequest, parameters: Parameters)
  {
    let carrier = RequestCarrier.parameters(in: sent, context)
    var counting = carrier ?? sent
    var repeated = try ParameterReading.read(counting, into: context.facts)
    if carrier == nil { try FixtureChecks.pass(.address, context) }
    let client = try client(sent, context)
    context.facts.client = client
    try RequestCarrier.checkSole(context)
    let pushed = try PushedRequest.sent(by: client, context)
    if let pushed {
      counting = pushed.parameters
      repeated = try ParameterReading.replace(with: counting, in: context.facts)
    }
    let object = try RequestObject.parameters(of: client, context)
    if let object {
      counting = object
      repeated = try ParameterReading.replace(with: object, in: context.facts)
    }
    if carrier != nil { try FixtureChecks.pass(.address, context) }
    let type = AnswerRule.sorted(context.parameter("response_type"))
    let mode = provisionalMode(type, context)
    let target = try RedirectCheck.target(of: client, mode, context)
    // From here on the client can be told.
    do throws(Refusal) {
      if let repeated { throw repeated }
      try RequestObject.mustBeRead(sent, context)
      RequestDefaults.add(of: client, context)
      if pushed == nil {
        try PushedRequest.mayBeMissing(client, context)
        if object == nil { try RequestObject.mayBeMissing(client, context) }
      }
      try responseType(type, client, sent, context.provider)
      try responseMode(context.parameter("response_mode"), context.provider)
      try FixtureChecks.pass(.request, context)
      try ParameterValues.check(context.provider.parameters, at: .authorize, context)
      let scopes = try ScopeCheck.scopes(of: client, for: type, context)
      context.facts.arguments["scope"] = .texts(scopes)
      try ClaimsCheck.pass(type, context)
      ClaimsCheck.restrict(to: client, context)
      try IDTokenHint.pass(context)
      let resources = try ResourceCheck.resources(of: client, context)
      if !resources.isEmpty { context.facts.arguments["resource"] = .texts(resources) }
      if let details = try DetailsCheck.details(of: client, context) {
        context.facts.arguments[AuthorizationDetailsRule.parameter] = .json(details)
      }
      try ChallengeCheck.pass(client, type, context.facts.arguments, context.provider)
      try TokenBinding.checkParameter(context)
      context.note = context.note ?? note(counting, context)
      // A rule may still refuse: then it is not used.
      if context.fired.ordered == nil { pushed?.use(context) }
      let request = AuthorizationRequest(
        client: client.id, receiver: .client(target), responseType: type, mode: mode,
        scopes: scopes,
        arguments: context.facts.arguments, sent: context.facts.request)
      return (request, counting)
    } catch {
      throw error.sent(to: target, mode, client.id, context.facts.arguments)
    }
  }

  /// What has no effect in a request that is good.
  private static func note(
    _ counting: Parameters, _ context: RequestContext
  ) -> RequestContext.Note? {
    let secret = "client_secret"
    if context.endpoint.kind == .authorize, counting.first(secret)?.isEmpty == false {
      return (
        "\(secret) was sent through the browser, which shows it to others", "RFC 6749 §2.3.1",
        "send it to the token endpoint alone, and give the client a new one"
      )
    }
    return ChallengeCheck.note(context)
      ?? UnreadParameter.note({ counting.first($0) }, counting.list.lazy.map(\.name), context)
  }

  private static func client(
    _ sent: Parameters, _ context: RequestContext
  ) throws(Refusal) -> Client {
    let id = context.parameter("client_id")
    let provider = context.provider
    guard !id.isEmpty else {
      let wire = provider.wire("client_id", at: .authorize)
      throw Refusal(
        .clientMissing, at: .authorize,
        "the request names no client" + note(sent, provider)
          + NearMiss.parameter(wire, among: sent.list.map(\.name)) + NearMiss.body(context),
        remedy: "send \(wire)")
    }
    if let client = try context.presentedClient(id, at: .authorize) { return client }
    if context.site.options.acceptsAnyClient { return context.anyClient(id) }
    throw Refusal(
      .clientUnknown, at: .authorize, facts: [("value", id)],
      "no client \"\(id)\" is registered at \(provider.id)" + NearMiss.client(id, context),
      remedy: .addClient(provider: provider.id, id: id, isCalling: false))
  }

  /// Tells who looks for a mistake in what was read that the provider reads no request objects (RFC 9101).
  private static func note(_ sent: Parameters, _ provider: Provider) -> String {
    guard provider.requestObjects == nil else { return "" }
    let unread = ["request"] + (provider.pushes == nil ? ["request_uri"] : [])
    guard let name = unread.first(where: { sent.first($0)?.isEmpty == false }) else { return "" }
    return ", and \(provider.id) does not read what is in \(name)"
  }

  /// The response mode by which even a refusal of the response type travels.
  private static func provisionalMode(_ type: String, _ context: RequestContext) -> String {
    let usual = usualMode(type, context)
    guard case .text(let mode) = context.facts.arguments["response_mode"],
      context.provider.modes.contains(mode)
    else { return usual }
    return ResponseMode.named(mode, usually: usual)
  }

  private static func usualMode(_ type: String, _ context: RequestContext) -> String {
    guard let answer = context.provider.answer(to: type) else { return "query" }
    // A mode that is not known has no say.
    guard case .text(let mode)? = context.facts.value(of: answer.mode, without: "response_mode")
    else { return "query" }
    return mode
  }

  private static func responseType(
    _ type: String, _ client: Client, _ sent: Parameters, _ provider: Provider
  ) throws(Refusal) {
    let wire = provider.wire("response_type", at: .authorize)
    guard !type.isEmpty else {
      throw Refusal(
        .responseTypeMissing, at: .authorize, facts: [("param", "response_type")],
        "the request has no \(wire)" + note(sent, provider)
          + NearMiss.parameter(wire, among: sent.list.map(\.name)), remedy: "send \(wire)=code")
    }
    guard provider.answer(to: type) != nil else {
      throw Refusal(
        .responseTypeUnsupported, at: .authorize, facts: [("value", type)],
        "\(provider.id) does not answer \(wire)=\(type)"
          + Suggestion.question(for: type, among: provider.answers.keys),
        remedy: "send one of: \(provider.answers.keys.sorted().joined(separator: ", "))")
    }
    if let allowed = client.responseTypes, !allowed.contains(type) {
      throw Refusal(
        .responseTypeNotAllowed, at: .authorize, facts: [("value", type)],
        "the client \(client.id) may not use \(wire)=\(type)",
        remedy: "add it to response_types of this client in \(client.source)")
    }
    guard provider.answer(to: type)?.issues.contains(where: { $0.kind == .access }) == true else {
      return
    }
    if client.hasCertificateBoundTokens, provider.bindsToCertificates {
      throw Refusal(
        .responseTypeNotAllowed, at: .authorize, facts: [("value", type)],
        "the client \(client.id) gets only certificate-bound tokens, and \(wire)=\(type) yields a Bearer token through the browser",
        clause: "RFC 8705 §3",
        remedy:
          "send \(wire)=code, or take tls_client_certificate_bound_access_tokens out of \(client.source)"
      )
    }
    if client.hasBoundTokens, provider.dpop != nil {
      throw Refusal(
        .responseTypeNotAllowed, at: .authorize, facts: [("value", type)],
        "the client \(client.id) gets only DPoP-bound tokens, and \(wire)=\(type) yields a Bearer token",
        clause: "RFC 9449 §5.2",
        remedy:
          "send \(wire)=code, or take dpop_bound_access_tokens out of \(client.source)")
    }
  }

  private static func responseMode(_ mode: String, _ provider: Provider) throws(Refusal) {
    let modes = provider.modes
    guard !modes.isEmpty, !mode.isEmpty, !modes.contains(mode) else { return }
    throw Refusal(
      .responseModeUnsupported, at: .authorize, facts: [("value", mode)],
      "\(provider.wire("response_mode", at: .authorize))=\(mode) is not known"
        + Suggestion.question(for: mode, among: modes),
      remedy: "send one of: \(modes.joined(separator: ", "))")
  }
}
