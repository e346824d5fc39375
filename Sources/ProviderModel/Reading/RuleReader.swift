import HTTPTypes
import JSON

/// Reads the rules of a scenario: from a file, from the control API.
public struct RuleReader {
  let findings = Findings()
  let providers: [Provider]
  /// What `{"scenario": NAME}` in the place of a rule may name.
  let scenarios: [Scenario]

  public init(providers: [Provider], scenarios: [Scenario] = []) {
    self.providers = providers
    self.scenarios = scenarios
  }

  /// A scenario file: `{"schema": 1, "kind": "scenario", "rules": […]}`.
  public func scenario(_ bytes: [UInt8], name: String) throws(FixtureError) -> [Rule] {
    let tree = try FixtureSet.parse(bytes, name: name, findings)
    var reader = FixtureReader(tree, "", findings)
    if let schema = reader.integer("schema"), schema != 1 {
      findings.error(tree["schema"], "/schema", "expected schema 1, found \(schema)")
    }
    if let kind = reader.string("kind", required: true), kind != "scenario" {
      findings.error(tree["kind"], "/kind", "expected \"scenario\", found \"\(kind)\"")
    }
    _ = reader.string("title")
    let list = reader.member("rules", required: true)
    reader.finish()
    return try rules(list ?? [], at: "/rules")
  }

  /// A list of rules, or one.
  public func rules(_ value: JSONValue, at pointer: String = "") throws(FixtureError) -> [Rule] {
    var rules: [Rule] = []
    if value.objectValue != nil {
      rules = entry(value, pointer, "1")
    } else if let list = value.arrayValue {
      rules = list.enumerated().flatMap { index, value in
        entry(value, "\(pointer)/\(index)", String(index + 1))
      }
      refuseRepeats(list, pointer)
    } else {
      findings.error(value, pointer, "expected a rule or an array of rules, found \(value.found)")
    }
    guard findings.list.isEmpty else { throw FixtureError(findings.list.sorted()) }
    return rules
  }

  /// The second of two rules with one id would take the first one's place unseen.
  private func refuseRepeats(_ list: [JSONValue], _ pointer: String) {
    var known: Set<String> = []
    for (index, value) in list.enumerated() {
      guard let id = value["id"], let text = id.stringValue, !known.insert(text).inserted else {
        continue
      }
      findings.error(id, "\(pointer)/\(index)/id", "another rule here has the id \"\(text)\" too")
    }
  }

  /// A rule, or the name of a scenario that stands for all of its rules.
  private func entry(_ value: JSONValue, _ pointer: String, _ fallback: String) -> [Rule] {
    guard value["scenario"] != nil else {
      return rule(value, pointer, fallback).map { [$0] } ?? []
    }
    var reader = FixtureReader(value, pointer, findings)
    let name = reader.string("scenario")
    reader.finish()
    guard let name else { return [] }
    guard let scenario = scenarios.first(where: { $0.id == name }) else {
      findings.error(
        value["scenario"], reader.at("scenario"),
        "there is no scenario \"\(name)\""
          + Suggestion.hint(for: name, among: scenarios.map(\.id)))
      return []
    }
    // Its rules don't stand in this text, so the name is what has to be pointed at.
    do {
      return try RuleReader(providers: providers).rules(scenario.rules)
    } catch {
      for finding in error.findings {
        findings.error(value["scenario"], reader.at("scenario"), finding.sentence)
      }
      return []
    }
  }

  private func rule(_ value: JSONValue, _ pointer: String, _ fallback: String) -> Rule? {
    var reader = FixtureReader(value, pointer, findings)
    var rule = Rule(id: reader.string("id") ?? fallback, source: value)
    if let pattern = try? Pattern("[A-Za-z0-9_-]{1,64}"), !pattern.matches(rule.id) {
      findings.error(
        value["id"], reader.at("id"),
        "expected an id of letters, digits, '-' and '_', found \"\(rule.id)\"")
    }
    _ = reader.string("summary")
    if var match = reader.object("match") { rule.match = readMatch(&match) }
    rule.skip = reader.integer("skip", in: Bounds.count) ?? 0
    rule.times = reader.integer("times", in: Bounds.count)
    if var then = reader.object("then", required: true) {
      rule.effect = readEffect(&then, rule.match)
    }
    reader.finish()
    return rule
  }

  // MARK: What is matched

  private func readMatch(_ reader: inout FixtureReader) -> Rule.Match {
    var match = Rule.Match()
    match.provider = reader.string("provider")
    match.endpoint = reader.string("endpoint")
    match.method = reader.string("method")
    match.grant = reader.string("grant")
    match.client = reader.string("client")
    match.person = reader.string("person")
    for (name, value, pointer) in reader.map("parameters") {
      if let text = value.stringValue {
        match.parameters.append((name, .equal(text)))
      } else if let isThere = value.boolValue {
        match.parameters.append((name, .present(isThere)))
      } else {
        var inner = FixtureReader(value, pointer, findings)
        if let pattern = inner.pattern("matches") {
          match.parameters.append((name, .pattern(pattern)))
        }
        inner.finish()
      }
    }
    reader.finish()
    checkPlace(match, reader)
    return match
  }

