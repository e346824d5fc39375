import Basics
import ProviderModel

/// The identity assertion endpoint: an ID token for the page that the person signs in to.
enum FedCMAssertion {
  static func decide(_ context: RequestContext) throws(Refusal) -> Outcome {
    let sent = try FedCMCheck.destination(context)
    let client = try FedCMCheck.client(sent, context)
    let session = try FedCMSession.current(context)
    let account = try FedCMCheck.needed("account_id", sent)
    guard let rule = context.provider.fedCM,
      ExactText.same(context.facts.account ?? "", account)
    else { throw FedCMCheck.unknown(account: account, session.person) }
    try FedCMCheck.registration(of: client, rule)
    if let nonce = try nonce(sent) { context.facts.arguments["nonce"] = .text(nonce) }
    let scopes = try agreed(
      scopes(rule, sent, client, session, context), client, session, context)
    let grant = Grant(
      number: context.state.ledger.nextGrant, provider: context.provider.id, client: client.id,
      person: session.person, type: "id_token", scopes: scopes, redirectURI: "",
      sentRedirectURI: false, arguments: context.facts.arguments,
      bound: CredentialIssuer.newBoundValues(context), authTime: session.since, issued: context.now,
      session: Sessions.join(client.id, context),
      acr: StepUp.named(session, for: context.facts.arguments, context))
    CredentialIssuer.show(
      grant, id: grant.number, scopes: scopes, resources: [], details: nil, context)
    try FixtureChecks.pass(context.endpoint.service.checks, context)
    try RegisteredAlgorithm.check(.idToken, at: .fedCMAccount, context)
    let key = ConsentStep.key(client.id, session.person, context)
    context.state.consents[key, default: []].formUnion(scopes)
    let issued = CredentialIssuer.issue(
      rule.issues, of: grant, scopes: scopes, resources: [], details: nil, context)
    return Outcome(.answered(context.endpoint.service.answer), .granted(grant.type), issued: issued)
  }

  /// A browser sends the nonce by itself, or among what the page gave it as `params`.
  private static func nonce(_ sent: ServiceRequest) throws(Refusal) -> String? {
    let own = sent.first("nonce").flatMap { $0.isEmpty ? nil : $0 }
    guard let params = sent.first("params"), !params.isEmpty else { return own }
    let root = try? JSONReader(maximumDepth: 32).read(Array(params.utf8), file: "params").root
    guard let object = root?.objectValue else {
      throw Refusal(
        .parameterInvalid, at: .fedCMAccount,
        facts: [("param", "params"), ("value", params.shortened)], "params is not a JSON object",
        remedy: "give params to navigator.credentials.get as an object")
    }
    return object["nonce"]?.stringValue ?? own
  }

  /// The scopes of the token: those of the fields that the person was told about, now or at an earlier sign-in.
  private static func scopes(
    _ rule: FedCMRule, _ sent: ServiceRequest, _ client: Client, _ session: Session,
    _ context: RequestContext
  ) -> [String] {
    let earlier = context.state.consents[ConsentStep.key(client.id, session.person, context)] ?? []
    let shown = sent.first("disclosure_text_shown") == "true"
    let fields = sent.first("disclosure_shown_for")?.split(separator: ",").map(String.init)
    var scopes = rule.scopes
    for (field, scope) in rule.disclosed where !scopes.contains(scope) {
      let isTold = fields?.contains(field) ?? shown
      let isAllowed = client.scopes?.contains(scope) ?? true
      if isAllowed, isTold || earlier.contains(scope) { scopes.append(scope) }
    }
    return scopes
  }

  /// What the standing answer leaves of the scopes. The browser has asked the person, so no page does.
  private static func agreed(
    _ scopes: [String], _ client: Client, _ session: Session, _ context: RequestContext
  ) throws(Refusal) -> [String] {
    switch context.answer(for: client).consent(of: context.fate(of: session.person)) {
    case nil, .granted: return scopes
    case .scopes(let allowed):
      let kept = scopes.filter(allowed.contains)
      guard scopes.contains("openid"), !kept.contains("openid") else { return kept }
      throw Refusal(
        .userDenied, at: .fedCMAccount,
        "\(session.person) allows no openid, and the response is an ID token",
        clause: ConsentStep.openIDClause,
        remedy: "add openid to the scopes of the standing answer")
    case .denied:
      throw Refusal(
        .userDenied, at: .fedCMAccount, "\(session.person) refuses every consent",
        remedy: "sign in as somebody else, or change the standing answer")
    }
  }
}
