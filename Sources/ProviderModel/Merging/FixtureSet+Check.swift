import Basics

extension FixtureSet {
  /// Everything that is wrong with a provider, in every state of its quirks that one switch reaches.
  package func check(_ id: String) -> [Diagnostic] {
    guard let file = file(id) else { return [] }
    let findings = Diagnostics()
    file.findings.forEach(findings.add)
    let base = base(file, findings)
    // Without the provider that it extends, most of the file would be missing.
    guard !findings.list.contains(where: { $0.pointer == "/extends" }) else {
      return told(findings.list.filter { $0.pointer == "/extends" }, in: file).sorted()
    }
    checkNulls(file, base, findings)
    checkPatchedValues(file, base, findings)
    let (defaults, flips) = Self.states(of: file.quirks)
    var doubts: [Doubt] = []
    var states = QuirkStates(file.quirks)
    let earlier = findings.list
    var seen: Set<Set<String>> = []
    for on in [[], defaults] + flips where seen.insert(on).inserted {
      let found = Diagnostics()
      earlier.forEach(found.add)
      var reader = ProviderReader(Self.patched(base, file, on: on), claims: claims.value, found)
      _ = reader.read()
      reader.checkUse()
      doubts += reader.doubts()
      states.add(found.list, with: on)
      found.list.forEach(findings.add)
    }
    doubts.mistakes.forEach(findings.add)
    checkPairs(file, base, &seen, findings)
    checkEffects(file, base, zip(file.quirks, flips).map { $0 }, defaults, findings)
    checkRivals(file.quirks.filter { defaults.contains($0.id) }, findings)
    let endpoints = Self.patched(base, file, on: defaults)["endpoints"]?.objectValue
    var causes = Self.causes(findings.list, in: file).map(states.attributed)
    // Without endpoints, much that is inherited names what is not there.
    let isInherited = { (finding: Diagnostic) in
      finding.origin.map { $0.file != file.name } ?? false
    }
    if endpoints?.isEmpty ?? true { causes.removeAll(where: isInherited) }
    if endpoints?.isEmpty == true {
      // All other parts have no use then.
      causes.removeAll { $0.sentence.hasPrefix("nothing uses ") }
      causes.removeAll { $0.sentence.hasPrefix("no token can be issued: ") }
      causes.append(Diagnostic(at: file.tree["endpoints"]?.origin, "/endpoints", Self.noAddresses))
    } else if file.tree["pages"] == nil,
      !Self.endpointKinds(of: file.tree).contains(.authorize)
    {
      // Inherited pages lead to addresses of a sign-in.
      let own = causes.filter { !isInherited($0) || !$0.pointer.hasPrefix("/pages/") }
      if own.contains(where: { $0.severity == .error }) { causes = own }
    }
    return told(causes, in: file).map { Self.placed($0, in: file) }.sorted()
  }

  /// A finding with a position: that of the nearest value of the file around its place, or the file's id.
  private static func placed(_ finding: Diagnostic, in file: File) -> Diagnostic {
    guard finding.origin == nil else { return finding }
    var placed = finding
    let around = ways(to: finding.pointer).lazy.compactMap { file.tree.value(at: $0)?.origin }
    placed.origin = around.first ?? (file.tree["id"] ?? file.tree).origin
    return placed
  }

  private static let noAddresses =
    "no endpoint answers: \"hosts\" and \"endpoints\" are the provider's own, and \"extends\" does not inherit them; "
    + "understudy new ID writes a file with both"

  /// Replaces findings about members that are missing because the file extends no provider.
  private static func proposeExtends(_ findings: inout [Diagnostic], in file: File) {
    let missing = findings.filter { $0.pointer.isEmpty && needed.contains($0.cause ?? "") }
    guard missing.contains(where: { $0.cause == "/errors" }), missing.count > 1,
      !findings.contains(where: \.isAboutKind)
    else { return }
    findings.removeAll(where: missing.contains)
    let names = missing.compactMap { $0.cause.map { "\"\($0.dropFirst())\"" } }
    findings.append(
      Diagnostic(
        at: file.tree.origin, "",
        "expected the members \(names.joined(separator: ", ")), found none; add \"extends\": \"standard\", and the "
          + "provider needs only \"hosts\" and \"endpoints\"; understudy new ID writes such a file"
      ))
  }

  /// Members without which a provider that extends none can't answer.
  private static let needed = ["/hosts", "/endpoints", "/errors"]

  /// The findings without those that follow from another one: a name is unknown because what declares it can't be read.
  static func causes(_ all: [Diagnostic], in file: File) -> [Diagnostic] {
    var findings = all
    // An extended provider gives no addresses. Say so once, and only if nothing else is wrong.
    if file.tree["extends"] != nil {
      findings.removeAll { $0.pointer.isEmpty && ["/hosts", "/endpoints"].contains($0.cause) }
      let isRight = !findings.contains {
        $0.severity == .error && $0.origin?.file ?? file.name == file.name
      }
      if findings.count < all.count, isRight {
        findings.append(Diagnostic(at: file.tree["extends"]?.origin, "/extends", noAddresses))
      }
    }
    if file.tree["extends"] == nil { Self.proposeExtends(&findings, in: file) }
    let broken = Set(findings.filter { $0.severity == .error }.map(\.pointer))
    let lacksKind = findings.contains(where: \.isAboutKind)
    let lacksGrantKind = findings.contains(where: \.isAboutGrantKind)
    return findings.filter { finding in
      // Of an unknown kind, a grant may be the one that is missed.
      if lacksGrantKind, finding.sentence.contains("no grant "),
        !finding.sentence.contains("no grant \"")
      {
        return false
      }
      guard let cause = finding.cause else { return true }
      // The errors that a provider needs depend on its endpoints.
      if lacksKind, finding.pointer.isEmpty, cause == "/errors" { return false }
      // The address of a stage is below one that can't be read.
      if cause == "/hosts", finding.pointer.hasPrefix("/endpoints/"),
        file.tree.value(at: finding.pointer) == nil,
        findings.contains(where: { $0.origin == finding.origin && $0.pointer != finding.pointer })
      {
        return false
      }
      return !broken.contains(cause) && !(cause == "/claims" && broken.contains("/people"))
        && !(cause == "/hosts" && broken.contains { $0.hasPrefix("/hosts/") })
    }
  }

