// The one composition root: providers, cast, keys and sandboxes put together, for the tool, the library and the tests.
import Engine
import JOSE
import ProviderModel

/// Providers and cast, put together from the bundle, from files and from switches.
package struct LoadedFixtures: Sendable {
  /// A file as it was given.
  package struct File: Sendable {
    package let name: String
    package let bytes: [UInt8]
    package init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  package private(set) var providers = ProviderCatalog([ProviderCatalog.Entry]())
  package private(set) var cast = Cast()
  /// What is worth telling: what replaces what.
  package private(set) var notes: [String] = []
  /// Where the providers come from, for switching quirks later.
  package private(set) var fixtures = FixtureSet()
  package private(set) var switches = QuirkSwitches()
  /// The MCP servers that were asked for by name.
  package private(set) var played: [ProtectedResource] = []

  /// - Parameters:
  ///   - bundled: whether the bundled providers are served, and the default cast plays. `extends` finds them always.
  ///   - with: quirks to switch on, as `PROVIDER.QUIRK`.
  ///   - without: quirks to switch off.
  ///   - strict: providers without any quirk but those of `with`.
  ///   - resources: MCP servers to play, by name or path.
  package init(
    providers files: [File] = [], casts: [File] = [], bundled: Bool = true, with: [String] = [],
    without: [String] = [], strict: [String] = [], resources: [String] = []
  ) throws(FixtureLoadingError) {
    do throws(FixtureError) {
      var set = BundledFixtures.providers()
      var ids = bundled ? set.ids : []
      var given: [String: String] = [:]
      for file in files {
        let known = set.ids
        let read = try Self.reading(file, as: .provider) { () throws(FixtureError) in
          try set.add(file.bytes, name: file.name)
        }
        if let other = given[read.id] {
          throw FixtureError(
            saying: "\(other) and \(file.name) both describe the provider \"\(read.id)\"")
        }
        given[read.id] = file.name
        if known.contains(read.id) {
          notes.append("\(file.name) replaces the bundled \(read.id)")
        }
        if !ids.contains(read.id) { ids.append(read.id) }
      }
      for (id, _) in given.sorted(by: { $0.value < $1.value }) {
        let errors = set.check(id).filter { $0.severity == .error }
        if !errors.isEmpty { throw FixtureError(errors) }
      }
      fixtures = set
      switches = try Self.switches(set, ids, with: with, without: without, strict: strict)
      providers = ProviderCatalog(try ids.map { id throws(FixtureError) in try entry(id, given) })
      for (id, name) in given.sorted(by: { $0.value < $1.value }) {
        guard let provider = providers.provider(id) else { continue }
        // Only the others that have one of its hosts are compiled for this.
        let hosts = Set(provider.hosts.map { $0.pattern.text.lowercased() })
        let others = providers.entries.filter { entry in
          entry.id != id && entry.hosts.contains { hosts.contains($0.text.lowercased()) }
        }
        if let sentence = provider.sharedHost(with: others.compactMap(\.provider)) {
          notes.append("\(name): warning: \(sentence)")
        }
      }
      if bundled { cast = BundledFixtures.defaultCast }
      for file in casts {
        let added = try Self.reading(file, as: .cast) { () throws(FixtureError) in
          try cast.add(file.bytes, name: file.name, providers: providers, others: set.ids)
        }
        notes += added.warnings.map(\.description) + added.replaced
      }
      for text in resources {
        let resource = try ProtectedResource(naming: text, providers)
        let isKnown =
          resource.path.isEmpty || cast.resource(resource.path, at: resource.provider) != nil
        if !isKnown { cast.put(resource) }
        played.append(resource)
      }
    } catch {
      throw FixtureLoadingError(findings: error)
    }
  }

  /// Reads a file. If it is a mistaken one, the error says which option was meant, and not what its members lack.
  private static func reading<Result>(
    _ file: File, as kind: FixtureFileKind, _ read: () throws(FixtureError) -> Result
  ) throws(FixtureError) -> Result {
    do {
      return try read()
    } catch {
      throw FixtureFileKind.mistake(file.bytes, name: file.name, expected: kind) ?? error
    }
  }

  /// What was given or switched is compiled at once, so that its mistakes are told before anything is served. The rest
  /// waits until something asks for it.
  private func entry(
    _ id: String, _ given: [String: String]
  ) throws(FixtureError) -> ProviderCatalog.Entry {
    let (set, on, off) = (fixtures, switches.with[id] ?? [], switches.without[id] ?? [])
    guard given[id] == nil, on.isEmpty, off.isEmpty,
      let known = BundledFixtures.index.first(where: { $0.id == id })
    else { return .init(try set.resolve(id, with: on, without: off)) }
    // A given file may replace what this provider extends.
    let isShared = given.isEmpty
    return .init(
      id: id, hosts: known.hosts, readsCertificates: known.readsCertificates
    ) { () throws(FixtureError) in
      try isShared ? BundledFixtures.provider(id) : set.resolve(id)
    }
  }

  /// `PROVIDER.QUIRK` for each wish; an unknown one is an error that says what is there.
  private static func switches(
    _ set: FixtureSet, _ ids: [String], with: [String], without: [String], strict: [String]
  ) throws(FixtureError) -> QuirkSwitches {
    /// The providers that have a quirk of this name, which stands alone.
    func whole(_ quirk: String) -> String? {
      let found = ids.filter { set.file($0)?.quirks.contains { $0.id == quirk } == true }
        .map { "\($0).\(quirk)" }
      return found.isEmpty ? nil : "; did you mean \(found.joined(separator: " or "))?"
    }
    func parse(_ wishes: [String], _ option: String) throws(FixtureError) -> [String: [String]] {
      var result: [String: [String]] = [:]
      for wish in wishes {
        let halves = wish.split(separator: ".", maxSplits: 1).map(String.init)
        let id = halves.first ?? ""
        guard ids.contains(id), let file = set.file(id) else {
          throw FixtureError(
            saying: "\(option) \(wish): expected PROVIDER.QUIRK"
              + ((halves.count == 1 ? whole(wish) : nil)
                ?? "; there is no provider \"\(id)\"" + Suggestion.list(for: id, among: ids)))
        }
        let quirks = file.quirks.map(\.id)
        guard halves.count == 2 else {
          throw FixtureError(
            saying: "\(option) \(wish): expected PROVIDER.QUIRK"
              + (quirks.first.map { ", such as \(id).\($0)" } ?? ", and \(id) has no quirks")
              + "; understudy providers \(id) lists them")
        }
        guard quirks.contains(halves[1]) else {
          throw FixtureError(
            saying: "\(option) \(wish): \(halves[0]) has no quirk \"\(halves[1])\""
              + Suggestion.hint(for: halves[1], among: quirks)
              + "; understudy providers \(halves[0]) lists them")
        }
        result[halves[0], default: []].append(halves[1])
      }
      return result
    }
    var (on, off) = (try parse(with, "--with"), try parse(without, "--without"))
    for id in strict {
      guard ids.contains(id), let file = set.file(id) else {
        throw FixtureError(
          saying: "--strict \(id): there is no provider \"\(id)\""
            + Suggestion.list(for: id, among: ids))
      }
      let only = FixtureSet.switches(file.quirks, only: Set(on[id] ?? []))
      on[id] = only.with
      off[id, default: []] += only.without
    }
    for (id, wishes) in on.sorted(by: { $0.key < $1.key }) {
      let first = FixtureSet.contradictions(
        set.file(id)?.quirks ?? [], with: wishes, without: off[id] ?? []
      ).first
      if let first {
        throw FixtureError(saying: "--with \(id).\(wishes[first.index]): \(first.sentence)")
      }
    }
    return QuirkSwitches(with: on, without: off)
  }
}
