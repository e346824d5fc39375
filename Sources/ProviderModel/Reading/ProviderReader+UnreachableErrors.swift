import Basics

/// Entries of errors for conditions that no request can meet.
///
/// A quirk may make one reachable, so only `check` reports them: it sees all states.
extension ProviderReader {
  /// A part of a provider without which some conditions never occur.
  private struct Need {
    let conditions: Set<Condition>
    let isMet: Bool
    /// The reason, and what would make the conditions reachable.
    let reason: String
    let cure: String

    init(
      _ conditions: Set<Condition>, _ isMet: Bool, _ reason: String, _ cure: String
    ) {
      (self.conditions, self.isMet, self.reason, self.cure) = (conditions, isMet, reason, cure)
    }
  }

  func unreachableErrors() -> [Doubt] {
    // The entries of a provider that extends none are for those that extend it.
    guard tree["extends"] != nil else { return [] }
    let needs = parameterNeeds + grantNeeds + partNeeds
    let unmet = needs.filter { !$0.isMet }.reduce(into: Set()) { $0.formUnion($1.conditions) }
      .subtracting(conditionsNamed)
    return (tree["errors"]?.objectValue ?? JSONObject()).flatMap { table -> [Doubt] in
      let entries = table.value.objectValue ?? JSONObject()
      let reachable = Set(known(table.name).keys).union(ownConditions[table.name] ?? [])
        .subtracting(unmet)
      let used = Self.used(entries, for: reachable)
      return entries.filter { isOwn($0.value) }.flatMap { entry -> [Doubt] in
        let condition = Condition(entry.name)
        let pointer = JSONPointer.appending(
          entry.name, to: JSONPointer.appending(table.name, to: "/errors"))
        return needs.filter { $0.conditions.contains(condition) }.map { need in
          Doubt(
            finding: Diagnostic(
              at: entry.value.origin, pointer,
              "no request leads to \"\(condition)\": \(need.reason); \(need.cure), or remove the entry"
            ),
            holds: !need.isMet && unmet.contains(condition) && !used.contains(entry.name))
        }
      }
    }
  }

  /// The entries that apply to these conditions: their own, those of their ancestors, and those that `$same` names.
  private static func used(_ entries: JSONObject, for conditions: Set<Condition>) -> Set<String> {
    var used: Set<String> = []
    func use(_ name: String) {
      guard used.insert(name).inserted, let next = entries[name]?["$same"]?.stringValue else {
        return
      }
      use(next)
    }
    for condition in conditions {
      var next: Condition? = condition
      while let one = next, entries[one.name] == nil { next = Condition.elders[one] }
      if let next { use(next.name) }
    }
    // An entry for several conditions is checked by itself.
    for entry in entries where entry.name.hasSuffix("*") { use(entry.name) }
    return used
  }

  /// The conditions to which the fixture leads by itself, whatever the engine does.
  private var conditionsNamed: Set<Condition> {
    let checks =
      body.checks.values.flatMap(\.self) + body.endpoints.flatMap(\.service.checks)
      + body.token.grants.flatMap(\.rule.checks)
    return Set(checks.map(\.fail)).union(namedConditions.map(\.condition))
  }

  // MARK: Needs

  private func reads(_ names: String...) -> Bool {
    names.contains { name in
      body.parameters.contains { $0.name == name }
        || body.token.parameters.contains { $0.name == name }
    }
  }

  private var parameterNeeds: [Need] {
    let challenge = body.challenge
    return [
      Need(
        [.challengeMissing, .challengeMalformed, .challengeMethodUnsupported, .verifierMissing],
        reads("code_challenge"), "no code_challenge is read", "add it to parameters"),
      Need(
        [.challengeMissing], challenge.demand != .never, "no client has to send a code_challenge",
        "set code_challenge.required"),
      Need(
        [.challengeMalformed, .verifierMalformed, .verifierUnexpected], challenge.checksForm,
        "the form of challenges and verifiers is not checked",
        "set code_challenge.check_form to true"),
      Need(
        [.secretUnexpected], body.token.secretUnexpected,
        "a secret that a client does not have is ignored", "set token.secret_unexpected to true"),
      Need(
        [.responseModeUnsupported], reads("response_mode"), "no response_mode is read",
        "add it to parameters"),
      Need(
        [.idTokenHintInvalid], reads("id_token_hint"), "no id_token_hint is read",
        "add it to parameters"),
      Need(
        [.loginRequired, .consentRequired], reads("prompt", "id_token_hint", "claims"),
        "no prompt is read", "add it to parameters"),
      Need(
        [.resourceInvalid], reads("resource"), "no resource is read", "add it to parameters"),
      Need(
        [.scopeMissing], body.scope.required, "no request has to name a scope",
        "set scope.required"),
    ]
  }

  private var grantNeeds: [Need] {
    let grants = body.token.grants.map(\.rule)
    func need(_ kind: GrantKind, _ conditions: Set<Condition>) -> Need {
      Need(
        conditions, grants.contains { $0.kind == kind },
        "there is no grant of the kind \(kind.rawValue)", "add one to token.grants")
    }
    return [
      need(
        .code,
        [
          .codeUnknown, .codeExpired, .codeReused, .codeOtherClient, .verifierMissing,
          .verifierWrong, .verifierMalformed, .verifierUnexpected,
        ]),
      need(
        .refresh,
        [
          .refreshUnknown, .refreshExpired, .refreshRevoked, .refreshReused, .refreshOtherClient,
        ]),
      need(.password, [.passwordWrong]), need(.device, Condition.devicePolls),
      need(.exchange, Condition.exchanges),
      Need(
        Condition.trusts, grants.contains { !$0.trusts.isEmpty },
        "no grant takes the JWT of another issuer", "add \"trusts\" to a grant"),
      Need(
        [.codeReused], grants.contains { $0.kind == .code && $0.reuse != .tolerate },
        "a code can be used again without limit", "set another \"reuse\" at the grant"),
      Need(
        [.refreshReused],
        grants.contains { $0.kind == .refresh && $0.rotates && $0.reuse != .tolerate },
        "a refresh token can be used again without limit",
        "set \"rotates\" to true, and no \"reuse\": \"tolerate\", at the grant"),
    ]
  }

  private var partNeeds: [Need] {
    let isSigned =
      body.token.signature != nil || body.endpoints.contains { $0.service.signature != nil }
    func need(_ conditions: Set<Condition>, _ isMet: Bool, _ member: String) -> Need {
      Need(conditions, isMet, "there is no \(member)", "add it")
    }
    return [
      need(Condition.assertions, body.token.assertions != nil, "token.client_auth.assertions"),
      need(Condition.dpop, body.dpop != nil, "dpop"),
      need(Condition.ofEncryption, body.encryption != nil, "encryption"),
      need(Condition.ofDetails, body.authorizationDetails != nil, "authorization_details"),
      need(Condition.documentConditions, body.clientDocuments != nil, "client_documents"),
      need(Condition.requestObjects, body.requestObjects != nil, "request_objects"),
      need(
        Condition.userCodes, body.endpoints.contains { $0.kind == .device },
        "endpoint of the kind device"),
      need(
        Condition.pushReferences, body.endpoints.contains { $0.kind == .pushedAuthorization },
        "endpoint of the kind pushed_authorization"),
      need(
        [.signatureMissing, .signatureWrong, .nonceReused, .timestampSkewed], isSigned,
        "signature of requests"),
      need(
        [.tokenMalformed], body.endpoints.contains { $0.service.token.checksForm },
        "token.check_form at an endpoint"),
    ]
  }
}
