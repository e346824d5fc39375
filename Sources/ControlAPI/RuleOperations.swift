import AuthorizationServer
import JSON
import ProviderModel
import Sandboxes

/// Scenario rules: what happens when a request matches.
enum RuleOperations {
  static let all: [Operation] = [
    Operation(
      id: "listScenarios", method: .get, path: "/scenarios",
      summary:
        "Rules under a name: what {\"scenario\": NAME} may stand for in the place of a rule.",
      results: [.init(status: 200, summary: "All.", schema: Operation.list(of: "Scenario"))],
      run: { call throws(Problem) in
        let scenarios = call.house.options.scenarios()
        return .json(
          200,
          JSONValue(
            .array(
              scenarios.map {
                [
                  "id": JSONValue(.string($0.id)), "title": JSONValue(.string($0.title)),
                  "rules": $0.rules,
                ]
              })))
      }),
    Operation(
      id: "listRules", method: .get, path: "/sandboxes/{sandbox}/rules",
      summary: "The rules, in the order in which they are tried.",
      results: [.init(status: 200, summary: "All.", schema: Operation.list(of: "Rule"))],
      run: { call throws(Problem) in
        let rules = try call.cell().contents.withLock { $0.sandbox.rules }
        return .json(200, JSONValue(.array(rules.list.map(view))))
      }),
    Operation(
      id: "addRules", method: .post, path: "/sandboxes/{sandbox}/rules",
      summary: "Adds a rule, or several, behind those that are there.",
      body: Operation.reference("NewRules"),
      results: [.init(status: 201, summary: "Added.", schema: Operation.list(of: "Rule"))],
      run: { call throws(Problem) in .json(201, try put(&call, replacing: false)) }),
    Operation(
      id: "setRules", method: .put, path: "/sandboxes/{sandbox}/rules",
      summary: "These rules and no others.", body: Operation.reference("NewRules"),
      results: [.init(status: 200, summary: "All.", schema: Operation.list(of: "Rule"))],
      run: { call throws(Problem) in .json(200, try put(&call, replacing: true)) }),
    Operation(
      id: "clearRules", method: .delete, path: "/sandboxes/{sandbox}/rules",
      summary: "No rules any more.", results: [.init(status: 204, summary: "Cleared.")],
      run: { call throws(Problem) in
        let cell = try call.cell()
        cell.contents.withLock { $0.sandbox.rules.clear() }
        cell.record("rules", "The rules were cleared.", at: call.instants(cell))
        return .nothing
      }),
    Operation(
      id: "getRule", method: .get, path: "/sandboxes/{sandbox}/rules/{rule}", summary: "One rule.",
      results: [.init(status: 200, summary: "It.", schema: Operation.reference("Rule"))],
      run: { call throws(Problem) in
        let id = call.variable("rule")
        let rules = try call.cell().contents.withLock { $0.sandbox.rules }
        guard let rule = rules.list.first(where: { $0.rule.id == id }) else { throw missing(id) }
        return .json(200, view(rule))
      }),
    Operation(
      id: "deleteRule", method: .delete, path: "/sandboxes/{sandbox}/rules/{rule}",
      summary: "Removes one rule.", results: [.init(status: 204, summary: "Removed.")],
      run: { call throws(Problem) in
        let id = call.variable("rule")
        let cell = try call.cell()
        guard cell.contents.withLock({ $0.sandbox.rules.remove(id) }) else { throw missing(id) }
        cell.record("rules", "The rule \(id) was removed.", at: call.instants(cell))
        return .nothing
      }),
  ]

  private static func missing(_ id: String) -> Problem {
    Problem(404, "There is no such rule.", "No rule has the id \"\(id)\".")
  }

  static func view(_ active: ActiveRules.Active) -> JSONValue {
    var object = active.rule.source.objectValue ?? JSONObject()
    object["id"] = JSONValue(.string(active.rule.id))
    object["seen"] = JSONValue(.number(String(active.seen)))
    object["fired"] = JSONValue(.number(String(active.fired)))
    object["spent"] = JSONValue(.bool(active.isSpent))
    return JSONValue(.object(object))
  }

  /// What is shown may be sent again: the counters in it are passed over.
  static func rules(
    _ value: JSONValue, _ pointer: String, _ sandbox: Sandbox, _ house: Playhouse
  ) throws(Problem) -> [Rule] {
    func bare(_ value: JSONValue) -> JSONValue {
      guard var object = value.objectValue else { return value }
      for name in ["seen", "fired", "spent"] { object[name] = nil }
      return JSONValue(.object(object), origin: value.origin)
    }
    let bared = value.arrayValue.map { JSONValue(.array($0.map(bare)), origin: value.origin) }
    do {
      return try RuleReader(
        providers: sandbox.site.providers, scenarios: house.options.scenarios()
      ).rules(bared ?? bare(value), at: pointer)
    } catch {
      throw Problem(error.findings)
    }
  }

  private static func put(_ call: inout Call, replacing: Bool) throws(Problem) -> JSONValue {
    let cell = try call.cell()
    let rules = try rules(call.body, "", cell.contents.withLock { $0.sandbox }, call.house)
    let added = cell.contents.withLock { contents -> [JSONValue] in
      if replacing { contents.sandbox.rules.clear() }
      let ids = contents.sandbox.rules.add(rules)
      return contents.sandbox.rules.list.filter { ids.contains($0.rule.id) }.map(view)
    }
    cell.record(
      "rules", "\(rules.count) rules were \(replacing ? "set" : "added").", at: call.instants(cell))
    return JSONValue(.array(added))
  }
}
