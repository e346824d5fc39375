import HTTPMessages
import JSON

/// What the protocol looks like here: parameters, scopes, credentials, answers, flow, cookies.
extension ProviderReader {
  mutating func readProtocol(_ reader: inout FixtureReader) {
    provider.parameters = readParameters(&reader, "authorize")
    if var rule = reader.object("code_challenge") {
      provider.challenge.demand =
        rule.choice("required", as: ChallengePolicy.Demand.self) ?? .never
      provider.challenge.plain = rule.bool("plain") ?? true
      provider.challenge.checksForm = rule.bool("check_form") ?? false
      rule.finish()
    }
    if var rule = reader.object("redirect_uri") {
      provider.redirect.match = rule.choice("match", as: Provider.RedirectRule.Match.self) ?? .exact
      provider.redirect.anyLoopbackPort = rule.bool("any_loopback_port") ?? false
      provider.redirect.fallback = rule.template("default", scope)
      provider.redirect.omit = rule.predicate("omit", scope)
      provider.redirect.mismatchToFirst = rule.bool("mismatch_to_first") ?? false
      rule.finish()
    }
    if var rule = reader.object("scope") { readScope(&rule) }
    provider.modes = reader.map("response_modes").compactMap {
      $0.value.boolValue == true ? $0.name : nil
    }
    for (name, value, pointer) in reader.map("styles") {
      var style = FixtureReader(value, pointer, findings)
      provider.styles[name] = readStyle(&style)
    }
    for (name, value, pointer) in reader.map("credentials") {
      var credential = FixtureReader(value, pointer, findings)
      if let form = readCredential(&credential) {
        provider.credentials[name] = .init(
          form: form, lifetime: credential.shape("lifetime", scope) ?? .literal(0))
        if let lifetime = value["lifetime"] { checkLifetime(lifetime, credential) }
      }
      if !Self.credentialNames.contains(name) {
        findings.error(
          value, pointer,
          "unknown credential \"\(name)\""
            + Suggestion.hint(for: name, among: Self.credentialNames))
      }
      credential.finish()
    }
    provider.binds = reader.map("binds").compactMap { name, value, pointer in
      scope.template(value, pointer, findings).map { (name, $0) }
    }
    for (name, value, pointer) in reader.map("signing") {
      var rule = FixtureReader(value, pointer, findings)
      provider.signing.append((name, rule.string("kid")))
      rule.finish()
      if !["RS256", "ES256"].contains(name) {
        findings.error(value, pointer, "expected RS256 or ES256, found \"\(name)\"")
      }
    }
    for (name, value, pointer) in reader.map("answers") {
      var answer = FixtureReader(value, pointer, findings)
      let gives = answer.map("gives").map { name, value, pointer in
        if provider.credentials[name] == nil {
          findings.error(
            value, pointer,
            "there is no credential \"\(name)\""
              + Suggestion.hint(for: name, among: Array(provider.credentials.keys)))
        }
        return (name, scope.predicate(value, pointer, findings))
      }
      let key = name.split(separator: " ").sorted().joined(separator: " ")
      provider.answers[key] = .init(
        mode: answer.shape("mode", scope) ?? .query,
        parameters: answer.shape("parameters", scope, required: true) ?? .empty, gives: gives,
        suffix: answer.string("suffix") ?? "")
      answer.finish()
    }
    provider.people = reader.map("people").compactMap { name, value, pointer in
      scope.template(value, pointer, findings).map { (name, $0) }
    }
    if var flow = reader.object("flow") {
      provider.flow.finish = flow.string("finish")
      for (name, value, pointer) in flow.map("stages") {
        var stage = FixtureReader(value, pointer, findings)
        provider.flow.stages.append(
          .init(
            name: name,
            kind: stage.choice("kind", as: Endpoint.Kind.self, required: true) ?? .login,
            page: stage.string("page") ?? name, enter: stage.string("enter"),
            when: stage.predicate("when", scope) ?? .constant(true),
            force: stage.predicate("force", scope) ?? .constant(false),
            ask: stage.choice("ask", as: Flow.Stage.Ask.self) ?? .new))
        stage.finish()
      }
      flow.finish()
    }
    for (name, value, pointer) in reader.map("cookies") {
      var cookie = FixtureReader(value, pointer, findings)
      let rule = Provider.CookieRule(
        name: cookie.template("name", scope, required: true), value: cookie.pattern("value"),
        site: cookie.bool("site") ?? false)
      cookie.finish()
      switch name {
      case "session": provider.sessionCookie = rule
      case "browser": provider.browserCookie = rule
      default:
        findings.error(value, pointer, "unknown cookie \"\(name)\"; known here: browser, session")
      }
    }
    for (phase, value, pointer) in reader.map("checks") {
      guard let known = Provider.CheckPhase(rawValue: phase) else {
        let phases = Provider.CheckPhase.allCases.map(\.rawValue)
        findings.error(
          value, pointer, "unknown phase \"\(phase)\"" + Suggestion.hint(for: phase, among: phases))
        continue
      }
      let checks = readChecks(value, pointer, scope, "authorize")
      provider.checks[known] = checks
      if known == .scope { sharedConditions.formUnion(checks.map(\.fail)) }
    }
  }

