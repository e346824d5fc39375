import Basics
import ProviderModel

/// All profiles and checks, read from `fixtures/checks/`.
package struct Catalogue: Sendable {
  package private(set) var profiles: [Profile] = []
  /// Those that look at what any client sent.
  package private(set) var passive: [Check] = []
  /// Which checks count, by release.
  package private(set) var requirements: [RequirementSet] = []
  /// What is wrong in the files; empty for the catalogue that ships.
  package private(set) var findings: [Diagnostic] = []

  package struct File: Sendable {
    /// The path below `fixtures/checks/`.
    package var name: String
    package var bytes: [UInt8]
    package init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// The catalogue inside the binary.
  package static let bundled = Catalogue(files)

  /// The files inside the binary.
  package static let files = EmbeddedFile.checks.map { File(name: $0.name, bytes: $0.bytes) }

  package init(_ files: [File]) {
    let findings = Diagnostics()
    var groups: [String: [Check]] = [:]
    var found: [(folder: String, profile: Profile)] = []
    for file in files {
      let root: JSONValue
      do {
        root = try JSONReader().read(file.bytes, file: "checks/\(file.name)").root
      } catch {
        findings.error(nil, "", "\(error)")
        continue
      }
      let folder = String(file.name.prefix { $0 != "/" })
      switch root["kind"]?.stringValue {
      case "profile":
        if let profile = ProfileReader.read(root, findings) { found.append((folder, profile)) }
      case "checks":
        let list = root["checks"]?.arrayValue ?? []
        groups[folder, default: []] += list.enumerated().compactMap {
          CheckReader(findings: findings).read($0.element, "/checks/\($0.offset)")
        }
      case "requirements":
        if let set = RequirementSet.read(root, findings) { requirements.append(set) }
      default: continue
      }
    }
    passive = groups["passive"] ?? []
    profiles = found.map { folder, profile in
      var profile = profile
      let shared = profile.shares.compactMap { id -> Check? in
        let active = groups.filter { $0.key != "passive" }.values
        let check = active.lazy.flatMap(\.self).first { $0.id == id }
        if check == nil {
          findings.error(nil, "", "\(folder)/profile.json shares \(id), which is not a check")
        }
        return check
      }
      profile.checks = shared + (groups[folder] ?? [])
      profile.checks = profile.checks.map(profile.staged)
      return profile
    }
    self.findings = findings.list
  }

  package var all: [Check] { passive + profiles.flatMap(\.ownChecks) }
  package func profile(_ id: String) -> Profile? { profiles.first { $0.id == id } }
  package func check(_ id: String) -> Check? { all.first { $0.id == id } }
}

extension Catalogue {
  /// - Throws: `UsageError`, with the profiles that there are.
  package func profile(named id: String) throws(UsageError) -> Profile {
    if let found = profile(id) { return found }
    throw UsageError(
      "There is no profile \"\(id)\"" + Self.profileHint(for: id, among: profiles.map(\.id)))
  }

  /// The profiles that may be meant, else all of them.
  static func profileHint(for id: String, among known: [String]) -> String {
    hint(for: id, among: known) ?? Suggestion.list(for: id, among: known)
  }

  /// - Throws: `UsageError`, with the nearest of the ids that there are.
  package func check(named id: String) throws(UsageError) -> Check {
    if let found = check(id) { return found }
    throw UsageError(
      "There is no check \"\(id)\""
        + (Self.hint(for: id, among: all.map(\.id)) ?? "; understudy conform list shows all"))
  }

  /// The id that is near by its letters, else up to three with the same words; `nil` if there is none.
  static func hint(for id: String, among ids: [String]) -> String? {
    func words(_ id: String) -> Set<Substring> { Set(id.lowercased().split(separator: "-")) }
    if let near = Suggestion.nearest(to: id, among: ids) { return "; did you mean \"\(near)\"?" }
    let wanted = words(id)
    let alike = ids.map { (id: $0, same: words($0).intersection(wanted).count) }
      .filter { $0.same > 0 }
    let most = alike.map(\.same).max() ?? 0
    let near = alike.filter { $0.same == most }.map(\.id).sorted()
    guard !near.isEmpty else { return nil }
    let names = near.prefix(3).map { "\"\($0)\"" }.joined(separator: " or ")
    return "; did you mean \(names)?"
  }
}
