import CBundledFixtures
import JSON
import Locking
import ProviderModel

/// The fixtures that travel inside the binary.
public enum Bundle {
  public static let files: [(name: String, bytes: [UInt8])] = {
    var count = 0
    guard let first = understudy_fixtures(&count) else { return [] }
    return UnsafeBufferPointer(start: first, count: count).map {
      (String(cString: $0.name), Array(UnsafeBufferPointer(start: $0.bytes, count: $0.count)))
    }
  }()

  public static func providers() throws(FixtureError) -> FixtureSet {
    var set = FixtureSet()
    let providers = files.filter { $0.name.hasPrefix("providers/") }
    let read = Parallel.map(providers) { file -> Result<FixtureSet.File, FixtureError> in
      Result { () throws(FixtureError) in
        try FixtureSet.read(file.bytes, name: "bundled:\(file.name)")
      }
    }
    for file in read { set.put(try file.get()) }
    return set
  }

  public static var cast: [UInt8]? { files.first { $0.name == "casts/default.json" }?.bytes }

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
