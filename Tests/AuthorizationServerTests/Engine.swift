import AuthorizationServer
import CBundledFixtures
import ControlAPI
import HTTPMessages
import JOSE
import Locking
import MicroHTTPServer
import ProviderModel

/// The bundled providers and cast at a fixed instant and seed, for one visitor or several threads.
final class Engine: Sendable {
  private let state: Lock<(sandbox: Sandbox, random: Entropy)>
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
      _ = try cast.add(bytes, name: name, providers: Repertoire(providers))
    }
    for file in casts {
      _ = try cast.add(Array(file.text.utf8), name: file.name, providers: Repertoire(providers))
    }
    var options = Site.Options()
    options.acceptsAnyClient = anyClient
    options.keys = Visitor.keys
    state = Lock(
      (Sandbox(site: Site(Repertoire(providers), options: options), cast: cast), Entropy(seed: 1)))
  }

  func respond(_ request: Request, at now: Int = instant) -> Answer {
    state.withLock { $0.sandbox.respond(to: request, at: Instants(now), using: &$0.random) }
  }

  static func bundled() -> [(name: String, bytes: [UInt8])] {
    var count = 0
    let first = understudy_fixtures(&count)
    return UnsafeBufferPointer(start: first, count: count).map {
      (String(cString: $0.name), Array(UnsafeBufferPointer(start: $0.bytes, count: $0.count)))
    }
  }

  static func text(_ name: String) -> String {
    bundled().first { $0.name == name }.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
  }
}

extension Playhouse {
  /// What is answered; 599 where a rule drops the connection instead.
  func answer(to request: Request, at now: Int) -> Answer {
    guard case .answer(let answer) = respond(to: request, at: now) else {
      return Answer(status: 599)
    }
    return answer
  }
}

extension Sandbox {
  /// All providers, compiled.
  var providers: [Provider] { site.providers.entries.compactMap(\.provider) }
}
