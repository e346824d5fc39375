import Basics
import Engine
import ProviderModel

/// Scenario rules: what happens when a request matches.
enum RuleOperations {
  static let all: [Operation] = [
    Operation(
      id: "listScenarios", method: .get, path: "/scenarios",
      summary:
        "The scenarios: named rules, which {\"scenario\": NAME} adds in place of a rule.",
      results: [
        .init(status: 200, summary: "All scenarios.", schema: Operation.list(of: "Scenario"))
      ],
      run: { call throws(Problem) in
        .json(200, JSONValue(.array(try call.scenarios().map(Scenario.view.write))))
      }),
    Operation(
      id: "listRules", method: .get, path: "/sandboxes/{sandbox}/rules",
      summary: "The rules, in the order of evaluation.",
      results: [.init(status: 200, summary: "All rules.", schema: Operation.list(of: "Rule"))],
      run: { call throws(Problem) in
        let sandboxHost = try call.sandboxHost()
        let (sandbox, now) = (
          sandboxHost.contents.withLock { $0.sandbox }, call.instants(sandboxHost).sandbox
        )
        return .json(
          200, JSONValue(.array(sandbox.rules.list.map { RuleView($0, sandbox, at: now).json })))
      }),
    Operation(
      id: "addRules", method: .post, path: "/sandboxes/{sandbox}/rules",
      summary: "Adds a rule, or several, after the existing ones.",
      body: Operation.reference("NewRules"),
      results: [.init(status: 201, summary: "Added.", schema: Operation.list(of: "Rule"))],
      problems: [409],
      run: { call throws(Problem) in .json(201, try put(&call, replacing: false)) }),
    Operation(
      id: "setRules", method: .put, path: "/sandboxes/{sandbox}/rules",
      summary: "Replaces all rules by these.", body: Operation.reference("NewRules"),
      results: [.init(status: 200, summary: "All rules.", schema: Operation.list(of: "Rule"))],
      run: { call throws(Problem) in .json(200, try put(&call, replacing: true)) }),
    Operation(
      id: "clearRules", method: .delete, path: "/sandboxes/{sandbox}/rules",
      summary: "Removes all rules.", results: [.init(status: 204, summary: "Cleared.")],
      run: { call throws(Problem) in
        let sandboxHost = try call.sandboxHost()
        sandboxHost.contents.withLock { $0.sandbox.rules.clear() }
        sandboxHost.record(.rules, "The rules were cleared.", by: call)
        return .nothing
      }),
    Operation(
      id: "getRule", method: .get, path: "/sandboxes/{sandbox}/rules/{rule}", summary: "One rule.",
      results: [.init(status: 200, summary: "The rule.", schema: Operation.reference("Rule"))],
      run: { call throws(Problem) in
        let id = call.variable("rule")
        let sandboxHost = try call.sandboxHost()
        let sandbox = sandboxHost.contents.withLock { $0.sandbox }
        guard let rule = sandbox.rules.list.first(where: { $0.rule.id == id }) else {
          throw missing(id, sandboxHost)
        }
        return .json(200, RuleView(rule, sandbox, at: call.instants(sandboxHost).sandbox).json)
      }),
    Operation(
      id: "switchRule", method: .put, path: "/sandboxes/{sandbox}/rules/{rule}",
      summary: "Switches a rule on or off; its place and its counters stay.",
      body: Operation.reference("RuleSwitch"),
      results: [.init(status: 200, summary: "The rule.", schema: Operation.reference("Rule"))],
      run: { call throws(Problem) in
        let id = call.variable("rule")
        let sandboxHost = try call.sandboxHost()
        guard call.body["then"] == nil else {
          throw Problem([
            Diagnostic(
              at: nil, "/then",
              "this address only switches a rule on or off; POST …/rules with \"id\": \"\(id)\" replaces the rule"
            )
          ])
        }
        let isOn = try call.read(RuleSwitch.self).on
        let sandbox = sandboxHost.contents.withLock { contents -> ServerState? in
          contents.sandbox.rules.turn(id, on: isOn) ? contents.sandbox : nil
        }
        guard let sandbox, let rule = sandbox.rules.list.first(where: { $0.rule.id == id }) else {
          throw missing(id, sandboxHost)
        }
        sandboxHost.record(
          .rules, "The rule \(id) was switched \(isOn ? "on" : "off").",
          by: call)
        return .json(200, RuleView(rule, sandbox, at: call.instants(sandboxHost).sandbox).json)
      }),
    Operation(
      id: "deleteRule", method: .delete, path: "/sandboxes/{sandbox}/rules/{rule}",
      summary: "Removes one rule.", results: [.init(status: 204, summary: "Removed.")],
      run: { call throws(Problem) in
        let id = call.variable("rule")
        let sandboxHost = try call.sandboxHost()
        guard sandboxHost.contents.withLock({ $0.sandbox.rules.remove(id) }) else {
          throw missing(id, sandboxHost)
        }
        sandboxHost.record(.rules, "The rule \(id) was removed.", by: call)
        return .nothing
      }),
  ]

  private static func missing(_ id: String, _ sandboxHost: SandboxHost) -> Problem {
    let known = sandboxHost.contents.withLock { $0.sandbox.rules.list.map(\.rule.id) }
    return Problem(
      404, "There is no such rule.",
      "No rule has the id \"\(id)\"" + Suggestion.sentence(for: id, among: known))
  }

  /// What is shown may be sent again: the counters in it are passed over.
  static func rules(
    _ value: JSONValue, _ pointer: String, _ sandbox: ServerState, _ scenarios: [Scenario],
    seesHandshakes: Bool
  ) throws(Problem) -> [Rule] {
    func bare(_ value: JSONValue) -> JSONValue {
      guard var object = value.objectValue else { return value }
      for member in RuleView.counters.members { object[member.name] = nil }
      return JSONValue(.object(object), origin: value.origin)
    }
    let bared = value.arrayValue.map { JSONValue(.array($0.map(bare)), origin: value.origin) }
    do {
      return try RuleReader(
        providers: sandbox.site.providers, scenarios: scenarios,
        cast: sandbox.cast, seesHandshakes: seesHandshakes
      ).rules(bared ?? bare(value), at: pointer)
    } catch {
      throw Problem(error.findings)
    }
  }

  static let tooMany = Problem(
    409, "The sandbox has too many rules.",
    "A sandbox has at most \(Rule.most) rules, as each request is compared with all of them. "
      + "Delete some first: DELETE \(Control.root)/sandboxes/ID/rules.")

  private static func put(_ call: inout Call, replacing: Bool) throws(Problem) -> JSONValue {
    let sandboxHost = try call.sandboxHost()
    let rules = try rules(
      call.body, "", sandboxHost.contents.withLock { $0.sandbox }, call.scenarios(),
      seesHandshakes: sandboxHost.id == Sandboxes.defaultID)
    let now = call.instants(sandboxHost).sandbox
    let added = sandboxHost.contents.withLock { contents -> [JSONValue]? in
      var active = contents.sandbox.rules
      if replacing { active.clear() }
      guard let ids = active.add(rules).map(Set.init) else { return nil }
      contents.sandbox.rules = active
      return active.list.filter { ids.contains($0.rule.id) }
        .map { RuleView($0, contents.sandbox, at: now).json }
    }
    guard let added else { throw tooMany }
    sandboxHost.record(
      .rules,
      "\(rules.count) \(rules.count == 1 ? "rule was" : "rules were") \(replacing ? "set" : "added").",
      by: call)
    return JSONValue(.array(added))
  }
}
