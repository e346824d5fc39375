import CBundledFixtures
import JSON
import Locking
import ProviderModel

/// The fixtures that travel inside the binary.
public enum Bundle {
  /// A file of the bundle; its bytes are read where they lie until somebody asks for them.
  public struct File: Sendable {
    /// The path below `fixtures/`.
    public let name: String
    private let start: UInt
    private let count: Int

    init(_ fixture: understudy_fixture) {
      name = String(cString: fixture.name)
      start = UInt(bitPattern: fixture.bytes)
      count = fixture.count
    }

    public var bytes: [UInt8] {
      Array(UnsafeBufferPointer(start: UnsafePointer<UInt8>(bitPattern: start), count: count))
    }
  }

  public static let files: [File] = {
    var count = 0
    guard let first = understudy_fixtures(&count) else { return [] }
    return UnsafeBufferPointer(start: first, count: count).map(File.init)
  }()

  private static func bytes(_ name: String) -> [UInt8]? { files.first { $0.name == name }?.bytes }

  /// What has to be known of each provider before it is read: see `fixtures/index.json`.
  public static let index: [BundledProvider] = {
    guard let bytes = bytes("index.json"),
      let root = try? JSONReader().read(bytes, file: "index.json").root
    else { return [] }
    return (root["providers"]?.arrayValue ?? []).compactMap(BundledProvider.init)
  }()

  /// All provider files; each is read when something first asks for it.
  public static func providers() -> FixtureSet {
    var set = FixtureSet()
    set.claims = claims
    for provider in index {
      let name = "providers/\(provider.id).json"
      set.put(tested: provider.id, name: "bundled:\(name)") { bytes(name) ?? [] }
    }
    return set
  }

  public static var cast: [UInt8]? { bytes(castName) }
  public static let castName = "casts/default.json"

  private static let castTree = Lazily {
    cast.flatMap { try? JSONReader().read($0, file: "bundled:\(castName)").root }
  }

  /// The default cast. A test reads it with every check, so a start need not.
  public static func defaultCast() -> Cast {
    var cast = Cast()
    if let tree = castTree.value { cast.take(tree) }
    return cast
  }

  /// What the people of the default cast have: a fixture may count on it.
  private static var claims: [String] {
    var names: [String] = []
    for person in castTree.value?["people"]?.arrayValue ?? [] {
      names += person.objectValue?.names ?? []
      for provider in person["at"]?.objectValue ?? JSONObject() {
        names += provider.value.objectValue?.names ?? []
      }
    }
    return Set(names).subtracting(["password", "at", "outcome"]).sorted()
  }

  /// Rules that `serve --scenario NAME` and the control API know by name.
  public static let scenarios: [Scenario] = files.compactMap { file in
    guard let id = scenarioID(file.name),
      let root = try? JSONReader().read(file.bytes, file: file.name).root
    else { return nil }
    return Scenario(id: id, file: root)
  }

  public static func scenario(_ id: String) -> [UInt8]? {
    files.first { scenarioID($0.name) == id }?.bytes
  }

  private static func scenarioID(_ name: String) -> String? {
    guard name.hasPrefix("scenarios/"), name.hasSuffix(".json") else { return nil }
    return String(name.dropFirst("scenarios/".count).dropLast(".json".count))
  }
}
