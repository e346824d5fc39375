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
    if isKnown { return knownBecause.map { "known: \($0)" } ?? "known: it stands in the baseline" }
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
