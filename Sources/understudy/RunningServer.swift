import Basics
import Certificates
import Engine
import ProviderModel
import Server
import Transport

/// A server that listens, with all that belongs to it: what `serve` and `run` start.
struct RunningServer {
  let house: MockServer
  let staging: LoadedFixtures
  let setting: MockServer.Setting
  /// How it is reached over plain HTTP.
  let url: String
  let httpsURL: String?
  let proxyURL: String?
  /// Whether the proxy connects its clients to hosts that are not played.
  let proxyPasses: Bool
  /// The host of these URLs.
  let address: String
  /// Where somebody on this machine finds it, also when it listens at every address.
  var linkURL: String { "http://\(address):\(port)" }
  /// It without the brackets that an IPv6 address has in a URL.
  var bareAddress: String {
    address.hasPrefix("[") ? String(address.dropFirst().dropLast()) : address
  }
  let authority: CertificateAuthority?
  /// Where the CA's certificate can be read; nil where it is written nowhere.
  let authorityFile: String?
  private let port: UInt16
  private let temporary: String?
  private let server: MicroHTTPServer
  private let store: (any Store)?
  let keys: Keys

  /// Whatever is wrong with the options is found here.
  ///
  /// - Parameters:
  ///   - keys: those of another server; without them it has its own.
  ///   - keepsWholeExchanges: whether its journal keeps what an examination needs.
  ///   - witness: sees each request, and has it answered by what it is handed.
  init(
    _ options: ServerOptions, ports: Ports, log: Log, keys: Keys? = nil,
    store place: StoreOptions? = nil,
    keepsWholeExchanges: Bool = false,
    witness: @escaping @Sendable (Request, MockServer, () -> Reply) -> Reply = { $2() }
  ) throws {
    try ports.check()
    let store = try place?.open(log)
    let keys =
      try keys
      ?? Keys(files: options.keyFiles, seed: options.seed, keeping: store.map { .init($0, log) })
    var setting = MockServer.Setting(keys: keys.ring)
    try options.set(&setting)
    let staging = try options.staging()
    try options.checkRoot(staging.providers)
    setting.standing = try options.standing(staging.cast)
    setting.rules = try options.rules(staging.providers, staging.cast, log.say)
    setting.sandboxes.seed = options.seed
    setting.sandboxes.showsSecrets = options.journalSecrets
    if keepsWholeExchanges { setting.sandboxes.keepWholeExchanges() }
    setting.sandboxes.log = log.exchanges
    setting.sandboxes.fetcher = try options.fetcher()
    setting.sandboxes.releaseMemory = SpareMemory.trimHeap
    setting.house.tokens = try place?.tokens(besides: options.controlToken) ?? []
    setting.house.controlToken = options.controlToken
    if setting.house.tokens.isEmpty, setting.house.controlToken == nil {
      setting.house.controlToken = options.beyondLoopback.map { _ in Self.drawnToken() }
    }
    setting.sandboxes.explainsRefusals =
      options.beyondLoopback == nil && setting.house.tokens.isEmpty
      && setting.house.controlToken == nil
    var certificates = try Certificates(options, ports, staging.providers)
    certificates?.publish(&setting)
    if options.noClientCertificates { certificates?.asksClients = false }
    setting.site.asksForCertificates = certificates?.asksClients ?? false
    if let change = certificates?.change { log.warn(change) }
    if let notice = certificates?.notice { log.say(notice) }
    if let store, setting.sandboxes.redactionKey == nil {
      setting.sandboxes.redactionKey = try? Base64URL.decode(
        store.shared("redaction key") { Self.drawnToken() + Self.drawnToken() })
    }
    let replica = try store.map { store in
      Replica(store, try place?.replica(options, staging, log) ?? Replica.Options())
    }
    let house = MockServer(staging, setting, now: Self.now(), replica: replica)
    do throws(StoreFailure) { try house.begin() } catch {
      throw Failure(text: "error: \(error.reason)")
    }
    let list = Lock<String?>(nil)
    let trusted = try options.trusted()
    var limits = MicroHTTPServer.Limits()
    // What the store has already is answered, also where it is slow: another server would refuse the repetition.
    if store != nil { limits.drain = .seconds(10) }
    let server = MicroHTTPServer(
      addresses: options.addresses, port: ports.plain, threads: store?.threads ?? 2,
      limits: limits,
      https: certificates?.https(ports.https, house, log) { list.withLock { $0 } },
      proxy: ports.proxy.map { options.proxy(at: $0, house) }, trusted: trusted, log: log.say,
      refusing: MockServer.refusing,
      replying: { request in
        // Servers that share a store share its clock.
        witness(request, house) { house.respond(to: request, at: store?.now() ?? Self.now()) }
      })
    let bound: UInt16
    do {
      bound = try server.start()
    } catch {
      throw Failure(text: "error: \(error)\(ports.source(of: error))")
    }
    let address = options.addresses[0]
    let shown = HostName.bracketed(address)
    // Nobody can be sent to every address: this machine's stands for them.
    self.address = HostName.bracketed(
      ["0.0.0.0": "127.0.0.1", "::": "::1"][address] ?? address)
    (self.house, self.staging, self.setting, self.keys) = (house, staging, setting, keys)
    self.server = server
    self.store = store
    port = bound
    let url = "http://\(shown):\(bound)"
    self.url = url
    list.withLock { $0 = url + Certificates.listPath }
    let named = self.address
    httpsURL = server.httpsPort.map { "https://\(named):\($0)" }
    proxyPasses = options.proxyOthers == .pass
    proxyURL = server.proxyPort.map { "http://\(named):\($0)" }
    authority = certificates?.authority
    do {
      let file = try certificates?.file()
      (authorityFile, temporary) = (file?.path, file?.temporary)
    } catch {
      server.stop()
      throw error
    }
  }

  /// At which ports it listens.
  struct Ports {
    var plain: UInt16
    var https: UInt16?
    var proxy: UInt16?

    /// The option and the variable that choose a port which is in use.
    func source(of error: MicroHTTPServer.StartError) -> String {
      guard case .addressInUse(_, let port) = error, port != 0 else { return "" }
      let name = port == plain ? "port" : port == https ? "https" : "proxy"
      return " with --\(name) or \(Setting.prefix)\(name.uppercased())"
    }

    /// Refuses a port that two listeners would need; 0 is another one for each.
    func check() throws {
      let named = [("--port", plain), ("--https", https ?? 0), ("--proxy", proxy ?? 0)]
      for (index, port) in named.enumerated() where port.1 != 0 {
        guard let other = named[..<index].first(where: { $0.1 == port.1 }) else { continue }
        throw Failure(
          text: "\(other.0) and \(port.0) name the same port, \(port.1): give each its own")
      }
    }
  }

  /// The ports that were bound, where there are all three.
  var ports: (plain: UInt16, https: UInt16, proxy: UInt16)? {
    guard let https = server.httpsPort, let proxy = server.proxyPort else { return nil }
    return (port, https, proxy)
  }

  var httpsPort: UInt16? { server.httpsPort }

  static func now() -> Int { Int(time(nil)) }

  /// Makes the keys that were not given, in the background.
  func startKeys() {
    // Making the RSA key takes a core for a tenth of a second: the first requests go first.
    usleep(100_000)
    keys.start()
  }

  /// What is in flight is answered first.
  func stop() {
    server.stop()
    house.end()
    store?.close()
    Certificates.forget(temporary)
  }

  private static func drawnToken() -> String {
    var chance = Entropy(seed: nil)
    return (try? Pattern("[A-Za-z0-9]{32}"))?.draw(using: &chance) ?? ""
  }
}
