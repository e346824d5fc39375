import Basics
import ProviderModel

// What all reports say of a run, in the same words.
extension RunReport {
  /// `12 pass, 1 fail, 3 skip`.
  var counts: String {
    let parts = Verdict.allCases.compactMap { verdict -> String? in
      let count = count(verdict)
      return count == 0 ? nil : "\(count) \(verdict.rawValue)"
    }
    return parts.isEmpty ? "no check was done" : parts.joined(separator: ", ")
  }

  /// RFC 3339, in UTC.
  var startedText: String { UTC(seconds: started).text() + "Z" }

  /// A sentence for each stale entry of the baseline.
  var staleSentences: [(id: String, text: String)] {
    stale.map { id in
      if let result = results.first(where: { $0.check.id == id }) {
        return (
          id,
          "It is in the baseline, but its verdict is now \(result.verdict.rawValue): take it out."
        )
      }
      return (id, "It is in the baseline, but no check has this id: take it out.")
    }
  }

  /// Whether all that is required holds, in a sentence.
  var conclusion: String {
    if isInterrupted { return "Interrupted: checks that are missing here did not run." }
    if isGreen { return "All requirements are met." }
    let broken = results.count(where: \.breaks)
    var parts: [String] = []
    if broken > 0 {
      parts.append(broken == 1 ? "1 check breaks the run" : "\(broken) checks break the run")
    }
    if !stale.isEmpty {
      parts.append(
        stale.count == 1
          ? "1 entry of the baseline is stale" : "\(stale.count) entries of the baseline are stale")
    }
    return parts.joined(separator: ", and ") + "."
  }

  /// What `--only` left out that looks at every run of a whole profile; empty where nothing was left out.
  var leftOutText: String {
    leftOut == 0 ? "" : "\(PassiveCase.count(leftOut, "passive check")) left out by --only.\n"
  }
}

// What all reports say of a result, in the same words.
extension CheckResult {
  /// The evidence classes that it rests on, each once.
  var evidenceKinds: [EvidenceClass] {
    EvidenceClass.allCases.filter { kind in evidence.contains { $0.kind == kind } }
  }

  var evidenceNames: String {
    let names = evidenceKinds.map(\.rawValue).joined(separator: "+")
    return names.isEmpty ? "none" : names
  }

  /// What was met; or, where it was not, why.
  var statement: String {
    verdict == .pass || reason.isEmpty ? check.requirement : reason
  }

  /// Whether a reader has to do something about it, or should know.
  var isNotable: Bool { [.fail, .warn, .inconclusive, .error].contains(verdict) }

  /// Why a verdict that is notable breaks nothing.
  var pardon: String? {
    guard isNotable, !breaks else { return nil }
    if isKnown { return knownBecause.map { "known: \($0)" } ?? "known: it is in the baseline" }
    if !isRequired { return "not in this set of requirements" }
    return nil
  }

  /// `5 pass, 1 fail`, where there were repeats.
  var repeatsText: String {
    repeats.map { "\($0.count) \($0.verdict.rawValue)" }.joined(separator: ", ")
  }

  /// What was sent and what came, as plain lines.
  /// - Parameter isWhole: with heads and bodies.
  func transcript(isWhole: Bool) -> [String] {
    steps.enumerated().flatMap { number, step -> [String] in
      let mark = step.isMarked ? "!" : " "
      var lines = [
        "\(mark)\(number + 1). \(step.from.rawValue) → \(step.to.rawValue): \(step.sent)"
      ]
      if !step.came.isEmpty { lines.append("    ← \(step.came)") }
      if isWhole, !step.detail.isEmpty {
        lines += step.detail.lines.map { $0.isEmpty ? "" : "    | \($0)" }
      }
      return lines
    }
  }
}

extension Severity {
  /// The keyword of RFC 2119, where there is one.
  var keyword: String {
    switch self {
    case .must: "MUST"
    case .should: "SHOULD"
    case .robustness: "ROBUSTNESS"
    }
  }
}

/// Seconds as reports write them.
enum Seconds {
  /// With three digits behind the point, as XML and JSON have numbers: `1.204`.
  static func decimal(_ seconds: Double) -> String { rounded(seconds, 1000, 3) }

  /// For people: `1.2 s`.
  static func short(_ seconds: Double) -> String { rounded(seconds, 10, 1) + " s" }

  private static func rounded(_ seconds: Double, _ parts: Int, _ width: Int) -> String {
    let most = 1e9
    let bounded = seconds.isFinite ? min(max(seconds, 0), most) : 0
    let all = Int((bounded * Double(parts)).rounded())
    let rest = String(all % parts)
    return "\(all / parts)." + String(repeating: "0", count: max(0, width - rest.count)) + rest
  }
}

extension String {
  /// Its lines as they can be looked at, without the empty ones at the end.
  var lines: [String] {
    var lines = Visible.lines(self).unicodeScalars.split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { String($0) }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
