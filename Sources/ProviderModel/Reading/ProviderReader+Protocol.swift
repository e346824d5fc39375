import Basics

/// Reads the protocol: parameters, scopes, credentials, answers, flow, cookies.
extension ProviderReader {
  mutating func readProtocol(_ reader: inout FixtureReader) {
    body.parameters = reader.entries("parameters").map {
      ($0.name, ParameterRule.read($0, vocabulary))
    }
    body.challenge = reader.value("code_challenge", as: ChallengePolicy.self, vocabulary) ?? .init()
    body.redirect = reader.value("redirect_uri", as: RedirectRule.self, vocabulary) ?? .init()
    body.scope = reader.value("scope", as: ScopeRule.self, vocabulary) ?? .init()
    body.modes = reader.map("response_modes", of: "response mode").compactMap {
      $0.value.boolValue == true ? $0.name : nil
    }
    for (name, value, pointer) in reader.map("styles", of: "style") {
      var style = FixtureReader(value, .queryStyle, pointer, findings)
      body.styles[name] = readStyle(&style)
    }
    for (name, value, pointer) in reader.map("credentials") {
      var credential = FixtureReader(value, .credential, pointer, findings)
      let kind = CredentialKind(rawValue: name)
      if let form = readCredential(&credential) {
        body.credentials[kind] = .init(
          form: form,
          lifetime: credential.shape("lifetime", vocabulary) ?? .constant(JSONValue(.number("0"))))
        if let lifetime = value["lifetime"] { checkLifetime(lifetime, credential) }
      }
      if !CredentialKind.all.contains(kind) {
        findings.error(
          value, pointer,
          "unknown credential \"\(name)\""
            + Suggestion.hint(for: name, among: CredentialKind.all.map(\.rawValue)))
      }
      credential.finish()
    }
    body.binds = reader.map("binds").compactMap { name, value, pointer in
      vocabulary.template(value, pointer, findings).map { (name, $0) }
    }
    for (name, value, pointer) in reader.map("signing") {
      var rule = FixtureReader(value, .signing, pointer, findings)
      body.signing.append((name, rule.string("kid")))
      rule.finish()
      if !["RS256", "ES256"].contains(name) {
        findings.error(value, pointer, "expected RS256 or ES256, found \"\(name)\"")
      }
    }
    for (name, rule) in reader.values("answers", as: AnswerRule.self, vocabulary) {
      body.answers[name.split(separator: " ").sorted().joined(separator: " ")] = rule
    }
    body.people = reader.map("people").map { name, value, pointer in
      (name, vocabulary.shape(value, pointer, findings))
    }
    body.flow = reader.value("flow", as: Flow.self, vocabulary) ?? .init()
    for (name, rule) in reader.values("cookies", of: "cookie", as: CookieRule.self, vocabulary) {
      switch name {
      case "session": body.sessionCookie = rule
      case "browser": body.browserCookie = rule
      default: body.linkCookie = rule
      }
    }
    for phase in reader.entries("checks", of: "phase") {
      guard let known = CheckPhase(rawValue: phase.name) else { continue }
      body.checks[known] = phase.entries.compactMap { $0.readWhole(vocabulary, named: \.name) }
    }
  }

  /// Checks the literal numbers of a lifetime. The result of a template is bounded at run time.
  private func checkLifetime(_ lifetime: JSONValue, _ reader: FixtureReader) {
    func check(_ value: JSONValue, _ pointer: String) {
      if value["$if"] != nil {
        for name in ["then", "else"] {
          if let branch = value[name] { check(branch, "\(pointer)/\(name)") }
        }
        return
      }
      if value.stringValue?.utf8.contains(UInt8(ascii: "{")) == true { return }
      _ = reader.isWithin(Bounds.seconds, value, pointer)
    }
    check(lifetime, reader.at("lifetime"))
  }

  private func readCredential(_ reader: inout FixtureReader) -> CredentialRule.Form? {
    guard var token = reader.object("jwt") else {
      return reader.template("value", vocabulary, required: true).map { .text($0) }
    }
    let header = token.shape("header", vocabulary, required: true) ?? .empty
    let claims = token.shape("claims", vocabulary, required: true) ?? .empty
    let algorithm = token.template("alg", vocabulary, required: true)
    let when = token.predicate("when", vocabulary)
    token.finish()
    guard let algorithm else { return nil }
    let signed = CredentialRule.SignedForm(header: header, claims: claims, algorithm: algorithm)
    guard let when else {
      // A token has one of two formats, and a predicate has to decide.
      if let value = reader.value["value"] {
        findings.error(
          value, reader.at("value"),
          "there is a jwt, too: say in jwt.when in which case the token is one, or leave value out")
        _ = reader.member("value")
      }
      return .jwt(signed)
    }
    return reader.template("value", vocabulary, required: true).map {
      .either(signed, when: when, otherwise: $0)
    }
  }

  func readStyle(_ reader: inout FixtureReader) -> QueryStyle {
    let space = reader.choice("space", as: QueryStyle.Space.self) ?? .plus
    let hex = reader.string("hex")
    if let hex, hex != "lower", hex != "upper" {
      findings.error(
        reader.value["hex"], reader.at("hex"), "expected lower or upper, found \"\(hex)\"")
    }
    let style = QueryStyle(
      space: space, lowercaseHex: hex == "lower", safe: reader.string("safe") ?? "-_.~")
    reader.finish()
    return style
  }

}
