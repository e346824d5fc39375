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
    var bundled = try Bundled.copy()
    for file in more { try bundled.add(file.text, name: file.name) }
    if !with.isEmpty || !without.isEmpty {
      try bundled.resolve(id, with: with, without: without)
    }
    var options = Site.Options()
    options.acceptsAnyClient = anyClient
    options.keys = Visitor.keys
    state = try Lock(
      (
        ServerState(
          site: Site(ProviderCatalog(bundled.providers), options: options),
          cast: bundled.cast(casts)),
        Entropy(seed: 1)
      ))
  }

  func respond(_ request: Request, at now: Int = instant) -> Answer {
    state.withLock { $0.sandbox.respond(to: request, at: Instants(now), using: &$0.random) }
  }

  static func text(_ name: String) -> String {
    Bundled.files.first { $0.name == name }.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
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
