import Basics

/// Checks that clients can get tokens.
extension ProviderReader {
  func checkTokens() {
    let token = body.token
    guard !token.grants.isEmpty else { return }
    if token.isSenderConstrained, body.dpop == nil, !body.bindsToCertificates {
      let pointer = "/token/sender_constrained"
      findings.error(
        tree.value(at: pointer), pointer,
        "no access token can be bound; add \"dpop\" or \"certificate_bound_tokens\", or take this member out"
      )
    }
    for (name, rule) in token.grants {
      for (bound, _) in rule.mustMatch where !body.binds.contains(where: { $0.name == bound }) {
        let pointer = JSONPointer.appending(
          bound, to: JSONPointer.appending(name, to: "/token/grants") + "/must_match")
        findings.error(
          tree.value(at: pointer), pointer,
          "\"binds\" has no \"\(bound)\", so the value never matches"
            + Suggestion.hint(for: bound, among: body.binds.map(\.name)))
      }
      guard rule.kind == .refresh else { continue }
      for (bound, condition) in rule.mustMatch
      where Condition.Subject.named(in: condition.name, variables: []) == .credential(.code) {
        let pointer = JSONPointer.appending(
          bound, to: JSONPointer.appending(name, to: "/token/grants") + "/must_match")
        findings.error(
          tree.value(at: pointer), pointer,
          "\"\(condition)\" is about a code, and this grant redeems a refresh token; name a condition that begins with \"refresh_\", with an entry in errors"
        )
      }
    }
    if token.authentication.isEmpty {
      let pointer = "/token/client_auth"
      findings.error(
        tree.value(at: pointer), pointer,
        "no client can authenticate; allow one of the methods, or leave \"client_auth\" out")
    }
  }

  /// Reports keys that nothing can be signed with, or that nobody can tell apart (RFC 7517 §4.5).
  private func checkSigningKeys() {
    guard let member = tree["signing"], let keys = member.objectValue else { return }
    if keys.isEmpty {
      findings.error(
        member, "/signing",
        "\"signing\" has no algorithm, so nothing can be signed; name one, such as \"RS256\": {}, or leave \"signing\" out"
      )
    }
    for (index, rule) in body.signing.enumerated() {
      guard let kid = rule.kid,
        let other = body.signing[..<index].first(where: { $0.kid == kid })
      else { continue }
      let pointer = "/signing/\(rule.algorithm)/kid"
      findings.error(
        tree.value(at: pointer), pointer,
        "\"\(kid)\" is the key ID of \(other.algorithm) already; a client finds the key of a token by its ID"
      )
    }
  }

  /// Reports an algorithm without a published key (OpenID Connect Core §10.1).
  func checkAlgorithms() {
    checkSigningKeys()
    let known = body.signing.map(\.algorithm) + [AssertionRule.secretAlgorithm]
    func check(_ pointer: String) {
      guard let value = tree.value(at: pointer), let name = value.stringValue,
        !name.utf8.contains(UInt8(ascii: "{")), !known.contains(name)
      else { return }
      findings.error(
        value, pointer,
        "nothing is signed with \(name); add it to \"signing\", or use one of "
          + known.joined(separator: ", "))
    }
    for kind in body.credentials.keys.sorted() {
      let pointer = JSONPointer.appending(kind, to: "/credentials") + "/jwt/alg"
      check(pointer)
      checkSigner(of: kind, pointer)
      checkAlgorithmFact(of: kind, pointer)
    }
    check("/claim_sources/alg")
  }

  /// Reports a token that the provider's keys are to sign, where it has none.
  private func checkSigner(of kind: String, _ pointer: String) {
    guard body.signing.isEmpty, tree["signing"] == nil, let value = tree.value(at: pointer),
      isOwn(value), value.stringValue?.contains("provider.signing_alg") == true
    else { return }
    findings.error(
      value, pointer,
      "nothing signs it, as the provider has no keys; add \"signing\": { \"RS256\": {} }, or remove what issues the credential \"\(kind)\""
    )
  }

  /// Reports an algorithm that is made of a fact which holds none.
  private func checkAlgorithmFact(of kind: String, _ pointer: String) {
    guard let value = tree.value(at: pointer), isOwn(value),
      let form = body.credentials[kind]?.form.signed,
      let fact = form.algorithm.single?.fact, !fact.mayNameAlgorithm
    else { return }
    findings.error(
      value, pointer,
      "{{\(fact.path)}} is no algorithm, so nothing is signed; write {{provider.signing_alg}}, {{client.id_token_alg}} or the name of an algorithm"
    )
  }
}

/// What clients need to trust a token.
extension ProviderReader {
  /// Reports ID tokens that nobody can verify: metadata are there, and no endpoint shows the keys (OpenID Connect Discovery
  /// §3).
  func checkPublishedKeys() {
    let issued = body.answers.flatMap(\.rule.issues) + body.token.grants.flatMap(\.rule.issues)
    guard !body.signing.isEmpty, issued.contains(where: { $0.kind == .id && $0.mayApply }),
      let algorithm = body.credentials[CredentialKind.id.rawValue]?.form.signed?.algorithm,
      algorithm.texts != [AssertionRule.secretAlgorithm]
    else { return }
    let shows = body.endpoints.contains { endpoint in
      endpoint.service.shapes.compactMap(\.self).contains { slot in
        body.shapes.indices.contains(slot) && body.shapes[slot].showsKeys
      }
    }
    guard !shows, hasMetadata else { return }
    findings.error(
      tree["signing"] ?? tree["id"], "/signing",
      "ID tokens are signed, and no endpoint shows the keys; add an endpoint of the kind document whose answer holds {{keys}} (OpenID Connect Discovery §3, jwks_uri)"
    )
  }
}

extension CredentialRule.Form {
  var signed: CredentialRule.SignedForm? {
    switch self {
    case .text: nil
    case .jwt(let form), .either(let form, _, _): form
    }
  }
}

extension Fact {
  /// Whether its value may be the name of an algorithm.
  fileprivate var mayNameAlgorithm: Bool {
    switch self {
    case .client(.idTokenAlgorithm), .client(.responseAlgorithm), .providerSigningAlgorithm, .found,
      .clientMember, .parameter, .granted, .variable, .bound, .key:
      true
    default: false
    }
  }
}
