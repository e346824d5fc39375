import Basics

/// The findings in each state of the quirks: a finding that only one quirk brings is told at that quirk.
struct QuirkStates {
  private let quirks: [Quirk]
  private var found: [(on: Set<String>, findings: Set<Diagnostic>)] = []
  /// The places in the patches.
  private var patched: Set<Origin> = []

  init(_ quirks: [Quirk]) {
    self.quirks = quirks
    for quirk in quirks { collect(quirk.patch) }
  }

  private mutating func collect(_ value: JSONValue) {
    value.origin.map { _ = patched.insert($0) }
    for member in value.objectValue ?? JSONObject() {
      member.nameOrigin.map { _ = patched.insert($0) }
      collect(member.value)
    }
    for element in value.arrayValue ?? [] { collect(element) }
  }

  mutating func add(_ findings: [Diagnostic], with on: Set<String>) {
    found.append((on, Set(findings)))
  }

  /// A finding with the quirk that brings it: at its patch, unless its place is in a patch already.
  func attributed(_ finding: Diagnostic) -> Diagnostic {
    guard let quirk = cause(of: finding) else { return finding }
    let isThere = finding.origin.map(patched.contains) ?? false
    if isThere,
      !["nobody can", "no token can", "no client can"].contains(where: finding.sentence.hasPrefix)
    {
      return finding
    }
    var told = finding
    told.sentence = "with \"\(quirk.id)\" on, \(finding.sentence)"
    guard !isThere else { return told }
    told.sentence += " (at \(finding.pointer))"
    told.pointer = "\(quirk.pointer)/patch"
    told.origin = quirk.patch.origin
    told.cause = nil
    return told
  }

  /// The quirk without which a finding is not there; `nil` if it is there without any quirk, or if no quirk alone brings it.
  private func cause(of finding: Diagnostic) -> Quirk? {
    let having = found.filter { $0.findings.contains(finding) }.map(\.on)
    guard let first = having.first, !having.contains([]) else { return nil }
    let all = having.reduce(first) { $0.intersection($1) }
    let lacking = found.filter { !$0.findings.contains(finding) }.map(\.on)
    return quirks.first { quirk in
      all.contains(quirk.id) && !lacking.contains { $0.contains(quirk.id) }
    }
  }
}
