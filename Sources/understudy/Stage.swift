import BundledFixtures
import Locking
import ProviderModel

/// Providers and cast, put together from the bundle, the files and the switches of a command line.
struct Stage {
  var providers: [Provider]
  var cast: Cast
  var notes: [String] = []
  /// Where the providers come from, for switching quirks later.
  var fixtures = FixtureSet()
  var with: [String: [String]] = [:]
  var without: [String: [String]] = [:]

  init(
    providerFiles: [String], castFiles: [String], bundled: Bool, with: [String], without: [String]
  ) throws {
    do {
      var set = try Bundle.providers()
      var ids = bundled ? set.files.map(\.id) : []
      var given: [String: String] = [:]
      for path in providerFiles {
        let known = set.files.map(\.id)
        let file = try set.add(Files.read(path), name: path)
        if let other = given[file.id] {
          throw Failure(text: "\(other) and \(path) both describe the provider \"\(file.id)\"")
        }
        given[file.id] = path
        if known.contains(file.id) { notes.append("\(path) replaces the bundled \(file.id)") }
        if !ids.contains(file.id) { ids.append(file.id) }
      }
      for path in given.values.sorted() {
        guard let file = set.files.first(where: { $0.name == path }) else { continue }
        let errors = set.check(file.id).filter { $0.severity == .error }
        if !errors.isEmpty { throw FixtureError(errors) }
      }
      let switches = try Self.switches(set, ids, with: with, without: without)
      // Reading the providers is most of what a start takes.
      let resolved = Parallel.map(ids) { [set] id -> Result<Provider, FixtureError> in
        Result { () throws(FixtureError) in
          try set.resolve(id, with: switches.with[id] ?? [], without: switches.without[id] ?? [])
        }
      }
      providers = try resolved.map { try $0.get() }
      fixtures = set
      self.with = switches.with
      self.without = switches.without
      cast = Cast()
      if bundled, let bytes = Bundle.cast {
        _ = try cast.add(bytes, name: "bundled:casts/default.json", providers: providers)
      }
      for path in castFiles {
        notes += try cast.add(
          Files.read(path), name: path, providers: providers, others: set.files.map(\.id))
      }
    } catch let error as FixtureError {
      throw Failure(text: error.description)
    }
  }

  /// `PROVIDER.QUIRK` for each wish; an unknown one is an error that says what is there.
  private static func switches(
    _ set: FixtureSet, _ ids: [String], with: [String], without: [String]
  ) throws -> (with: [String: [String]], without: [String: [String]]) {
    func parse(_ wishes: [String], _ option: String) throws -> [String: [String]] {
      var result: [String: [String]] = [:]
      for wish in wishes {
        let halves = wish.split(separator: ".", maxSplits: 1).map(String.init)
        guard halves.count == 2, ids.contains(halves[0]), let file = set.file(halves[0]) else {
          throw Failure(
            text: "\(option) \(wish): expected PROVIDER.QUIRK, where PROVIDER is one of "
              + ids.joined(separator: ", "))
        }
        let quirks = file.quirks.map(\.id)
        guard quirks.contains(halves[1]) else {
          throw Failure(
            text: "\(option) \(wish): \(halves[0]) has no quirk \"\(halves[1])\""
              + Suggestion.hint(for: halves[1], among: quirks)
              + "; understudy providers \(halves[0]) lists them")
        }
        result[halves[0], default: []].append(halves[1])
      }
      return result
    }
    let (on, off) = (try parse(with, "--with"), try parse(without, "--without"))
    for (id, wishes) in on.sorted(by: { $0.key < $1.key }) {
      let first = FixtureSet.contradictions(
        set.file(id)?.quirks ?? [], with: wishes, without: off[id] ?? []
      ).first
      if let first { throw Failure(text: "--with \(id).\(wishes[first.index]): \(first.sentence)") }
    }
    return (on, off)
  }
}
