import Basics
import ProviderModel

/// The checks that count, as they were when a release was made. A check that comes later reports, and breaks nothing that
/// was green before.
package struct RequirementSet: Sendable, Equatable {
  /// `2026-1`.
  package var release: String
  package var ids: [String]
  /// Not frozen yet: each check counts whose `since` is this release or an earlier one.
  package var isOpen = false

  package init(release: String, ids: [String], isOpen: Bool = false) {
    self.release = release
    self.ids = ids
    self.isOpen = isOpen
  }

  static func read(_ root: JSONValue, _ findings: Diagnostics) -> RequirementSet? {
    let before = findings.errors.count
    var reader = FixtureReader(root, "", findings)
    _ = reader.integer("schema", in: 1...1)
    _ = reader.string("kind")
    let set = RequirementSet(
      release: reader.string("release", required: true) ?? "", ids: reader.list("checks") ?? [],
      isOpen: reader.bool("open") ?? false)
    reader.finish()
    return findings.errors.count == before ? set : nil
  }

  package func contains(_ check: Check) -> Bool {
    ids.contains(check.id) || (isOpen && !Self.isEarlier(release, than: check.since))
  }

  /// `2026-9` comes before `2026-10`.
  static func isEarlier(_ release: String, than other: String) -> Bool {
    func numbers(_ text: String) -> [Int] { text.split(separator: "-").map { Int($0) ?? 0 } }
    return numbers(release).lexicographicallyPrecedes(numbers(other))
  }

  /// Says of each result whether it counts.
  package func mark(_ report: inout RunReport) {
    report.requirements = release
    for place in report.results.indices {
      report.results[place].isRequired = contains(report.results[place].check)
    }
  }
}

extension Catalogue {
  /// - Parameter release: `nil` for the newest.
  /// - Throws: `UsageError`, with the releases that there are.
  package func requirements(of release: String?) throws(UsageError) -> RequirementSet {
    let sorted = requirements.sorted { RequirementSet.isEarlier($0.release, than: $1.release) }
    guard let release else {
      guard let newest = sorted.last else { throw UsageError("There is no set of requirements") }
      return newest
    }
    if let found = sorted.first(where: { $0.release == release }) { return found }
    let hint = Suggestion.list(for: release, among: sorted.map(\.release))
    throw UsageError("--requirements \(release): there is no such release\(hint)")
  }
}
