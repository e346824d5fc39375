import Basics

/// Reads the rules of a scenario: from a file, from the control API.
package struct RuleReader {
  let findings = Diagnostics()
  let providers: any ProviderLookup
  /// What `{"scenario": NAME}` in the place of a rule may name.
  let scenarios: [Scenario]
  /// Whose claims a rule may ask for.
  let cast: Cast
  /// Whether the rules are for where handshakes are seen: they know no sandbox, so only the default one has them.
  let seesHandshakes: Bool

  package init(
    providers: any ProviderLookup, scenarios: [Scenario] = [], cast: Cast = Cast(),
    seesHandshakes: Bool = true
  ) {
    self.providers = providers
    self.scenarios = scenarios
    self.cast = cast
    self.seesHandshakes = seesHandshakes
  }

  /// A scenario file: `{"schema": 1, "kind": "scenario", "rules": […]}`.
  package func scenario(_ bytes: [UInt8], name: String) throws(FixtureError) -> [Rule] {
    let tree = try FixtureSet.parse(bytes, name: name, findings)
    var reader = FixtureReader(tree, .scenario, "", findings)
    reader.schema()
    reader.kind("scenario")
    _ = reader.string("title")
    let list = reader.member("rules", required: true)
    reader.finish()
    return try rules(list ?? [], at: "/rules")
  }

  /// A list of rules, or one.
  package func rules(_ value: JSONValue, at pointer: String = "") throws(FixtureError) -> [Rule] {
    var rules: [Rule] = []
    if value.objectValue != nil {
      rules = entry(value, pointer, "1")
    } else if let list = value.arrayValue, list.count > Rule.most {
      findings.error(value, pointer, "expected at most \(Rule.most) rules, found \(list.count)")
    } else if let list = value.arrayValue {
      rules = list.enumerated().flatMap { index, value in
        entry(value, "\(pointer)/\(index)", String(index + 1))
      }
      refuseRepeats(list, pointer)
    } else {
      findings.error(value, pointer, "expected a rule or an array of rules, found \(value.found)")
    }
    refuseStrangers(value, rules, pointer)
    guard findings.list.isEmpty else { throw FixtureError(findings.list.sorted()) }
    return rules
  }

  /// A rule that waits for one that is not there would never act.
  private func refuseStrangers(_ value: JSONValue, _ rules: [Rule], _ pointer: String) {
    let ids = rules.filter { $0.source["id"] != nil }.map(\.id)
    let known = Set(ids)
    // Looking for what was meant takes its time, and the first mistakes are those that are read.
    let mostHints = 16
    let isList = value.arrayValue != nil
    for (index, one) in (value.arrayValue ?? [value]).enumerated() {
      guard let after = one["after"], let id = after.stringValue else { continue }
      let place = isList ? "\(pointer)/\(index)/after" : "\(pointer)/after"
      if one["id"]?.stringValue == id {
        findings.error(after, place, "a rule that waits for itself never acts")
      } else if !known.contains(id) {
        findings.error(
          after, place,
          "no rule that comes with this one has the id \"\(id)\""
            + (findings.list.count < mostHints ? Suggestion.hint(for: id, among: ids) : ""))
      }
    }
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
      return [rule(value, pointer, fallback)]
    }
    var reader = FixtureReader(value, .scenarioName, pointer, findings)
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
      return try RuleReader(providers: providers, cast: cast, seesHandshakes: seesHandshakes)
        .rules(scenario.rules)
    } catch {
      for finding in error.findings {
        findings.error(value["scenario"], reader.at("scenario"), finding.sentence)
      }
      return []
    }
  }

  private func rule(_ value: JSONValue, _ pointer: String, _ fallback: String) -> Rule {
    var reader = FixtureReader(value, .rule, pointer, findings)
    var rule = Rule()
    rule.id = fallback
    rule.source = value
    rule = Rule.declaration.read(&reader, self, from: rule)
    if let pattern = try? Pattern("[A-Za-z0-9_-]{1,64}"), !pattern.matches(rule.id) {
      findings.error(
        value["id"], reader.at("id"),
        "expected an id of letters, digits, '-' and '_', found \"\(rule.id)\"")
    }
    checkPlaces(rule, pointer)
    return rule
  }
}

/// A part of a rule that the fixture language declares.
protocol RulePart: Declared where Context == RuleReader {}

/// Rules under a name, ready to be laid on a sandbox.
package struct Scenario: Sendable {
  package var id: String
  /// What it is for, in a sentence.
  package var title: String
  /// As they stand in the file: they are read against the providers at hand when they are used.
  package var rules: JSONValue

  package init(id: String, file: JSONValue) {
    self.id = id
    title = file["title"]?.stringValue ?? id
    rules = file["rules"] ?? []
  }
}
