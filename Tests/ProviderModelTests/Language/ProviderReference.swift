import Basics

@testable import ProviderModel

/// `fixtures/PROVIDERS.md`: what each bundled provider does differently, how that is known, and what is not there.
struct ProviderReference {
  let set: FixtureSet

  func text() throws -> String {
    var parts = [
      """
      # The bundled providers

      Written from the fixtures: `UNDERSTUDY_RECORD=1 swift test --filter 'FixtureReference|SchemaTests'`. Change those, not this.

      A *quirk* is a departure from the standard that can be switched by itself: `--with PROVIDER.QUIRK`,
      `--without PROVIDER.QUIRK`. Its grade says how it is known: *documented* by the service, *observed* in a recording
      or in somebody's code, or *inferred* from other known facts. No source shows what a file lists as inferred.

      """
    ]
    let overview = try set.ids.map { try overviewRow(set.resolve($0)) }
    parts.append(
      FormReference.table(
        [
          "provider", "id", "as of", "quirks", "documented", "observed", "inferred",
          "else inferred",
        ],
        overview
      ).joined(separator: "\n") + "\n")
    for id in set.ids { parts.append(try section(id)) }
    return parts.joined(separator: "\n")
  }

  /// How much of a provider is known, and how well.
  private func overviewRow(_ provider: Provider) -> [String] {
    let grades = Quirk.Grade.allCases.map { grade in
      "\(provider.quirks.count { $0.evidence.grade == grade })"
    }
    let heading = provider.title.lowercased().filter {
      $0.isLetter || $0.isNumber || " -".contains($0)
    }
    return [
      "[\(provider.title)](#\(heading.replacing(" ", with: "-")))", "`\(provider.id)`",
      provider.asOf,
      "\(provider.quirks.count)",
    ] + grades + ["\(provider.inferred.count)"]
  }

  private func section(_ id: String) throws -> String {
    let provider = try set.resolve(id)
    let file = set.file(id)
    var lines = ["## \(provider.title)", ""]
    lines.append(
      "`\(id)`, as of \(provider.asOf), at \(provider.hosts.map { "`\($0.pattern.text)`" }.joined(separator: ", "))."
    )
    lines += ["", "Written from: \(provider.sources.joined(separator: "; "))."]
    if Shipped.hasEvidencePage(id) {
      lines += [
        "", "More about [its evidence](evidence/\(id).md), and what a fixture can't say of it yet.",
      ]
    }
    if !provider.quirks.isEmpty {
      lines += ["", "### Quirks of \(provider.title)", ""]
      lines += FormReference.table(
        ["quirk", "default", "what it does", "grade", "source"], provider.quirks.map(row))
    }
    if !provider.inferred.isEmpty {
      lines += ["", "### Inferred at \(provider.title)", ""]
      lines += provider.inferred.map { "- `\($0)`" }
    }
    lines += ["", "### Not there at \(provider.title)", ""]
    lines += (file?.tree["absent"]?.arrayValue ?? []).compactMap(\.stringValue).map { "- \($0)" }
    lines += absent(provider).map { "- \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  private func row(_ quirk: Quirk) -> [String] {
    var summary = quirk.summary
    if let rivals = quirk.rivals { summary += " (One of the group *\(rivals)*.)" }
    if !quirk.needs.isEmpty {
      summary += " (Needs \(quirk.needs.map { "`\($0)`" }.joined(separator: ", ")).)"
    }
    let evidence = quirk.evidence
    let source = evidence.source + (evidence.note.map { ". \($0)" } ?? "")
    return ["`\(quirk.id)`", quirk.on ? "on" : "off", summary, evidence.grade.rawValue, source]
  }

  /// What the engine can play and this provider does not have.
  private func absent(_ provider: Provider) -> [String] {
    func missing(_ noun: String, _ all: [String], _ own: [String]) -> String? {
      let missing = all.filter { !own.contains($0) }
      return missing.isEmpty
        ? nil : "\(noun): \(missing.map { "`\($0)`" }.joined(separator: ", "))"
    }
    let kinds: [EndpointKind] = [.token, .introspect, .revoke, .logout, .document]
    return [
      missing(
        "kinds of endpoints", kinds.map(\.rawValue), provider.endpoints.map(\.kind.rawValue)),
      missing(
        "kinds of grants", GrantKind.allCases.map(\.rawValue),
        provider.token.grants.map(\.rule.kind.rawValue)),
      missing("response types", ["code", "token", "id_token"], Array(provider.answers.keys)),
      missing(
        "parameters", ["response_mode", "prompt", "nonce", "max_age", "code_challenge"],
        provider.parameters.map(\.name)),
    ].compactMap(\.self)
  }
}
