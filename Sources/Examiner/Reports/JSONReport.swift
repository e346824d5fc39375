import Basics

/// JSON for programs, as `fixtures/checks/report.schema.json` describes it: one run is an object, several are an array.
struct JSONReport {
  let runs: [RunReport]
  /// For the HTML report: every text can be shown as it is, and the sentences that all reports share are there too.
  var isForPage = false

  var text: String {
    (runs.count == 1 ? value(of: runs[0]) : value).text(.pretty(2)) + "\n"
  }

  var value: JSONValue { array(runs, value) }

  private func value(of run: RunReport) -> JSONValue {
    var object = JSONObject()
    object["schema"] = 1
    object["tool"] = "understudy"
    object["version"] = string(run.toolVersion)
    object["profile"] = string(run.profile)
    object["title"] = string(run.profileTitle)
    object["provider"] = string(run.provider)
    object["client"] = string(run.client)
    object["requirements"] = string(run.requirements)
    object["strict"] = JSONValue(.bool(run.isStrict))
    object["started"] = string(run.startedText)
    object["seconds"] = number(run.seconds)
    object["green"] = JSONValue(.bool(run.isGreen))
    object["interrupted"] = JSONValue(.bool(run.isInterrupted))
    object["summary"] = summary(of: run)
    if isForPage {
      object["conclusion"] = string(run.conclusion)
      object["stale"] = array(run.staleSentences) {
        ["id": string($0.id), "text": string($0.text)]
      }
    } else {
      object["stale"] = array(run.stale, string)
    }
    object["checks"] = array(run.results, value)
    return JSONValue(.object(object))
  }

  private func summary(of run: RunReport) -> JSONValue {
    var object = JSONObject()
    object["total"] = JSONValue(integerLiteral: run.results.count)
    for verdict in Verdict.allCases {
      object[verdict.rawValue] = JSONValue(integerLiteral: run.count(verdict))
    }
    object["broken"] = JSONValue(integerLiteral: run.results.count(where: \.breaks))
    object["known"] = JSONValue(integerLiteral: run.results.count { $0.isKnown })
    return JSONValue(.object(object))
  }

  private func value(of result: CheckResult) -> JSONValue {
    let check = result.check
    var object = JSONObject()
    object["id"] = string(check.id)
    object["verdict"] = string(result.verdict.rawValue)
    object["severity"] = string(check.severity.rawValue)
    object["clause"] = string(check.clause)
    if let link = check.link { object["link"] = string(link) }
    object["title"] = string(check.title)
    object["requirement"] = string(check.requirement)
    object["reason"] = string(result.reason)
    object["evidence"] = array(result.evidence) {
      ["class": string($0.kind.rawValue), "text": string($0.text)]
    }
    if let control = check.control { object["control"] = string(control) }
    object["why"] = string(check.why)
    object["fix"] = string(check.fix)
    object["curl"] = string(result.curl)
    // The page stays small enough to be mailed: what held needs no heads and bodies.
    let isWhole = !isForPage || result.isNotable
    object["steps"] = array(isWhole ? result.steps : []) { step in
      [
        "from": string(step.from.rawValue), "to": string(step.to.rawValue),
        "sent": string(step.sent), "came": string(step.came), "detail": string(step.detail),
        "marked": JSONValue(.bool(step.isMarked)),
      ]
    }
    object["output"] = string(isWhole ? result.output : "")
    object["seconds"] = number(result.seconds)
    object["repeats"] = array(result.repeats) {
      ["verdict": string($0.verdict.rawValue), "count": JSONValue(integerLiteral: $0.count)]
    }
    object["required"] = JSONValue(.bool(result.isRequired))
    object["known"] = JSONValue(.bool(result.isKnown))
    if let because = result.knownBecause { object["known_because"] = string(because) }
    if isForPage {
      object["statement"] = string(result.statement)
      if let pardon = result.pardon { object["pardon"] = string(pardon) }
    }
    object["twins"] = JSONValue(
      .object(JSONObject(check.twins.map { .init($0.suite, array($0.names, string)) })))
    return JSONValue(.object(object))
  }

  private func string(_ text: String) -> JSONValue {
    JSONValue(.string(isForPage ? Visible.lines(text) : text))
  }
  private func number(_ seconds: Double) -> JSONValue {
    JSONValue(.number(Seconds.decimal(seconds)))
  }
  private func array<T>(_ list: [T], _ value: (T) -> JSONValue) -> JSONValue {
    JSONValue(.array(list.map(value)))
  }
}
