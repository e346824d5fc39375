import Basics
import HTTPTypes
import JOSE
import ProviderModel

/// The client registration endpoint (RFC 7591 §3).
enum RegistrationEndpoint {
  static func decide(_ context: RequestContext) throws(Refusal) -> Outcome {
    guard let rule = context.provider.registration else {
      return Outcome(.answered(nil), .answered)
    }
    try checkInitialToken(rule, context)
    let sent = try RegistrationBody.read(context.request, formNames: rule.formNames)
    let members = try SoftwareStatement.merge(into: sent, rule, at: context.instants)
    let metadata = try ClientMetadata(
      RegistrationBody.replacing(members, rule), at: context.provider,
      sector: context.sectorDocument)
    try checkRoom(rule, context)
    let client = Client(
      provider: context.provider.id, id: draw(rule.clientID, context),
      secret: metadata.hasSecret ? draw(rule.secret, context) : nil, metadata.client)
    let registered = RegisteredClient(
      client: client, metadata: metadata.members, token: draw(rule.accessToken, context),
      issued: context.now, bytes: context.request.body.count)
    context.state.register(registered)
    context.show(registered)
    return Outcome(.answered(context.endpoint.service.answer), .registered)
  }

  static func draw(_ pattern: Pattern?, _ context: RequestContext) -> String {
    pattern?.draw(using: &context.random) ?? ""
  }

  /// The token behind `Authorization: Bearer`; `nil` without one, and with several headers.
  static func bearer(_ request: Request) -> String? {
    let lines = request.headers[values: .authorization]
    let header = lines.count == 1 ? lines.first.map(AuthorizationHeader.init) : nil
    return header.flatMap { $0.isScheme("bearer") && !$0.rest.isEmpty ? $0.rest : nil }
  }

  private static func checkInitialToken(
    _ rule: RegistrationRule, _ context: RequestContext
  ) throws(Refusal) {
    guard let expected = rule.initialToken else { return }
    guard let token = bearer(context.request) else {
      throw Refusal(
        .initialTokenMissing, at: .registration,
        "\(context.provider.id) registers only clients with an initial access token, and the request has none",
        remedy: "send Authorization: Bearer with the initial_access_token of the provider file")
    }
    guard equalInConstantTime(Array(expected.utf8), Array(token.utf8)) else {
      throw Refusal(
        .initialTokenWrong, at: .registration,
        "the initial access token is not the one of \(context.provider.id)",
        remedy: "send the initial_access_token of the provider file")
    }
  }

  /// - Parameter place: the registration that the new one replaces.
  static func checkRoom(
    _ rule: RegistrationRule, in place: RegisteredClient? = nil, _ context: RequestContext
  ) throws(Refusal) {
    let all = context.state.registrations
    let bytes =
      all.values.reduce(context.request.body.count) { $0 + $1.bytes } - (place?.bytes ?? 0)
    let provider = context.provider.id
    let count = all.values.count { ExactText.same($0.client.provider, provider) }
    let isFull = place == nil && count >= rule.most
    guard isFull || bytes > State.mostRegistrationBytes else { return }
    throw Refusal(
      .registrationsFull, at: .registration, facts: [("value", String(rule.most))],
      isFull
        ? "the sandbox has \(count) registered clients at \(provider), and may have \(rule.most)"
        : "the sandbox's registrations would take \(bytes) bytes, and may take \(State.mostRegistrationBytes)",
      remedy: "delete clients that nobody uses (RFC 7592 §2.3), or reset the sandbox")
  }
}

extension RequestContext {
  /// Makes a registration the subject of the answer.
  func show(_ registered: RegisteredClient) {
    facts.client = registered.client
    facts.registration = RegistrationFacts(
      metadata: registered.metadata, issued: shown(registered.issued),
      secret: registered.client.secret, token: registered.token)
  }
}
