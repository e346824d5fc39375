import Basics
import ProviderModel
import Server

/// The bundled fixtures, of which a test may replace some.
///
/// They are read and compiled once for all tests, which takes a few seconds. Each test has its own copy.
struct Bundled: Sendable {
  static let files = EmbeddedFile.fixtures.map { (name: $0.name, bytes: $0.bytes) }

  private(set) var set = FixtureSet()
  private(set) var providers: [Provider] = []

  private static let shared = Result {
    var bundled = Bundled()
    for (name, bytes) in files where name.hasPrefix("providers/") {
      try bundled.set.add(bytes, name: name)
    }
    bundled.providers = try bundled.set.ids.map { try bundled.set.resolve($0) }
    return bundled
  }

  static func copy() throws -> Bundled { try shared.get() }

  private init() {}

  /// Adds a provider's file, or replaces the one with its ID.
  /// - Returns: its ID.
  @discardableResult
  mutating func add(
    _ text: String, name: String, with: [String] = [], without: [String] = []
  ) throws -> String {
    let id = try set.add(Array(text.utf8), name: name).id
    try resolve(id, with: with, without: without)
    return id
  }

  /// Compiles a provider anew, with other quirks than by default.
  mutating func resolve(_ id: String, with: [String] = [], without: [String] = []) throws {
    let provider = try set.resolve(id, with: with, without: without)
    if let place = providers.firstIndex(where: { $0.id == id }) {
      providers[place] = provider
    } else {
      providers.append(provider)
    }
  }

  /// These come before all others: among providers with the same host, the first one answers.
  mutating func putFirst(_ ids: [String]) {
    providers = providers.filter { ids.contains($0.id) } + providers.filter { !ids.contains($0.id) }
  }

  /// The bundled casts and more of them.
  func cast(_ more: [(name: String, text: String)] = []) throws -> Cast {
    let catalog = ProviderCatalog(providers)
    var cast = Cast()
    for (name, bytes) in Self.files where name.hasPrefix("casts/") {
      _ = try cast.add(bytes, name: name, providers: catalog)
    }
    for (name, text) in more { _ = try cast.add(Array(text.utf8), name: name, providers: catalog) }
    return cast
  }
}