  /// The states of quirks that are checked, beside the one with none: the defaults, and each switch by itself.
  static func states(of quirks: [Quirk]) -> (defaults: Set<String>, flips: [Set<String>]) {
    let defaults = switched(quirks, with: [], without: [])
    let flips = quirks.map { quirk in
      defaults.contains(quirk.id)
        ? switched(quirks, with: [], without: [quirk.id])
        : switched(quirks, with: [quirk.id], without: [])
    }
    return (defaults, flips)
  }

  /// Two quirks of which one removes a part that the other one names, so that only both together are wrong.
  private func checkPairs(
    _ file: File, _ base: JSONValue, _ seen: inout Set<Set<String>>, _ findings: Diagnostics
  ) {
    let known = Set(findings.list.map(\.sentence))
    for (one, other) in Self.entangled(file.quirks) {
      let on = Self.switched(file.quirks, with: [one.id, other.id], without: [])
      guard on.isSuperset(of: [one.id, other.id]), seen.insert(on).inserted else { continue }
      let found = Diagnostics()
      var reader = ProviderReader(Self.patched(base, file, on: on), claims: claims.value, found)
      _ = reader.read()
      reader.checkUse()
      let first = found.list.first { $0.severity == .error && !known.contains($0.sentence) }
      guard let first else { continue }
      findings.error(
        other.patch, "\(other.pointer)/patch",
        "with \"\(one.id)\" and \"\(other.id)\" on, \(first.sentence) (at \(first.pointer)); add \"excludes\" or \"needs\", or mend one of them"
      )
    }
  }

  /// The pairs of quirks that go together, of which one removes a name that the patch of the other one has.
  private static func entangled(_ quirks: [Quirk]) -> [(Quirk, Quirk)] {
    let parts = quirks.map { quirk in
      let removed = Merge.leaves(quirk.patch).filter(\.1.isNull).compactMap {
        $0.0.split(separator: "/").last.map(String.init)
      }
      return (quirk: quirk, removed: removed, text: quirk.patch.text())
    }
    func removes(_ name: String, from text: String) -> Bool {
      text.contains("\"\(name)\"") || text.contains(".\(name)")
    }
    return parts.indices.flatMap { index in
      parts[..<index].compactMap { earlier -> (Quirk, Quirk)? in
        let later = parts[index]
        guard !later.quirk.contradicts(earlier.quirk), !earlier.quirk.contradicts(later.quirk),
          earlier.quirk.rivals == nil || earlier.quirk.rivals != later.quirk.rivals,
          earlier.removed.contains(where: { removes($0, from: later.text) })
            || later.removed.contains(where: { removes($0, from: earlier.text) })
        else { return nil }
        return (earlier.quirk, later.quirk)
      }
    }
  }

  /// A quirk that changes nothing says nothing.
  private func checkEffects(
    _ file: File, _ base: JSONValue, _ flips: [(quirk: Quirk, on: Set<String>)],
    _ defaults: Set<String>, _ findings: Diagnostics
  ) {
    var known: [Set<String>: JSONValue] = [:]
    // Compared as they are read: an `$order` that names the order there already is says nothing.
    func ordered(_ on: Set<String>) -> JSONValue {
      if let tree = known[on] { return tree }
      let tree = Merge.ordered(Self.patched(base, file, on: on))
      known[on] = tree
      return tree
    }
    for (quirk, flipped) in flips {
      let on = defaults.contains(quirk.id) ? defaults : flipped
      guard ordered(on) == ordered(on.subtracting([quirk.id])), ordered([quirk.id]) == ordered([])
      else { continue }
      findings.error(
        quirk.patch, "\(quirk.pointer)/patch",
        "the quirk \"\(quirk.id)\" changes nothing; remove it or fix its patch")
    }
  }

  /// Two quirks that are on together may not say different things of one place: their order would matter.
  private func checkRivals(_ quirks: [Quirk], _ findings: Diagnostics) {
    var written: [String: (Quirk, JSONValue)] = [:]
    for quirk in quirks {
      for (pointer, value) in Merge.leaves(quirk.patch) {
        // Rivals that are on together have a finding of their own.
        if let (other, theirs) = written[pointer], theirs != value,
          quirk.rivals == nil || other.rivals != quirk.rivals
        {
          findings.error(
            quirk.patch, "\(quirk.pointer)/patch",
            "the quirks \"\(other.id)\" and \"\(quirk.id)\" both write \(pointer); "
              + "put them into one rivals group")
        }
        written[pointer] = (quirk, value)
      }
    }
  }
}

extension Diagnostic {
  /// Whether an endpoint has no kind, or an unknown one.
  fileprivate var isAboutKind: Bool {
    let parts = (cause ?? pointer).split(separator: "/")
    return parts.count == 3 && parts[0] == "endpoints" && parts[2] == "kind"
  }

  /// The same of a grant.
  fileprivate var isAboutGrantKind: Bool {
    severity == .error && (cause ?? pointer).hasPrefix("/token/grants/")
      && (cause ?? pointer).hasSuffix("/kind")
  }
}
