import Basics
import ProviderModel

/// The checks of a catalogue, as a list.
package struct CatalogueList: Sendable {
  package enum Format: String, Sendable, CaseIterable { case text, md, json }

  private let groups: [(id: String, title: String, about: String, checks: [Check])]
  /// How many checks of other profiles a profile has, besides those that are listed with it.
  private var shared: [String: Int] = [:]

  /// - Parameter profile: only what a client of this profile is examined by, the passive checks that apply with it; `nil`
  ///   for all.
  /// - Throws: `UsageError`: there is no such profile.
  package init(_ catalogue: Catalogue, profile: String?) throws(UsageError) {
    var (profiles, passive) = (catalogue.profiles, catalogue.passive)
    if let profile {
      let found = try catalogue.profile(named: profile)
      profiles = [found]
      passive.removeAll { !found.passive.contains($0.id) }
    }
    // Each check once: with the profile that it is of, unless one profile is asked for.
    if profile == nil {
      shared = Dictionary(
        uniqueKeysWithValues: profiles.filter { !$0.shares.isEmpty }.map {
          ($0.id, $0.shares.count)
        })
    }
    groups =
      profiles.map { ($0.id, $0.title, $0.about, profile == nil ? $0.ownChecks : $0.checks) } + [
        (
          "passive", "Looked at in any run, and in a saved journal",
          "These look at what the client sent in other checks.", passive
        )
      ]
  }

  package func text(_ format: Format) -> String {
    switch format {
    case .text: plain
    case .md: markdown
    case .json: json.text(.pretty(2)) + "\n"
    }
  }

  private var plain: String {
    let checks = groups.flatMap(\.checks)
    let (id, clause) = (checks.map(\.id.count).max() ?? 0, checks.map(\.clause.count).max() ?? 0)
    var text = ""
    for group in groups where !group.checks.isEmpty || shared[group.id] != nil {
      text += "\(group.id): \(group.title) (\(group.checks.count)\(also(group.id)))\n"
      for check in group.checks {
        text +=
          "  " + Columns.padded(check.id, id) + "  " + Columns.padded(check.severity.rawValue, 10)
          + "  " + Columns.padded(check.clause, clause) + "  \(check.title)\n"
      }
      text += "\n"
    }
    return text + "\(checks.count) checks\n"
  }

  private func also(_ id: String) -> String {
    shared[id].map { ", and \($0) of other profiles" } ?? ""
  }

  private var markdown: String {
    var text = ""
    for group in groups where !group.checks.isEmpty || shared[group.id] != nil {
      text +=
        "## \(MarkdownText.cell(group.title))\n\n`\(MarkdownText.code(group.id))`\(also(group.id)): \(MarkdownText.cell(group.about))\n\n"
      text +=
        "| id | severity | clause | what happens | what a client does | evidence |\n|---|---|---|---|---|---|\n"
      for check in group.checks {
        let clause = MarkdownText.link(check.clause, to: check.link)
        let evidence = check.evidence.map(\.rawValue).joined(separator: ", ")
        text +=
          "| `\(MarkdownText.code(check.id))` | \(check.severity.rawValue) | \(clause) | \(MarkdownText.cell(check.title)) | "
          + "\(MarkdownText.cell(check.requirement)) | \(evidence) |\n"
      }
      text += "\n"
    }
    return text
  }

  private var json: JSONValue {
    JSONValue(
      .array(
        groups.flatMap { group in
          group.checks.map { check in
            var object = JSONObject()
            object["id"] = JSONValue(.string(check.id))
            object["profile"] = JSONValue(.string(group.id))
            object["severity"] = JSONValue(.string(check.severity.rawValue))
            object["clause"] = JSONValue(.string(check.clause))
            if let link = check.link { object["link"] = JSONValue(.string(link)) }
            object["title"] = JSONValue(.string(check.title))
            object["requirement"] = JSONValue(.string(check.requirement))
            object["expect"] = JSONValue(.string(check.expect.rawValue))
            object["evidence"] = Self.array(check.evidence.map(\.rawValue))
            if let control = check.control { object["control"] = JSONValue(.string(control)) }
            object["needs"] = Self.array(check.needs)
            object["why"] = JSONValue(.string(check.why))
            object["fix"] = JSONValue(.string(check.fix))
            object["twins"] = JSONValue(
              .object(JSONObject(check.twins.map { .init($0.suite, Self.array($0.names)) })))
            object["since"] = JSONValue(.string(check.since))
            return JSONValue(.object(object))
          }
        }))
  }

  private static func array(_ texts: [String]) -> JSONValue {
    JSONValue(.array(texts.map { JSONValue(.string($0)) }))
  }
}
