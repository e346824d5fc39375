import Basics

/// Reads the protocol: parameters, scopes, credentials, answers, flow, cookies.
extension ProviderReader {
  mutating func readProtocol(_ reader: inout FixtureReader) {
    body.parameters = readParameters(&reader, "authorize")
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
    for (name, value, pointer) in reader.map("answers") {
      var answer = FixtureReader(value, .answer, pointer, findings)
      let issues = answer.map("issues").map { name, value, pointer in
        let kind = CredentialKind(rawValue: name)
        if body.credentials[kind] == nil {
          findings.error(
            value, pointer,
            "there is no credential \"\(name)\""
              + Suggestion.hint(for: name, among: body.credentials.keys.map(\.rawValue)))
        }
        return IssuanceRule(kind: kind, when: vocabulary.predicate(value, pointer, findings))
      }
      let key = name.split(separator: " ").sorted().joined(separator: " ")
      if let mode = value["mode"] { checkMode(mode, answer.at("mode")) }
      body.answers[key] = .init(
        mode: answer.shape("mode", vocabulary) ?? .constant("query"),
        parameters: answer.shape("parameters", vocabulary, required: true) ?? .empty,
        issues: issues,
        suffix: answer.string("suffix") ?? "")
      answer.finish()
    }
    body.people = reader.map("people").map { name, value, pointer in
      (name, vocabulary.shape(value, pointer, findings))
    }
    if var flow = reader.object("flow") { readFlow(&flow) }
    for (name, value, pointer) in reader.map("cookies") {
      var cookie = FixtureReader(value, .cookie, pointer, findings)
      var rule = CookieRule(
        name: cookie.template("name", vocabulary, required: true), value: cookie.pattern("value"),
        site: cookie.bool("site") ?? false)
      if name == "link" { rule.parameter = cookie.string("parameter", required: true) }
      cookie.finish()
      switch name {
      case "session": body.sessionCookie = rule
      case "browser": body.browserCookie = rule
      case "link": body.linkCookie = rule
      default:
        findings.error(
          value, pointer,
          "unknown cookie \"\(name)\"; "
            + "known here: browser, link, session")
      }
    }
    for (phase, value, pointer) in reader.map("checks") {
      guard let known = CheckPhase(rawValue: phase) else {
        let phases = CheckPhase.allCases.map(\.rawValue)
        findings.error(
          value, pointer, "unknown phase \"\(phase)\"" + Suggestion.hint(for: phase, among: phases))
        continue
      }
      let checks = readChecks(value, pointer, "authorize", Condition.known(at: .authorize))
      body.checks[known] = checks
      if known == .scope { sharedConditions.formUnion(checks.map(\.fail)) }
    }
  }

  private mutating func readFlow(_ flow: inout FixtureReader) {
    body.flow.finish = reference(.link, flow.string("finish"), flow.at("finish"))
    for (name, value, pointer) in flow.map("stages") {
      var stage = FixtureReader(value, .stage, pointer, findings)
      let page = stage.string("page") ?? name
      references.append(Reference(kind: .page, name: page, pointer: pointer))
      body.flow.steps.append(
        .init(
          name: name,
          kind: stage.choice("kind", as: EndpointKind.self, required: true) ?? .login, page: page,
          enter: reference(.link, stage.string("enter"), stage.at("enter")),
          when: stage.predicate("when", vocabulary) ?? .constant(true),
          force: stage.predicate("force", vocabulary) ?? .constant(false),
          ask: stage.choice("ask", as: Flow.Step.Ask.self) ?? .new))
      stage.finish()
    }
    flow.finish()
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

  mutating func readParameters(
    _ reader: inout FixtureReader, _ table: String
  ) -> [(name: String, rule: ParameterRule)] {
    var rules: [(name: String, rule: ParameterRule)] = []
    for (name, value, pointer) in reader.map("parameters") {
      var parameter = FixtureReader(value, .parameter, pointer, findings)
      let rule = ParameterRule(
        wire: parameter.string("name") ?? name, slot: body.names.slot(name) ?? 0,
        fallback: parameter.shape("default", vocabulary), values: parameter.strings("values"),
        isList: parameter.bool("list") ?? false, alone: parameter.string("alone"),
        isNumber: parameter.bool("number") ?? false, isMany: parameter.bool("many") ?? false,
        invalid: parameter.string("invalid").map { Condition($0) } ?? .parameterInvalid)
      if rule.invalid != .parameterInvalid { own(rule.invalid, table, at: "\(pointer)/invalid") }
      parameter.finish()
      rules.append((name, rule))
    }
    return rules
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
