import Basics
import Engine
import JOSE
import ProviderModel
import Server
import Transport

/// The bundled providers and cast at a fixed instant and seed, for one visitor or several threads.
final class Engine: Sendable {
  private let state: Lock<(sandbox: ServerState, random: Entropy)>
  static let instant = 1_600_000_000

  /// - Parameter more: provider files beside the bundled ones, by name.
  init(
    _ id: String = "", with: [String] = [], without: [String] = [], anyClient: Bool = false,
    more: [(name: String, text: String)] = [], casts: [(name: String, text: String)] = []
  ) throws {
    var set = FixtureSet()
    let files = Self.bundled()
    for (name, bytes) in files where name.hasPrefix("providers/") { try set.add(bytes, name: name) }
    for file in more { try set.add(Array(file.text.utf8), name: file.name) }
    let providers = try set.ids.map {
      try set.resolve($0, with: $0 == id ? with : [], without: $0 == id ? without : [])
    }
    var cast = Cast()
    for (name, bytes) in files where name.hasPrefix("casts/") {
      _ = try cast.add(bytes, name: name, providers: ProviderCatalog(providers))
    }
    for file in casts {
      _ = try cast.add(
        Array(file.text.utf8), name: file.name, providers: ProviderCatalog(providers))
    }
    var options = Site.Options()
    options.acceptsAnyClient = anyClient
    options.keys = Visitor.keys
    state = Lock(
      (
        ServerState(site: Site(ProviderCatalog(providers), options: options), cast: cast),
        Entropy(seed: 1)
      ))
  }

  func respond(_ request: Request, at now: Int = instant) -> Answer {
    state.withLock { $0.sandbox.respond(to: request, at: Instants(now), using: &$0.random) }
  }

  static func bundled() -> [(name: String, bytes: [UInt8])] {
    EmbeddedFile.fixtures.map { ($0.name, $0.bytes) }
  }

  static func text(_ name: String) -> String {
    bundled().first { $0.name == name }.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
  }
}

extension MockServer {
  /// What is answered; 599 where a rule drops the connection instead.
  func answer(to request: Request, at now: Int) -> Answer {
    guard case .answer(let answer) = respond(to: request, at: now) else {
      return Answer(status: 599)
    }
    return answer
  }
}

extension ServerState {
  /// All providers, compiled.
  var providers: [Provider] { site.providers.entries.compactMap(\.provider) }
}
