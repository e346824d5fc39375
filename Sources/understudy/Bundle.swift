import CBundledFixtures
import ProviderModel

/// The fixtures that travel inside the binary.
enum Bundle {
  static let files: [(name: String, bytes: [UInt8])] = {
    var count = 0
    guard let first = understudy_fixtures(&count) else { return [] }
    return UnsafeBufferPointer(start: first, count: count).map {
      (String(cString: $0.name), Array(UnsafeBufferPointer(start: $0.bytes, count: $0.count)))
    }
  }()

  static func providers() throws(FixtureError) -> FixtureSet {
    var set = FixtureSet()
    for file in files where file.name.hasPrefix("providers/") {
      try set.add(file.bytes, name: "bundled:\(file.name)")
    }
    return set
  }

  static var cast: [UInt8]? { files.first { $0.name == "casts/default.json" }?.bytes }
}
