/// A part of a provider without which some conditions never occur.
struct ConditionNeed: Sendable {
  let conditions: Set<Condition>
  let isMet: Bool
  /// The reason, and what would make the conditions reachable.
  let reason: String
  let cure: String

  init(_ conditions: Set<Condition>, _ isMet: Bool, _ reason: String, _ cure: String) {
    (self.conditions, self.isMet, self.reason, self.cure) = (conditions, isMet, reason, cure)
  }
}

extension ProviderBody {
  /// The parts of the provider that conditions need. Without one, no request meets them, and no rule can order them.
  var partNeeds: [ConditionNeed] {
    let signs = token.signature != nil || endpoints.contains { $0.service.signature != nil }
    func need(_ conditions: Set<Condition>, _ isMet: Bool, _ member: String) -> ConditionNeed {
      ConditionNeed(conditions, isMet, "there is no \(member)", "add it")
    }
    func need(_ kind: EndpointKind, _ conditions: Set<Condition>) -> ConditionNeed {
      need(
        conditions, endpoints.contains { $0.kind == kind },
        "endpoint of the kind \(kind.rawValue)")
    }
    return [
      grantNeed(.device, Condition.devicePolls), grantNeed(.exchange, Condition.exchanges),
      ConditionNeed(
        Condition.trusts, token.grants.contains { !$0.rule.trusts.isEmpty },
        "no grant takes the JWT of another issuer", "add \"trusts\" to a grant"),
      need(Condition.assertions, token.assertions != nil, "token.client_auth.assertions"),
      need(Condition.dpop, dpop != nil, "dpop"),
      need(Condition.ofEncryption, encryption != nil, "encryption"),
      need(Condition.ofDetails, authorizationDetails != nil, "authorization_details"),
      need(Condition.documentConditions, clientDocuments != nil, "client_documents"),
      need(Condition.requestObjects, requestObjects != nil, "request_objects"),
      need([.authenticationInsufficient], !levels.isEmpty, "acr_values"),
      need([.certificateOther], bindsToCertificates, "certificate_bound_tokens"),
      ConditionNeed(
        Condition.certificates, token.authenticatesByCertificate,
        "no client authenticates by a certificate",
        "add tls_client_auth or self_signed_tls_client_auth to token.client_auth"),
      need(.device, Condition.userCodes), need(.pushedAuthorization, Condition.pushReferences),
      need(
        [.signatureMissing, .signatureWrong, .nonceReused, .timestampSkewed], signs,
        "signature of requests"),
      need(
        [.tokenMalformed], endpoints.contains { $0.service.token.checksForm },
        "token.check_form at an endpoint"),
      need(
        [.personMissing], endpoints.contains { $0.service.token.needsPerson },
        "token.person at an endpoint"),
      need(
        [.tokenTypeUnsupported], endpoints.contains { $0.service.token.kinds != nil },
        "token.kinds at an endpoint"),
      readNeed([.idTokenHintInvalid], "id_token_hint"),
    ]
  }

  /// The settings that conditions need. A rule can order the conditions all the same.
  var settingNeeds: [ConditionNeed] {
    [
      readNeed(
        [.challengeMissing, .challengeMalformed, .challengeMethodUnsupported, .verifierMissing],
        "code_challenge"),
      ConditionNeed(
        [.challengeMissing], challenge.demand != .never, "no client has to send a code_challenge",
        "set code_challenge.required"),
      ConditionNeed(
        [.challengeMalformed, .verifierMalformed, .verifierUnexpected], challenge.checksForm,
        "the form of challenges and verifiers is not checked",
        "set code_challenge.check_form to true"),
      ConditionNeed(
        [.verifierMissing, .verifierWrong], challenge.checksVerifier,
        "verifiers are not compared with their challenges",
        "leave out code_challenge.check_verifier"),
      ConditionNeed(
        [.secretUnexpected], token.secretUnexpected,
        "a secret that a client does not have is ignored", "set token.secret_unexpected to true"),
      readNeed([.responseModeUnsupported], "response_mode"),
      readNeed([.loginRequired, .consentRequired], "prompt", "id_token_hint", "claims"),
      readNeed([.resourceInvalid], "resource"),
      ConditionNeed(
        [.scopeMissing], scope.required, "no request has to name a scope", "set scope.required"),
      grantNeed(
        .code,
        [
          .codeUnknown, .codeExpired, .codeReused, .codeOtherClient, .verifierMissing,
          .verifierWrong, .verifierMalformed, .verifierUnexpected,
        ]),
      grantNeed(
        .refresh,
        [
          .refreshUnknown, .refreshExpired, .refreshRevoked, .refreshReused, .refreshOtherClient,
        ]),
      grantNeed(.password, [.passwordWrong]),
      ConditionNeed(
        [.codeReused],
        hasNo(.code)
          || token.grants.contains { $0.rule.kind == .code && $0.rule.reuse != .tolerate },
        "a code can be used again without limit", "set another \"reuse\" at the grant"),
      ConditionNeed(
        [.refreshReused],
        hasNo(.refresh)
          || token.grants.contains {
            $0.rule.kind == .refresh && $0.rule.rotates && $0.rule.reuse != .tolerate
          },
        "a refresh token can be used again without limit",
        "set \"rotates\" to true, and no \"reuse\": \"tolerate\", at the grant"),
    ]
  }

  /// The lack of a grant is a reason of its own.
  private func hasNo(_ kind: GrantKind) -> Bool { !token.grants.contains { $0.rule.kind == kind } }

  private func grantNeed(_ kind: GrantKind, _ conditions: Set<Condition>) -> ConditionNeed {
    ConditionNeed(
      conditions, token.grants.contains { $0.rule.kind == kind },
      "there is no grant of the kind \(kind.rawValue)", "add one to token.grants")
  }

  /// One of these parameters has to be read.
  private func readNeed(_ conditions: Set<Condition>, _ names: String...) -> ConditionNeed {
    let isRead = (parameters + token.parameters).contains { names.contains($0.name) }
    return ConditionNeed(
      conditions, isRead, "no \(names.first ?? "") is read", "add it to parameters")
  }
}