  /// A rule that can never match is a mistake.
  private func checkPlace(_ match: Rule.Match, _ reader: FixtureReader) {
    var meant = providers
    if let id = match.provider {
      meant = providers.filter { $0.id == id }
      if meant.isEmpty {
        findings.error(
          reader.value["provider"], reader.at("provider"),
          "there is no provider \"\(id)\"" + Suggestion.hint(for: id, among: providers.map(\.id)))
        return
      }
    }
    if let name = match.endpoint {
      let known = Set(meant.flatMap { $0.endpoints.flatMap { [$0.name, $0.kind.rawValue] } })
      if !known.contains(name) {
        findings.error(
          reader.value["endpoint"], reader.at("endpoint"),
          (match.provider.map { "\($0) has no" } ?? "no provider has an") + " endpoint \"\(name)\""
            + Suggestion.hint(for: name, among: Array(known)))
      }
    }
    if let grant = match.grant {
      let known = Set(meant.flatMap { $0.token.grants.map(\.name) })
      if !known.contains(grant) {
        findings.error(
          reader.value["grant"], reader.at("grant"),
          "there is no grant \"\(grant)\" here" + Suggestion.hint(for: grant, among: Array(known)))
      }
    }
  }

  // MARK: What happens

  private func readEffect(_ reader: inout FixtureReader, _ match: Rule.Match) -> Rule.Effect {
    var effect = Rule.Effect()
    effect.condition = reader.string("condition")
    if let condition = effect.condition { checkCondition(condition, match, reader) }
    if var answer = reader.object("answer") { effect.answer = readAnswer(&answer) }
    effect.delay = duration(&reader, "delay") ?? 0
    effect.truncate = reader.integer("truncate", in: Bounds.count)
    if var drip = reader.object("drip") {
      let bytes = max(drip.integer("bytes", in: Bounds.count) ?? 1, 1)
      effect.drip = (bytes, duration(&drip, "every") ?? 100)
      drip.finish()
    }
    effect.reset = reader.bool("reset") ?? false
    effect.close = reader.bool("close") ?? false
    if var change = reader.object("change") { effect.change = readChange(&change) }
    reader.finish()
    let ends = [
      effect.condition != nil, effect.answer != nil, effect.reset, effect.close,
    ].filter { $0 }.count
    if ends > 1 {
      findings.error(
        reader.value, reader.pointer, "condition, answer, reset and close exclude one another")
    }
    if reader.value.objectValue?.isEmpty == true {
      findings.error(
        reader.value, reader.pointer,
        "expected at least one of: answer, change, close, condition, delay, drip, reset, truncate")
    }
    return effect
  }

  private func checkCondition(_ name: String, _ match: Rule.Match, _ reader: FixtureReader) {
    let meant = providers.filter { match.provider == nil || $0.id == match.provider }
    let known = Set(
      meant.flatMap { provider in
        provider.endpoints.filter { endpoint in
          match.endpoint.map { [endpoint.name, endpoint.kind.rawValue].contains($0) } ?? true
        }.flatMap { provider.conditions(at: $0) }
      })
    guard !known.contains(name) else { return }
    findings.error(
      reader.value["condition"], reader.at("condition"),
      "there is no condition \"\(name)\" here" + Suggestion.hint(for: name, among: Array(known)))
  }

  private func readAnswer(_ reader: inout FixtureReader) -> Rule.RawAnswer {
    let status = reader.integer("status", in: Bounds.status) ?? 200
    var headers = reader.map("headers").compactMap { name, value, pointer -> (String, String)? in
      guard HTTPField.Name(name) != nil, let text = value.stringValue,
        !text.unicodeScalars.contains(where: { $0.value < 0x20 && $0.value != 9 })
      else {
        findings.error(value, pointer, "expected a header name and a text on one line")
        return nil
      }
      return (name, text)
    }
    var body = reader.string("body") ?? ""
    if let json = reader.member("json") {
      body = json.text()
      if !headers.contains(where: { $0.0.lowercased() == "content-type" }) {
        headers.append(("Content-Type", "application/json"))
      }
    }
    reader.finish()
    return .init(status: status, headers: headers, body: body)
  }

  private func readChange(_ reader: inout FixtureReader) -> Rule.Change {
    var change = Rule.Change()
    change.rename = reader.map("rename").compactMap { name, value, _ in
      value.stringValue.map { (name, $0) }
    }
    change.set = reader.map("set").map { ($0.name, $0.value) }
    change.drop = reader.strings("drop") ?? []
    change.order = reader.strings("order") ?? []
    change.scopes = reader.strings("scopes")
    change.twice = reader.bool("twice") ?? false
    for (name, value, pointer) in reader.map("tokens") {
      var token = FixtureReader(value, pointer, findings)
      if !["access", "id"].contains(name) {
        findings.error(value, pointer, "expected access or id, found \"\(name)\"")
      }
      var inner = Rule.TokenChange()
      inner.signature = token.choice("signature", as: Rule.TokenChange.Signature.self)
      inner.kid = token.string("kid")
      inner.claims = token.map("claims").map { ($0.name, $0.value) }
      inner.shift = token.integer("shift", in: -Bounds.century...Bounds.century) ?? 0
      token.finish()
      change.tokens.append((name, inner))
    }
    reader.finish()
    return change
  }

  /// Milliseconds, from a number of them or from an ISO 8601 duration such as `PT1.5S`.
  private func duration(_ reader: inout FixtureReader, _ name: String) -> Int? {
    guard let member = reader.member(name) else { return nil }
    let milliseconds =
      member.integerValue ?? member.stringValue.flatMap { Duration8601.milliseconds($0) }
    guard let milliseconds, (0...600_000).contains(milliseconds) else {
      findings.error(
        member, reader.at(name),
        "expected milliseconds or a duration such as PT1.5S, ten minutes at most, found \(member.found)"
      )
      return nil
    }
    return milliseconds
  }
}
