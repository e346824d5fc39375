import Basics
import Engine
import ProviderModel

/// Providers with their quirks and evidence, and the switches of a sandbox.
enum ProviderOperations {
  static let all: [Operation] = [
    Operation(
      id: "listProviders", method: .get, path: "/sandboxes/{sandbox}/providers",
      summary: "The providers of a sandbox, with their quirks.",
      results: [
        .init(status: 200, summary: "All providers.", schema: Operation.list(of: "Provider"))
      ],
      run: { call throws(Problem) in
        let (sandbox, base) = try place(call)
        let house = call.house
        return .json(
          200,
          JSONValue(.array(sandbox.site.providers.all.map { view($0, sandbox.cast, base, house) })))
      }),
    Operation(
      id: "getProvider", method: .get, path: "/sandboxes/{sandbox}/providers/{provider}",
      summary: "One provider.",
      results: [
        .init(status: 200, summary: "The provider.", schema: Operation.reference("Provider"))
      ],
      run: { call throws(Problem) in
        let (sandbox, base) = try place(call)
        let provider = try find(call.variable("provider"), sandbox.site.providers)
        return .json(200, view(provider, sandbox.cast, base, call.house))
      }),
    Operation(
      id: "switchQuirks", method: .put, path: "/sandboxes/{sandbox}/providers/{provider}/quirks",
      summary: "Switches quirks on and off; the others get their defaults.",
      body: Operation.reference("Switches"),
      results: [
        .init(status: 200, summary: "The provider.", schema: Operation.reference("Provider"))
      ],
      run: { call throws(Problem) in
        let sandboxHost = try call.sandboxHost()
        let id = call.variable("provider")
        let wish = try call.read(Switches.self)
        let on = try known(wish.with, "/with", id, call.house)
        let off = try known(wish.without, "/without", id, call.house)
        try agree(id, wish.with, wish.without, call.house) { $0 }
        let house = call.house
        // Under one lock: of two who switch at once neither may undo the other.
        let result = sandboxHost.contents.withLock { contents in
          Result { () throws(Problem) -> Provider in
            var switches = contents.switches
            (switches.with[id], switches.without[id]) = (on, off)
            let providers = try resolve(house, switches)
            let provider = try find(id, providers)
            contents.sandbox.play(providers)
            contents.switches = switches
            return provider
          }
        }
        let provider = try result.get()
        sandboxHost.record(
          .quirks,
          "\(id): with \(wish.with.joined(separator: ", ")), without \(wish.without.joined(separator: ", ")).",
          by: call)
        let (sandbox, base) = try place(call)
        return .json(200, view(provider, sandbox.cast, base, call.house))
      }),
  ]

  private static func find(_ id: String, _ providers: ProviderCatalog) throws(Problem) -> Provider {
    if let provider = providers.provider(id) { return provider }
    throw Problem(
      404, "There is no such provider.",
      "No provider has the id \"\(id)\""
        + Suggestion.sentence(for: id, among: providers.ids))
  }

  /// The requested sandbox, and the start of its addresses for the caller.
  private static func place(_ call: Call) throws(Problem) -> (sandbox: ServerState, base: String) {
    let sandboxHost = try call.sandboxHost()
    let sandbox = sandboxHost.contents.withLock { $0.sandbox }
    return (sandbox, sandbox.site.publicOrigin(of: call.request) + sandboxHost.prefix)
  }

  private static func view(
    _ provider: Provider, _ cast: Cast, _ base: String, _ house: MockServer
  ) -> JSONValue {
    ProviderView.declaration.write(
      ProviderView(provider: provider, cast: cast, base: base, house: house))
  }

  // MARK: Switches

  private static func known(
    _ wishes: [String], _ pointer: String, _ provider: String, _ house: MockServer
  ) throws(Problem) -> [String] {
    let quirks = house.fixtures.file(provider)?.quirks.map(\.id) ?? []
    let findings = wishes.enumerated().filter { !quirks.contains($0.element) }.map {
      Diagnostic(
        at: nil, "\(pointer)/\($0.offset)",
        "\(provider) has no quirk \"\($0.element)\""
          + Suggestion.hint(for: $0.element, among: quirks))
    }
    guard findings.isEmpty else { throw Problem(findings) }
    return wishes
  }

  /// - Parameter place: where a wish stands, from its place among those of its provider.
  private static func agree(
    _ provider: String, _ with: [String], _ without: [String], _ house: MockServer,
    _ place: (Int) -> Int
  ) throws(Problem) {
    let findings = FixtureSet.contradictions(
      house.fixtures.file(provider)?.quirks ?? [], with: with, without: without
    ).map { Diagnostic(at: nil, "/with/\(place($0.index))", $0.sentence) }
    guard findings.isEmpty else { throw Problem(findings) }
  }

  /// `PROVIDER.QUIRK` by provider, added to what the server was started with.
  static func switches(
    _ house: MockServer, _ sandbox: ServerState, with: [String], without: [String]
  ) throws(Problem) -> QuirkSwitches {
    func parse(_ wishes: [String], _ pointer: String) throws(Problem) -> [String: [String]] {
      var result: [String: [String]] = [:]
      for (index, wish) in wishes.enumerated() {
        let halves = wish.split(separator: ".", maxSplits: 1).map(String.init)
        let ids = sandbox.site.providers.ids
        let provider = halves.first ?? ""
        let quirks = house.fixtures.file(provider)?.quirks.map(\.id) ?? []
        guard halves.count == 2, ids.contains(provider) else {
          let example = quirks.first.map { ", such as \(provider).\($0)" } ?? ""
          throw Problem([
            Diagnostic(
              at: nil, "\(pointer)/\(index)",
              "expected PROVIDER.QUIRK, found \"\(wish)\""
                + (ids.contains(provider)
                  ? "; name a quirk of \(provider)\(example)"
                  : Suggestion.hint(for: provider, among: ids)))
          ])
        }
        guard quirks.contains(halves[1]) else {
          throw Problem([
            Diagnostic(
              at: nil, "\(pointer)/\(index)",
              "\(halves[0]) has no quirk \"\(halves[1])\""
                + Suggestion.hint(for: halves[1], among: quirks))
          ])
        }
        result[halves[0], default: []].append(halves[1])
      }
      return result
    }
    let (on, off) = (try parse(with, "/with"), try parse(without, "/without"))
    for (provider, quirks) in on.sorted(by: { $0.key < $1.key }) {
      try agree(provider, quirks, off[provider] ?? [], house) { index in
        with.firstIndex(of: "\(provider).\(quirks[index])") ?? index
      }
    }
    return QuirkSwitches(with: on, without: off)
  }

  /// The providers with quirks switched; those that nobody has switched stay what they are.
  static func resolve(
    _ house: MockServer, _ switches: QuirkSwitches
  ) throws(Problem) -> ProviderCatalog {
    let usual = house.sandboxes.start.site.providers
    let (with, without) = (house.options.switches.with, house.options.switches.without)
    var entries: [ProviderCatalog.Entry] = []
    for entry in usual.entries {
      let id = entry.id
      let (on, off) = (switches.with[id] ?? [], switches.without[id] ?? [])
      guard !on.isEmpty || !off.isEmpty else {
        entries.append(entry)
        continue
      }
      do {
        // A sandbox may undo what the server was started with.
        entries.append(
          .init(
            try house.shelf.provider(
              id, with: with[id, default: []].filter { !off.contains($0) } + on,
              without: without[id, default: []].filter { !on.contains($0) } + off)))
      } catch {
        throw Problem(error.findings)
      }
    }
    return ProviderCatalog(entries)
  }
}
