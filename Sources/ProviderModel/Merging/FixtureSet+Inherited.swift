import Basics

extension FixtureSet {
  /// What is wrong with an inherited member, told in the file that inherits it: that is the one to mend.
  func told(_ findings: [Diagnostic], in file: File) -> [Diagnostic] {
    guard findings.contains(where: { $0.origin.map { $0.file != file.name } ?? false }) else {
      return findings
    }
    let elders = elders(of: file)
    return findings.reduce(into: []) { told, finding in
      let isInherited = finding.origin.map { $0.file != file.name } ?? false
      let finding = self.told(finding, in: file, elders)
      // Several inherited members may have one cause.
      let isKnown = told.contains { other in
        other == finding
          || isInherited && other.sentence == finding.sentence && other.origin == finding.origin
      }
      if !isKnown { told.append(finding) }
    }
  }

  /// The files that a file extends, the nearest first.
  private func elders(of file: File) -> [File] {
    var elders: [File] = []
    var next = file.tree["extends"]?.stringValue
    while let id = next, let elder = self.file(id), !elders.contains(where: { $0.id == id }) {
      elders.append(elder)
      next = elder.tree["extends"]?.stringValue
    }
    return elders
  }

  private func told(_ finding: Diagnostic, in file: File, _ elders: [File]) -> Diagnostic {
    guard let name = finding.origin?.file, name != file.name,
      let elder = elders.first(where: { $0.name == name })
    else { return finding }
    // The place where the file speaks of it or of what it names, or else its `extends`.
    let places = [finding.cause].compactMap(\.self) + Self.ways(to: finding.pointer)
    let own = places.lazy.compactMap { file.tree.value(at: $0) }.first ?? file.tree["extends"]
    var told = finding
    told.origin = own?.origin
    guard !finding.sentence.contains("; add "), elder.tree.value(at: finding.pointer) != nil else {
      return told
    }
    let add = finding.cause.map { "add it to \($0.dropFirst()), or " } ?? ""
    told.sentence +=
      "; \(add)write \(Self.whole(finding.pointer)) in this file: that of \"\(elder.id)\" is inherited"
    return told
  }

  /// What has to be written to have something otherwise: values, and what is replaced whole, have no parts to write.
  private static func whole(_ pointer: String) -> String {
    let parts = pointer.split(separator: "/")
    let level = parts.first.flatMap { ObjectSchema.replacedLevels[String($0)] } ?? parts.count
    return parts.prefix(level).prefix { !$0.hasPrefix("$") }.map { "/\($0)" }.joined()
  }

  /// A pointer and those to what holds it, without the root.
  static func ways(to pointer: String) -> [String] {
    var ways: [String] = []
    var rest = pointer[...]
    while !rest.isEmpty {
      ways.append(String(rest))
      rest = rest[..<(rest.lastIndex(of: "/") ?? rest.startIndex)]
    }
    return ways
  }
}

extension FixtureSet {
  /// One value of a provider with its quirks merged in, and where it comes from.
  package struct ResolvedLeaf: Sendable {
    package var pointer: String
    package var value: JSONValue
    /// The id of a provider file, or `quirk ID`.
    package var layer: String
    package var origin: Origin?
  }

  /// Every leaf of the merged tree, in order, for the default switches.
  package func resolved(_ id: String) -> [ResolvedLeaf] {
    guard let file = file(id) else { return [] }
    let findings = Diagnostics()
    let on = Self.switched(file.quirks, with: [], without: [])
    let quirks = file.quirks.filter { on.contains($0.id) }
    return Merge.leaves(tree(file, on: on, findings)).map { pointer, value in
      // A leaf of a quirk keeps the place where it was written: inside that quirk's patch.
      let quirk = quirks.last { quirk in
        Merge.leaves(quirk.patch).contains { $0.0 == pointer && $0.1.origin == value.origin }
      }
      let from = files.first { $0.name == value.origin?.file }?.id ?? id
      return ResolvedLeaf(
        pointer: pointer, value: value, layer: quirk.map { "quirk \($0.id)" } ?? from,
        origin: value.origin)
    }
  }
}

extension FixtureSet {
  /// Wishes that others of the same order undo.
  /// - Returns: places in `with`, each with a sentence.
  package static func contradictions(
    _ quirks: [Quirk], with: [String], without: [String]
  ) -> [(index: Int, sentence: String)] {
    let on = switched(quirks, with: with, without: without)
    return with.enumerated().compactMap { index, wish in
      let known = quirks.first { $0.id == wish }
      // Of two, the one that is named later is the place of the mistake.
      let excluded = known.flatMap { known in
        quirks.first {
          on.contains(wish) && on.contains($0.id) && known.contradicts($0)
            && !with[(index + 1)...].contains($0.id)
        }
      }
      if let excluded {
        return (index, "the quirks \"\(wish)\" and \"\(excluded.id)\" exclude one another")
      }
      guard !on.contains(wish), let quirk = quirks.first(where: { $0.id == wish }) else {
        return nil
      }
      if without.contains(wish) {
        return (index, "the quirk \"\(wish)\" can't be switched on and off at once")
      }
      let rival = quirks.first {
        $0.id != wish && quirk.rivals != nil && $0.rivals == quirk.rivals && with.contains($0.id)
      }
      if let rival {
        return (index, "the quirks \"\(wish)\" and \"\(rival.id)\" exclude one another")
      }
      let needs = quirk.needs.map { "\"\($0)\"" }.joined(separator: ", ")
      return (index, "the quirk \"\(wish)\" needs \(needs), and what it needs is switched off")
    }
  }
}
