import Basics
import ProviderModel

/// The fixtures that travel inside the binary.
package enum BundledFixtures {
  private static func bytes(_ name: String) -> [UInt8]? {
    EmbeddedFile.fixtures.first { $0.name == name }?.bytes
  }

  /// What has to be known of each provider before it is read: see `fixtures/index.json`.
  package static let index: [BundledProvider] = {
    guard let bytes = bytes("index.json"),
      let root = try? JSONReader().read(bytes, file: "index.json").root
    else { return [] }
    return (root["providers"]?.arrayValue ?? []).compactMap(BundledProvider.init)
  }()

  /// All provider files; each is read when something first asks for it.
  package static func providers() -> FixtureSet { files }

  private static let files: FixtureSet = {
    var set = FixtureSet()
    set.claims = Lazily { claims }
    for provider in index {
      let name = "providers/\(provider.id).json"
      set.put(tested: provider.id, name: "bundled:\(name)") { bytes(name) ?? [] }
    }
    return set
  }()

  private static let compiled: [String: Lazily<Result<Provider, FixtureError>>] =
    index.map(\.id).reduce(into: [:]) { all, id in
      all[id] = Lazily { Result { () throws(FixtureError) in try files.resolve(id) } }
    }

  /// A provider with its default quirks. All servers of a process share it.
  package static func provider(_ id: String) throws(FixtureError) -> Provider {
    guard let provider = compiled[id] else { return try files.resolve(id) }
    return try provider.value.get()
  }

  package static var cast: [UInt8]? { bytes(castName) }
  package static let castName = "casts/default.json"

  private static var castTree: JSONValue? {
    cast.flatMap { try? JSONReader().read($0, file: "bundled:\(castName)").root }
  }

  /// The default cast. It is read when something first asks for a person or a client of it, without checks: a test reads it
  /// with every check.
  package static let defaultCast = Cast {
    var cast = Cast()
    if let tree = castTree { cast.take(tree) }
    return cast
  }

  /// What the people of the default cast have: a fixture may count on it.
  private static var claims: KnownClaims {
    KnownClaims(of: castTree?["people"]?.arrayValue ?? [])
  }

  /// Rules that `serve --scenario NAME` and the control API know by name.
  package static let scenarios: [Scenario] = EmbeddedFile.fixtures.compactMap { file in
    guard let id = scenarioID(file.name),
      let root = try? JSONReader().read(file.bytes, file: file.name).root
    else { return nil }
    return Scenario(id: id, file: root)
  }

  package static func scenario(_ id: String) -> [UInt8]? {
    EmbeddedFile.fixtures.first { scenarioID($0.name) == id }?.bytes
  }

  private static func scenarioID(_ name: String) -> String? {
    guard name.hasPrefix("scenarios/"), name.hasSuffix(".json") else { return nil }
    return String(name.dropFirst("scenarios/".count).dropLast(".json".count))
  }
}
