import Basics

/// SARIF 2.1.0, as code scanning and editors read it: a rule is a check, a result is a verdict.
///
/// A check that breaks the run has the level `error`; a warning, a known failure and a check that isn't required have the level `warning`.
struct SARIFReport {
  let runs: [RunReport]

  var text: String {
    let root: JSONValue = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": JSONValue(.array(runs.map(value))),
    ]
    return root.text(.pretty(2)) + "\n"
  }

  private func value(of run: RunReport) -> JSONValue {
    [
      "tool": [
        "driver": [
          "name": "understudy", "version": Self.string(run.toolVersion),
          "rules": JSONValue(.array(run.results.map { rule($0.check) })),
        ]
      ],
      "automationDetails": ["id": Self.string("understudy/\(run.profile)/")],
      "properties": [
        "profile": Self.string(run.profile), "provider": Self.string(run.provider),
        "requirements": Self.string(run.requirements),
      ],
      "results": JSONValue(
        .array(run.results.enumerated().map { result($0.element, $0.offset, run) })),
    ]
  }

  private func rule(_ check: Check) -> JSONValue {
    var rule: JSONObject = JSONObject()
    rule["id"] = Self.string(check.id)
    rule["shortDescription"] = Self.message(check.title)
    rule["fullDescription"] = Self.message(check.requirement)
    rule["help"] = Self.message("\(check.clause). \(check.why) \(check.fix)")
    if let link = check.link { rule["helpUri"] = Self.string(link) }
    rule["defaultConfiguration"] = [
      "level": Self.string(check.severity == .must ? "error" : "warning")
    ]
    return JSONValue(.object(rule))
  }

  private func result(_ result: CheckResult, _ index: Int, _ run: RunReport) -> JSONValue {
    var object = JSONObject()
    object["ruleId"] = Self.string(result.check.id)
    object["ruleIndex"] = JSONValue(integerLiteral: index)
    object["kind"] = Self.string(kind(of: result.verdict))
    object["level"] = Self.string(level(of: result))
    object["message"] = Self.message(result.statement)
    object["locations"] = [
      ["logicalLocations": [["name": Self.string(run.client), "kind": "module"]]]
    ]
    object["properties"] = [
      "evidence": JSONValue(
        .array(result.evidence.map { Self.string("\($0.kind.rawValue): \($0.text)") })),
      "clause": Self.string(result.check.clause), "fix": Self.string(result.check.fix),
      "curl": Self.string(result.curl),
      "steps": Self.string(
        result.transcript(isWhole: false).joined(separator: "\n")),
    ]
    object["partialFingerprints"] = ["check/v1": Self.string("\(run.profile)/\(result.check.id)")]
    if result.isKnown {
      var suppression: JSONObject = ["kind": "external"]
      if let why = result.knownBecause { suppression["justification"] = Self.string(why) }
      object["suppressions"] = [JSONValue(.object(suppression))]
    }
    return JSONValue(.object(object))
  }

  /// A level other than `none` belongs to the kind `fail` (SARIF §3.27.10).
  private func level(of result: CheckResult) -> String {
    guard kind(of: result.verdict) == "fail" else { return "none" }
    return result.breaks ? "error" : "warning"
  }

  private func kind(of verdict: Verdict) -> String {
    switch verdict {
    case .pass: "pass"
    case .fail, .warn, .error: "fail"
    case .inconclusive: "open"
    case .skip: "notApplicable"
    }
  }

  private static func message(_ text: String) -> JSONValue { ["text": string(text)] }
  private static func string(_ text: String) -> JSONValue {
    JSONValue(.string(Visible.lines(text)))
  }
}
