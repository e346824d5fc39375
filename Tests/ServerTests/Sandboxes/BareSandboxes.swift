import Basics
import Engine
import HTTPTypes
import ProviderModel

@testable import Server

/// Sandboxes without providers: nothing has to be read, and every path is unknown.
struct BareSandboxes {
  let sandboxes: Sandboxes
  let manual = ManualTicker()

  init(
    isPlain: Bool = false, outside: Set<String> = [],
    _ set: (inout Sandboxes.Options) -> Void = { _ in }
  ) {
    var site = Engine.Site.Options()
    (site.isPlain, site.outside) = (isPlain, outside)
    var options = Sandboxes.Options()
    options.seed = 1
    set(&options)
    sandboxes = Sandboxes(
      ServerState(site: Engine.Site(ProviderCatalog([Provider]()), options: site), cast: Cast()),
      options: options, now: 0, ticker: manual.ticker)
  }

  @discardableResult
  func make(
    _ id: String? = nil, lifetime: Int = 3_600, at now: Int = 0
  ) throws(Sandboxes.MakingError) -> SandboxHost {
    try sandboxes.make(
      sandboxes.start, id: id, switches: QuirkSwitches(), label: "", seed: nil, lifetime: lifetime,
      at: now)
  }

  @discardableResult
  func send(
    _ target: String, method: HTTPRequest.Method = .get, headers: Headers = [:], at now: Int = 0
  ) -> Answer {
    let reply = sandboxes.respond(
      to: Request(method: method, authority: "localhost", target: target, headers: headers),
      at: now
    ) { path, _, host in
      Answer(status: .ok, body: Array("\(host.id): \(path)".utf8))
    }
    guard case .answer(let answer) = reply else { return Answer(status: .gatewayTimeout) }
    return answer
  }

  func journal(_ id: String = Sandboxes.defaultID) -> [JournalEntry] {
    sandboxes.find(id)?.entries(JournalFilter()).map(\.entry) ?? []
  }
}