  mutating func readChecks(
    _ value: JSONValue, _ pointer: String, _ scope: Scope, _ table: String
  ) -> [Provider.Check] {
    (value.objectValue ?? JSONObject()).map { member in
      var check = FixtureReader(
        member.value, JSONPointer.appending(member.name, to: pointer), findings)
      let rule = Provider.Check(
        name: member.name, each: check.template("each", scope),
        when: check.predicate("when", scope) ?? .constant(true),
        fail: check.string("fail", required: true) ?? "",
        why: check.template("why", scope),
        remedy: check.template("remedy", scope), clause: check.string("clause"))
      check.finish()
      if Conditions.all[table]?[rule.fail] == nil { own(rule.fail, table) }
      return rule
    }
  }

  /// The numbers that a lifetime may come to; what a template makes of a request is bounded when it is known.
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

  static let credentialNames = ["code", "access", "refresh", "id"]

  private func readCredential(_ reader: inout FixtureReader) -> Provider.Credential.Form? {
    guard var token = reader.object("jwt") else {
      return reader.template("value", scope, required: true).map { .text($0) }
    }
    let header = token.shape("header", scope, required: true) ?? .empty
    let claims = token.shape("claims", scope, required: true) ?? .empty
    let algorithm = token.template("alg", scope, required: true)
    token.finish()
    return algorithm.map { .jwt(header: header, claims: claims, algorithm: $0) }
  }

  mutating func readParameters(
    _ reader: inout FixtureReader, _ table: String
  ) -> [(name: String, rule: Provider.Parameter)] {
    reader.map("parameters").map { name, value, pointer in
      var parameter = FixtureReader(value, pointer, findings)
      let rule = Provider.Parameter(
        wire: parameter.string("name") ?? name, fallback: parameter.shape("default", scope),
        values: parameter.strings("values"), isList: parameter.bool("list") ?? false,
        alone: parameter.string("alone"), isNumber: parameter.bool("number") ?? false,
        invalid: parameter.string("invalid") ?? "parameter_invalid")
      if rule.invalid != "parameter_invalid" { own(rule.invalid, table) }
      parameter.finish()
      return (name, rule)
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

  mutating func readScope(_ rule: inout FixtureReader) {
    provider.scope.split = rule.string("split") ?? " "
    provider.scope.fallback = rule.strings("default") ?? []
    provider.scope.required = rule.bool("required") ?? false
    provider.scope.any = rule.bool("any") ?? false
    provider.scope.clientID = rule.bool("client_id") ?? false
    provider.scope.known = rule.map("known").compactMap { name, value, _ in
      value.stringValue.map { (name, $0) }
    }
    for (name, value, pointer) in rule.map("bits")
    where rule.isWithin(1...(1 << 62), value, pointer) {
      provider.scope.bits.append((name, value.integerValue ?? 0))
    }
    for text in rule.strings("patterns") ?? [] {
      do {
        provider.scope.patterns.append(try Pattern(text))
      } catch {
        findings.error(rule.value["patterns"], rule.at("patterns"), error.sentence)
      }
    }
    if var table = rule.object("table") {
      provider.scope.table = (
        table.string("name") ?? "", table.string("prefix") ?? "", table.string("names") ?? ""
      )
      table.finish()
    }
    rule.finish()
  }
}
