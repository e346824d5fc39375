import Basics

/// Reads the token endpoint: client authentication and grants.
extension ProviderReader {
  mutating func readToken(_ reader: inout FixtureReader) {
    guard var token = reader.object("token") else { return }
    body.token.parameters = readParameters(&token, "token")
    body.token.secretUnexpected = token.bool("secret_unexpected") ?? false
    if var methods = token.object("client_auth") {
      for method in TokenService.Authentication.allCases {
        if method == .signature {
          let name = method.rawValue
          guard let rule = methods.value(name, as: RequestSignature.self, vocabulary) else {
            continue
          }
          body.token.signature = rule
          body.token.authentication.append(method)
        } else if methods.bool(method.rawValue) == true {
          body.token.authentication.append(method)
        }
      }
      methods.finish()
    }
    for (name, value, pointer) in token.map("grants") {
      var grant = FixtureReader(value, .grant, pointer, findings)
      if let rule = readGrant(&grant) { body.token.grants.append((name, rule)) }
      grant.finish()
    }
    token.finish()
  }

  private mutating func readGrant(_ reader: inout FixtureReader) -> GrantRule? {
    let kind = reader.choice("kind", as: GrantKind.self, required: true)
    let issues = reader.map("issues").map { name, value, pointer in
      IssuanceRule(
        kind: CredentialKind(rawValue: name),
        when: vocabulary.predicate(value, pointer, findings))
    }
    var mustMatch: [(name: String, condition: Condition)] = []
    for (name, value, pointer) in reader.map("must_match") {
      guard let text = value.stringValue else { continue }
      mustMatch.append((name, Condition(text)))
      own(Condition(text), "token", at: pointer)
    }
    var checks: [Check] = []
    if let value = reader.member("checks") {
      checks = readChecks(value, reader.at("checks"), "token", Condition.known(at: .token))
    }
    let answer = reader.string("answer", required: true)
    let grant = GrantRule(
      kind: kind ?? .code, answer: reference(.shape, answer, reader.at("answer")), issues: issues,
      reuse: reader.choice("reuse", as: GrantRule.Reuse.self) ?? .refuse,
      grace: reader.integer("grace") ?? 10,
      rotates: reader.bool("rotates") ?? false,
      scoping: reader.choice("scope", as: GrantRule.Scoping.self) ?? .ignore,
      clientAuthentication: reader.choice(
        "client_authentication", as: GrantRule.ClientAuthentication.self) ?? .confidential,
      redirectRequired: reader.bool("redirect_required") ?? true, mustMatch: mustMatch,
      checks: checks)
    return kind == nil ? nil : grant
  }
}
