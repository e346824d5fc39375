import Basics
import Engine
import ProviderModel

/// A sandbox's clock: read, frozen, set, advanced; and what was issued made older.
enum ClockOperations {
  static let all: [Operation] = [
    Operation(
      id: "getClock", method: .get, path: "/sandboxes/{sandbox}/clock", summary: "The clock.",
      results: [.init(status: 200, summary: "The clock.", schema: Operation.reference("Clock"))],
      run: { call throws(Problem) in
        .json(200, SandboxView.clock.write(SandboxView(try call.sandboxHost(), call)))
      }),
    Operation(
      id: "changeClock", method: .post, path: "/sandboxes/{sandbox}/clock",
      summary:
        "Sets, advances, freezes or thaws the clock, or ages what was issued, in this order.",
      body: Operation.reference("ClockChange"),
      results: [
        .init(
          status: 200, summary: "The new state of the clock.", schema: Operation.reference("Clock"))
      ],
      problems: [409],
      run: { call throws(Problem) in
        let sandboxHost = try call.sandboxHost()
        try change(sandboxHost, &call)
        return .json(200, SandboxView.clock.write(SandboxView(sandboxHost, call)))
      }),
  ]

  private static func change(_ sandboxHost: SandboxHost, _ call: inout Call) throws(Problem) {
    let wish = try call.read(ClockChange.self)
    let (set, advance, age) = (wish.set, wish.advance, wish.age)
    if call.body.objectValue?.isEmpty == true {
      throw Problem(
        422, "The body changes nothing.", "Send at least one of set, advance, freeze, age.",
        pointer: "")
    }
    let now = call.now
    let result = sandboxHost.contents.withLock { contents -> Result<String, Problem> in
      let before = contents.clock.instants(now).sandbox
      if let set, set < before, contents.sandbox.hasIssued { return .failure(setBack) }
      // A copy, so that what can't be done is not begun.
      var clock = contents.clock
      if let set { clock.set(set, now) }
      if let advance { clock.advance(advance) }
      if wish.freeze == true { clock.freeze(now) }
      if wish.freeze == false { clock.thaw(now) }
      let after = clock.instants(now).sandbox
      if let advance, after > Dates.last { return .failure(beyond(after - advance)) }
      if let age {
        guard contents.sandbox.aged + age <= ClockChange.century else {
          return .failure(tooOld(contents.sandbox.aged))
        }
        contents.sandbox.age(by: age, at: clock.instants(now))
      }
      contents.clock = clock
      return .success(
        "The clock went from \(Dates.text(before)) to \(Dates.text(after))"
          + (clock.frozen == nil ? "" : " and stands still")
          + (age.map { "; issued credentials were aged by \($0) s" } ?? "") + ".")
    }
    sandboxHost.record(.clock, try result.get(), by: call)
  }

  private static let setBack = Problem(
    409, "The clock can't be set back.",
    "The sandbox has issued codes or tokens. Reset it first, or make a new one.", pointer: "/set")

  private static func beyond(_ now: Int) -> Problem {
    Problem([
      Diagnostic(
        at: nil, "/advance",
        "the clock ends at \(Dates.text(Dates.last)): \(max(Dates.last - now, 0)) seconds are left")
    ])
  }

  private static func tooOld(_ aged: Int) -> Problem {
    Problem([
      Diagnostic(
        at: nil, "/age",
        "what was issued can be made older by a century in all: \(ClockChange.century - aged) seconds are left"
      )
    ])
  }
}

extension JSONValue {
  /// Short, for a sentence.
  var shown: String {
    let text = text()
    return text.count > 60 ? text.prefix(60) + "…" : text
  }
}
