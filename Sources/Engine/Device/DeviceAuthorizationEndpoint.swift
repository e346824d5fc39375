import Basics
import ProviderModel

/// The device authorization endpoint (RFC 8628 §3.1): a device gets a code to poll with, and one that it shows to a person.
enum DeviceAuthorizationEndpoint {
  static func decide(_ context: RequestContext) throws(Refusal) -> Outcome {
    let sent = try context.serviceRequest()
    try TokenEndpoint.read(sent, into: context.facts)
    try FixtureChecks.pass(context.endpoint.service.checks, early: true, context)
    guard let (name, rule) = context.provider.token.grants.first(where: { $0.rule.kind == .device })
    else {
      throw Refusal(
        .grantNotAllowed, at: .deviceAuthorization, "the provider has no grant for devices",
        remedy: "add a grant of the kind device to its provider file")
    }
    let client = try ClientAuthentication.pass(sent, rule.clientAuthentication, context)
    try TokenEndpoint.mayUse(name, rule, client, context)
    try ParameterValues.check(context.provider.token.parameters, at: .client, context)
    let scopes = try ScopeCheck.scopes(of: client, context)
    let resources = try ResourceCheck.resources(of: client, context)
    let details = try DetailsCheck.details(of: client, context)
    try FixtureChecks.pass(context.endpoint.service.checks, context)
    let userCode = unusedUserCode(context)
    guard let key = UserCode.key(userCode) else {
      throw Refusal(
        .grantNotAllowed, at: .deviceAuthorization,
        "nobody can type the user code \"\(userCode)\" of the provider file",
        remedy:
          "give credentials.user_code letters or digits, and at most \(UserCode.longest) bytes")
    }
    var arguments = DetailsCheck.add(
      details, to: ResourceCheck.arguments(resources, context), context)
    if arguments.isEmpty { arguments = CanonicalParameters(context.provider.names) }
    arguments["scope"] = .texts(scopes)
    arguments["client_id"] = .text(client.id)
    let grant = Grant(
      number: context.state.ledger.nextGrant, provider: context.provider.id, client: client.id,
      person: nil, type: name, scopes: scopes, arguments: arguments,
      bound: CredentialIssuer.newBoundValues(context), authTime: context.now, issued: context.now,
      device: key)
    let issued = CredentialIssuer.issue(
      [IssuanceRule(kind: .deviceCode, when: .constant(true))], of: grant, scopes: scopes,
      resources: resources, details: details, context)
    let code = context.facts.credential(.deviceCode)
    let request = DeviceRequest(
      grant, userCode: userCode,
      deviceCode: CredentialName(
        provider: context.provider.id, kind: .deviceCode, text: code?.value ?? ""),
      interval: rule.interval)
    // As long as the ledger knows the device code: a person who comes late is told why.
    let lifetime = code?.lifetime ?? 0
    let ends = context.now + lifetime + max(lifetime, Ledger.tombstone)
    context.state.devices.insert(request, for: key, ends: ends, bytes: request.bytes)
    context.facts.device = DeviceFacts(userCode: userCode, interval: rule.interval)
    context.note =
      context.note
      ?? UnreadParameter.note(
        { sent.first($0) }, sent.parameters.lazy.map(\.name), context)
    return Outcome(
      .answered(context.endpoint.service.answer), .deviceStarted, issued: issued)
  }

  /// A user code that no waiting device has. Where a short pattern leaves none, the older device loses its code.
  private static func unusedUserCode(_ context: RequestContext) -> String {
    guard case .text(let text)? = context.provider.rule(for: .userCode)?.form else { return "" }
    var code = ""
    for _ in 0..<16 {
      code = context.facts.secret(text, using: context.random)
      guard let key = UserCode.key(code), context.state.devices[key] != nil else { break }
    }
    return code
  }
}
