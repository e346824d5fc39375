import Basics
import ProviderModel

/// The parameters that bring a whole authorization request: `request` holds a request object (RFC 9101 §5.1), and `request_uri`
/// names one, or a pushed request (RFC 9126 §4).
enum RequestCarrier {
  private static let names = ["request", "request_uri"]
  /// The other parameters that count beside them: the client, and those that OpenID Connect Core §6.1 compares.
  private static let companions = ["client_id", "response_type", "scope"]

  /// Whether a parameter decides which request is meant: of two values neither can be trusted.
  static func isDecisive(_ name: String, at provider: Provider) -> Bool {
    if name == "client_id" || name == "redirect_uri" { return true }
    return names.contains(name) && (provider.pushes != nil || provider.requestObjects != nil)
  }

  /// The parameters that count where others bring the request (RFC 9101 §6.3); `nil` if the parameters are the request.
  static func parameters(in sent: Parameters, _ context: RequestContext) -> Parameters? {
    guard carries(sent, context) else { return nil }
    let wires = (names + companions).map { context.provider.wire($0, at: .authorize) }
    return Parameters(sent.list.filter { one in wires.contains { one.isNamed($0) } })
  }

  private static func carries(_ sent: Parameters, _ context: RequestContext) -> Bool {
    let provider = context.provider
    if provider.requestObjects != nil, !value("request", sent, provider).isEmpty { return true }
    guard context.endpoint.kind == .authorize else { return false }
    let uri = value("request_uri", sent, provider)
    return PushedRequest.isNamed(by: uri, at: provider)
      || RequestReference(uri, at: provider) != nil
  }

  /// Refuses a request that two parameters bring (RFC 9101 §5).
  static func checkSole(_ context: RequestContext) throws(Refusal) {
    let (provider, uri) = (context.provider, context.parameter("request_uri"))
    guard provider.requestObjects != nil, context.endpoint.kind == .authorize,
      !context.parameter("request").isEmpty,
      PushedRequest.isNamed(by: uri, at: provider) || RequestReference(uri, at: provider) != nil
    else { return }
    let object = provider.wire("request", at: .authorize)
    let reference = provider.wire("request_uri", at: .authorize)
    throw Refusal(
      .requestObjectRepeated, at: .authorize, facts: [("param", reference)],
      "the request has both \(object) and \(reference)", remedy: "send one of the two")
  }

  private static func value(_ name: String, _ sent: Parameters, _ provider: Provider) -> String {
    guard let rule = provider.parameters.first(where: { $0.name == name })?.rule else { return "" }
    return ParameterReading.value(rule.wire, in: sent, at: provider).value ?? ""
  }

  // MARK: Before anything is verified

  /// The parameters of the request that others bring, for rules; `nil` if there are none, or if they can't be read.
  static func unverified(_ context: RequestContext) -> Parameters? {
    guard let sent = sent(context), carries(sent, context) else { return nil }
    if context.endpoint.kind == .authorize,
      let pushed = PushedRequest.known(by: value("request_uri", sent, context.provider), context)
    {
      return pushed.parameters
    }
    return object(context).flatMap { try? RequestObject.parameters(in: $0, context.provider) }
  }

  /// The request object of a request.
  static func object(_ context: RequestContext) -> PresentedJWT? {
    guard context.provider.requestObjects != nil, let sent = sent(context) else { return nil }
    let given = value("request", sent, context.provider)
    let fetched = given.isEmpty ? context.requestDocument.flatMap(RequestReference.text) : nil
    let text = fetched ?? given
    return text.isEmpty ? nil : try? PresentedJWT(text, in: "request", as: .request)
  }

  /// The parameters of a request as they were sent.
  static func sent(_ context: RequestContext) -> Parameters? {
    switch context.endpoint.kind {
    case .authorize: AuthorizationEndpoint.sent(context.reading)
    case .pushedAuthorization: context.reading.sent?.form
    default: nil
    }
  }

  /// The parameters of a request that a rule matches: those that another parameter brings take the place of those beside it.
  static func matched(
    _ presented: Presented, _ context: RequestContext
  ) -> [(name: String, value: String)] {
    guard let inside = unverified(context) else { return presented.parameters }
    let provider = context.provider
    let kept = (names + ["client_id"]).map { provider.wire($0, at: .authorize) }
    let beside = presented.parameters.filter { one in
      kept.contains(one.name) || !provider.parameters.contains { $0.rule.wire == one.name }
    }
    return beside
      + inside.list.filter { one in !kept.contains(one.name) }.map { ($0.name, $0.value) }
  }
}
