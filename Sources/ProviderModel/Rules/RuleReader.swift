import Basics

/// Reads the rules of a scenario: from a file, from the control API.
package struct RuleReader {
  let findings = Diagnostics()
  /// Names that nobody has yet: they may be added later.
  private let missing = Diagnostics()
  let providers: any ProviderLookup
  /// The scenarios that `{"scenario": NAME}` may name.
  let scenarios: [Scenario]
  /// The cast whose claims a rule may name.
  let cast: Cast
  /// Whether the rules may affect handshakes. A handshake names no sandbox, so only the default sandbox has such rules.
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

  /// Warnings about the people and clients that the rules name and the cast lacks.
  package var warnings: [Diagnostic] { missing.list.sorted() }

  /// Warns about people and clients that the cast lacks.
  func checkCast(_ match: Rule.Match, _ reader: FixtureReader) {
    for (member, sentence) in match.missing(in: cast, at: providers.ids) {
      missing.add(
        Diagnostic(
          .warning, at: reader.value[member]?.origin, reader.at(member), sentence))
    }
  }

  /// A scenario file: `{"schema": 1, "kind": "scenario", "rules": […]}`.
  package func scenario(_ bytes: [UInt8], name: String) throws(FixtureError) -> [Rule] {
    let tree = try FixtureSet.parse(bytes, name: name, findings)
    let scenario = Scenario.declaration.read(tree, "", findings, self)
    return try rules(scenario.rules, at: "/rules")
  }

  /// A list of rules, or one.
  package func rules(_ value: JSONValue, at pointer: String = "") throws(FixtureError) -> [Rule] {
    var rules: [Rule] = []
    if pointer.isEmpty, value["rules"]?.arrayValue != nil, value["then"] == nil {
      findings.error(
        value["rules"], "/rules",
        "expected a rule or an array of rules, found a scenario; send the array of its rules alone")
      throw FixtureError(findings.list)
    }
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

  /// Reports a rule that waits for a missing rule: it would never act.
  private func refuseStrangers(_ value: JSONValue, _ rules: [Rule], _ pointer: String) {
    let ids = rules.filter { $0.source["id"] != nil }.map(\.id)
    let known = Set(ids)
    // Suggestions take time, and people read the first mistakes.
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

  /// Reports a repeated ID: the second rule would silently replace the first.
  private func refuseRepeats(_ list: [JSONValue], _ pointer: String) {
    var known: Set<String> = []
    for (index, value) in list.enumerated() {
      guard let id = value["id"], let text = id.stringValue, !known.insert(text).inserted else {
        continue
      }
      findings.error(id, "\(pointer)/\(index)/id", "another rule here has the id \"\(text)\" too")
    }
  }

  /// Reads a rule, or the name of a scenario, which stands for all of its rules.
  private func entry(_ value: JSONValue, _ pointer: String, _ fallback: String) -> [Rule] {
    guard value["scenario"] != nil else {
      return [rule(value, pointer, fallback)]
    }
    let place = JSONPointer.appending("scenario", to: pointer)
    guard let name = ScenarioName.declaration.read(value, pointer, findings, self).scenario else {
      return []
    }
    guard let scenario = scenarios.first(where: { $0.id == name }) else {
      findings.error(
        value["scenario"], place,
        "there is no scenario \"\(name)\""
          + Suggestion.hint(for: name, among: scenarios.map(\.id)))
      return []
    }
    // The scenario's rules are not part of this text, so the diagnostics point at its name.
    do {
      return try RuleReader(providers: providers, cast: cast, seesHandshakes: seesHandshakes)
        .rules(scenario.rules)
    } catch {
      for finding in error.findings {
        findings.error(value["scenario"], place, finding.sentence)
      }
      return []
    }
  }

  /// A rule that was accepted before, as its author wrote it.
  package func restored(_ source: JSONValue, id: String) -> Rule {
    var rule = rule(source, "", id)
    rule.id = id
    return rule
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

extension RulePart {
  typealias Declaration = ObjectDeclaration<Self, RuleReader>
}

/// Named rules, ready to add to a sandbox.
package struct Scenario: Sendable {
  package var id = ""
  /// The purpose, in a sentence.
  package var title = ""
  /// The rules as JSON. They are read when they are used, for the providers of that moment.
  package var rules: JSONValue = []

  package init() {}

  package init(id: String, file: JSONValue) {
    self.id = id
    title = file["title"]?.stringValue ?? id
    rules = file["rules"] ?? []
  }
}

extension Scenario: RulePart {
  static let declaration: Declaration = .init(
    "scenario", "Rules that change how the server answers.",
    [
      .version,
      .kind("scenario"),
      .text(
        "title", \.title, "The purpose of the scenario, in one sentence.",
        example: "\"Every code has expired when it is redeemed\""),
      .json(
        "rules", \.rules, .list(.declared(Rule.self)),
        "The rules. The first rule that matches applies."
      ).example(
        #"[{ "match": { "endpoint": "token" }, "then": { "condition": "code_expired" } }]"#),
    ])
}

/// The name of a scenario, in place of a rule.
package struct ScenarioName: RulePart {
  var scenario: String?

  package init() {}

  static let declaration: Declaration = .init(
    "named scenario", "All rules of another scenario.",
    [
      .init(
        Property(
          "scenario", .name(of: "scenario"), "The scenario's name.", example: "\"codes-expire\"",
          .required)
      ) { name, reader, _ in
        name.scenario = reader.string("scenario")
        return true
      }
    ])
}
