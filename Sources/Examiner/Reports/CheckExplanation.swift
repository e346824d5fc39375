import Basics
import ProviderModel

/// Everything about a check that somebody needs who reads its failure and mends the client.
package struct CheckExplanation: Sendable {
  let check: Check
  /// The profile that it belongs to; `nil` for a passive one.
  let profile: Profile?
  let style: TextStyle
  /// Lines for a shell that show it.
  let reproduction: [String]

  /// - Parameter resolve: a provider by its id, and values for the variables of its addresses: for the lines that show
  ///   the thing.
  /// - Throws: `UsageError`, with the nearest of the ids that there are.
  package init(
    of id: String, in catalogue: Catalogue, _ style: TextStyle,
    resolve: (String) -> (provider: Provider, variables: [String?])? = { _ in nil }
  ) throws(UsageError) {
    check = try catalogue.check(named: id)
    let id = check.id
    let home = catalogue.profiles.first { $0.ownChecks.contains { $0.id == id } }
    let provider = home?.providers.first(where: check.isRun)
    profile = provider.flatMap { home?.at($0) } ?? home
    self.style = style
    if let profile, let place = resolve(profile.provider) {
      reproduction = Reproduction(of: check, in: profile, at: place.provider, place.variables).lines
    } else {
      reproduction = []
    }
  }

  package var text: String {
    var text = style.paint(check.id, .strong) + "  \(check.severity.keyword)\n\(check.title)\n"
    text += part("Requirement", [check.requirement, source] + quote)
    text += part("Why", [check.why])
    text += part("How to fix it", [check.fix])
    text += part("What happens", happenings)
    text += part("What is expected", expectations)
    if check.expect != .passive { text += part("Time limits", [limits]) }
    text += part("Evidence", [check.evidence.map(\.meaning).joined(separator: "; ") + "."])
    if !reproduction.isEmpty {
      // Not broken: these lines are there to be copied.
      text += "\n" + style.paint("Try it, while understudy serve runs", .strong) + "\n"
      text += reproduction.map { "  \($0)\n" }.joined()
    }
    text += part("Who tests the check", Self.proof(of: check.id))
    text += part(
      "The same test elsewhere",
      check.twins.map { "\($0.suite): " + $0.names.joined(separator: ", ") })
    return text
  }

  private var quote: [String] { check.quote.map { ["\"\($0)\""] } ?? [] }

  /// The mutants of the reference client that fail the check, and the client itself, which passes.
  private static func proof(of id: String) -> [String] {
    guard let file = Catalogue.files.first(where: { $0.name == "traceability.json" }),
      let root = try? JSONReader().read(file.bytes, file: file.name).root
    else { return [] }
    let rows = (root["requirements"]?.arrayValue ?? []).flatMap { $0["checks"]?.arrayValue ?? [] }
    guard let row = rows.first(where: { $0["id"]?.stringValue == id }) else { return [] }
    let mutants = (row["mutants"]?.arrayValue ?? []).compactMap { mutant in
      mutant["does"]?.stringValue.map { "A client that \($0) fails it." }
    }
    let why = row["unproved"]?.stringValue.map { "No client fails it: \($0)." }
    return mutants + [why].compactMap(\.self)
      + ["The reference client passes it: Tests/ReferenceClient, in the sources of understudy."]
  }

  /// As `CheckRunDriver` computes the end of a run.
  private var limits: String {
    let most = ClientPlan.usualTimeout + check.delay / 1000
    let why =
      check.delay > 0
      ? "--timeout, and \(check.delay / 1000) seconds for which the server waits" : "--timeout"
    return
      "A run takes \(most) seconds at most (\(why)). \(Self.silence)"
  }

  private static let silence =
    "If the client must refuse, and neither ends nor sends anything, the run ends after 2 seconds, or five times as long as the client took in the control (--silence)."

  private var source: String { check.link.map { "\(check.clause): \($0)" } ?? check.clause }

  private func part(_ title: String, _ lines: [String]) -> String {
    guard !lines.isEmpty else { return "" }
    let broken = lines.flatMap { line -> [String] in
      // A word that is long, as an address is, stays whole.
      Columns.broken(line, at: style.measure - 2)
    }
    return "\n" + style.paint(title, .strong) + "\n" + broken.map { "  \($0)\n" }.joined()
  }

  private var happenings: [String] {
    guard let profile else {
      return ["This check does nothing itself: it looks at what the client sends in other checks."]
    }
    var lines = ["The client signs in at \(profile.provider), as one of profile \(profile.id)."]
    lines += rules.map { "The server: \($0)" }
    lines += AgentWords.sentences(of: check.agent)
    if check.control == nil {
      lines.append("It is a control: checks with a fault are measured by it.")
    }
    if let control = check.control {
      lines.append("It is the same as \(control), except for this fault.")
    }
    return lines
  }

  /// What the sandbox is made with, as JSON: that is how a user would write it too.
  private var rules: [String] {
    (check.stage.objectValue ?? JSONObject()).flatMap { member -> [String] in
      let list = member.name == "rules" ? member.value.arrayValue ?? [] : [member.value]
      return list.map { "\(member.name == "rules" ? "rule" : member.name) \($0.text())" }
    }
  }

  private var expectations: [String] {
    var lines: [String] =
      switch check.expect {
      case .accepted: ["The client signs the user in, or gets the tokens that it requested."]
      case .rejected: ["The client refuses, and neither crashes nor hangs."]
      case .either: ["The client may do either, but must not crash or hang."]
      case .passive: []
      }
    if !check.forbidden.isEmpty {
      lines.append(
        "After the fault it sends nothing to: \(check.forbidden.joined(separator: ", ")).")
    }
    lines += check.asserts.compactMap(\.otherwise).map { "It breaks the requirement when \($0)." }
    if !check.needs.isEmpty {
      lines.append("It is skipped unless the client has: \(check.needs.joined(separator: ", ")).")
    }
    return lines
  }
}

extension EvidenceClass {
  var meaning: String {
    switch self {
    case .journal: "journal (a request of the client)"
    case .silence: "silence (no request where one was possible)"
    case .outcome: "outcome (the result of the client)"
    case .canary: "canary (a secret in the wrong place)"
    }
  }
}
