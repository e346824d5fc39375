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
    if isInterrupted { return "Interrupted: what is missing here was not done." }
    if isGreen { return "All that is required holds." }
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
}
