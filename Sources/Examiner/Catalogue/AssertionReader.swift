import Basics
import ProviderModel

/// Reads one assertion of a check.
enum AssertionReader {
  private enum Measure: String, CaseIterable { case control }

  static func read(
    _ value: JSONValue, _ pointer: String, _ findings: Diagnostics
  ) -> Assertion? {
    var reader = FixtureReader(value, pointer, findings)
    let otherwise = reader.string("else")
    let needs = reader.list("needs") ?? []
    var form: Assertion.Form?
    if var requests = reader.object("requests") {
      let (least, most) = (reader.integer("least"), reader.integer("most"))
      if least == nil, most == nil {
        findings.error(value, pointer, "expected least or most beside requests, found neither")
      }
      var wanted = self.requests(&requests)
      wanted.isPerControl = reader.choice("per", as: Measure.self) == .control
      form = .requests(wanted, least: least, most: most)
    } else if var spacing = reader.object("spacing") {
      let text = spacing.member("least", required: true)?.numberText
      form = .spacing(
        to: spacing.string("to", required: true) ?? "", least: text.flatMap(Double.init) ?? 0)
      spacing.finish()
    } else if var answer = reader.object("answer") {
      var wanted = Assertion.ClientAnswer(to: answer.string("to", required: true) ?? "")
      wanted.status = answer.string("status")
      wanted.has = answer.string("has")
      wanted.lacks = answer.string("lacks")
      wanted.isPage = answer.choice("in", as: Assertion.AnswerPlace.self) == .page
      answer.finish()
      form = .answer(wanted)
    } else if let error = reader.string("error") {
      form = .error(error)
    } else if let judge = reader.string("judge") {
      form = .judge(judge)
    }
    reader.finish()
    guard let form else {
      findings.error(
        value, pointer, "expected one of: answer, error, judge, requests, spacing; found none")
      return nil
    }
    return Assertion(form: form, needs: needs, otherwise: otherwise)
  }

  private static func requests(_ reader: inout FixtureReader) -> Assertion.Requests {
    var requests = Assertion.Requests(to: reader.string("to", required: true) ?? "")
    requests.after = reader.choice("after", as: Assertion.Moment.self) ?? .start
    requests.grant = reader.string("grant")
    requests.carrying = reader.string("carrying")
    requests.place = reader.string("in")
    requests.status = reader.string("status")
    requests.refused = reader.bool("refused")
    reader.finish()
    return requests
  }
}
