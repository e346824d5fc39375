import Basics
import HTTPTypes

/// What became of the client, by all the signs that there are. Its own words count most, then its probe URL, then how it
/// ended, then what it answered to the callback.
package struct OutcomeReader: Sendable {
  package var ending: Ending
  /// Standard output and standard error.
  package var output = ""
  package var errors = ""
  /// What it posted to OAUTH_REPORT_URL.
  package var reports: [String] = []
  /// Its answer to the last callback.
  package var callback: Answer?
  /// The probe URL's status after the callback; 0 if it did not answer.
  package var probe: Int?
  /// Words by which the developer of the client marks an uncaught exception as a refusal.
  package var refusals: [String] = []
  /// After the hostile callback it signed somebody in all the same.
  package var recovered = false

  package init(_ ending: Ending) { self.ending = ending }

  package func outcome() -> Outcome {
    if case .signalled(let number) = ending {
      return Outcome(.crashed, "signal \(number) ended it")
    }
    // 128 is no signal's: so git ends, and whatever it started, when something is refused.
    if case .exited(let code) = ending, code >= 126, code != 128 {
      // By 255 PHP and Perl end where nobody caught an exception.
      if let refusal = declared(code) { return refusal }
      let how =
        CrashSigns.find(in: written).map { " and wrote \"\($0)\"" }
        ?? ", the code of a shell for a command that could not run"
      return Outcome(.crashed, "it exited with \(code)\(how)")
    }
    // What it says in the end is of the proper callback, which came after.
    if recovered, probe == nil { return byAnswer() }
    if let said = reports.reversed().compactMap({ Self.said($0, "it reported") }).first {
      return said
    }
    let last = output.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) }
    if let last, let said = Self.said(String(last), "its last line said") { return said }
    if let probe {
      var outcome = byProbe(probe)
      outcome.isSeenFromOutside = true
      return outcome
    }
    switch ending {
    case .exited(0): return Outcome(.accepted, "it exited with 0")
    case .exited(let code): return byCode(code)
    case .timedOut: return Outcome(.hung, "it was still running at the time limit")
    case .waiting, .standing, .signalled: return byAnswer()
    }
  }

  private var written: String { errors + "\n" + output }

  /// A refusal by an uncaught exception that the developer of the client has declared as one.
  private func declared(_ code: Int) -> Outcome? {
    guard code < 126 || code == 255 else { return nil }
    // Perl says last what it died of, and nothing else.
    let last = code == 255 ? errors.split(whereSeparator: \.isNewline).last.map(String.init) : nil
    guard let cause = CrashSigns.cause(in: written) ?? last else { return nil }
    return refusals.first { cause.contains($0) }.map {
      Outcome(.rejected, "it exited with \(code), a refusal according to --refusal \($0)")
    }
  }

  private func byCode(_ code: Int) -> Outcome {
    if let refusal = declared(code) { return refusal }
    if let crash = CrashSigns.find(in: written) {
      var outcome = Outcome(.crashed, "it exited with \(code) and wrote \"\(crash)\"")
      outcome.module = CrashSigns.module(in: written)
      return outcome
    }
    if let status = callback?.status.code, status >= 500, status != 501 {
      return Outcome(
        .crashed, "it answered \(status) to the callback and exited with \(code)")
    }
    return Outcome(.rejected, "it exited with \(code)")
  }

  private func byProbe(_ status: Int) -> Outcome {
    // By an exception some refuse; of a mistake nobody knows what would have come after it.
    let worst = max(status, callback?.status.code ?? 0)
    if worst >= 500, !(200..<300).contains(status),
      let mistake = CrashSigns.mistake(in: written), !refusals.contains(where: mistake.contains)
    {
      return Outcome(.crashed, "it answered \(worst) and wrote \"\(mistake)\"")
    }
    switch status {
    case 200..<300:
      return Outcome(.accepted, "its probe URL answered \(status)")
    case 0: return Outcome(.crashed, "its probe URL answered no more")
    case 500... where recovered:
      return Outcome(.rejected, "its probe URL answered \(status), and signed the next one in")
    case 500...: return Outcome(.crashed, "its probe URL answered \(status)")
    default: break
    }
    if let answer = callback?.status.code, answer >= 500, !recovered {
      return Outcome(
        .crashed,
        "it answered \(answer) to the callback and signed nobody in afterwards; its probe URL answered \(status)"
      )
    }
    return Outcome(.rejected, "its probe URL answered \(status)")
  }

  private func byAnswer() -> Outcome {
    if recovered {
      return Outcome(.rejected, "it ignored this callback, and accepted the proper one after it")
    }
    guard let status = callback?.status.code else {
      return Outcome(.unknown, "it kept running and showed no outcome")
    }
    switch status {
    // 501 is how many listeners refuse a method (RFC 9110 §15.6.2).
    case 400..<500, 501: return Outcome(.rejected, "it answered \(status) to the callback")
    case 500...: return Outcome(.crashed, "it answered \(status) to the callback")
    default:
      return Outcome(.unknown, "it answered \(status) to the callback and went on running")
    }
  }

  /// `{"outcome":"accepted|rejected","error":"…","sub":"…","scopes":[…]}`
  private static func said(_ line: String, _ sign: String) -> Outcome? {
    guard line.contains("{"), let tree = try? JSONReader().read(Array(line.utf8), file: "").root,
      let word = tree["outcome"]?.stringValue,
      let kind = ["accepted": Outcome.Kind.accepted, "rejected": .rejected, "crashed": .crashed][
        word]
    else { return nil }
    var outcome = Outcome(kind, "\(sign) \"\(word)\"")
    outcome.error = tree["error"]?.stringValue
    outcome.subject = tree["sub"]?.stringValue
    outcome.scopes = tree["scopes"]?.arrayValue?.compactMap(\.stringValue)
    return outcome
  }
}
