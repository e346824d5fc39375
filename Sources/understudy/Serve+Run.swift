import AuthorizationServer
import BundledFixtures
import ControlAPI
import MicroHTTPServer
import ProviderModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// From the first thread to the last: what a server does between its start and its stop.
extension Serve {
  func serve(
    _ sandbox: Sandbox, _ stage: Stage, _ keys: Keys, _ addresses: [String],
    looked: FileWatch
  ) throws {
    let log = Log(format: logFormat ?? .text, quiet: quiet)
    let options = worldOptions(stage, addresses)
    let world = World(
      sandbox: sandbox, fixtures: stage.fixtures, options: options, now: Int(time(nil))
    ) { log.exchange($0, status: $2, sandbox: $1) }
    let server = MicroHTTPServer(
      addresses: addresses, port: port ?? 8400, log: log.say, refusing: World.refusing,
      replying: { world.respond(to: $0, at: Int(time(nil))) })
    var stopSignal = StopSignal()
    let bound: UInt16
    do {
      bound = try server.start()
    } catch {
      throw Failure(text: "error: \(error)")
    }
    let shown = addresses[0].contains(":") ? "[\(addresses[0])]" : addresses[0]
    let url = "http://\(shown):\(bound)"
    if let readyFile {
      do {
        try Files.writeAtomically("{\"url\": \"\(url)\", \"pid\": \(getpid())}", to: readyFile)
      } catch {
        server.stop()
        throw error
      }
    }
    stage.notes.forEach(log.say)
    Self.links(sandbox, sandbox.options.publicURL?.description ?? url).forEach(log.say)
    if let token = options.controlToken, controlToken == nil {
      log.say("The control API asks for this token: \(token)")
    }
    Streams.output("Understudy listens at \(url)")
    let watcher = watcher(looked, log) { stage in
      world.take(providers: stage.providers, cast: stage.cast, fixtures: stage.fixtures)
    }

    // Making the RSA key takes a core for a tenth of a second: the first requests go first.
    usleep(100_000)
    keys.start()
    stopSignal.wait()
    // It says "ready", which is over, whether or not what is in flight can still be answered.
    if let readyFile { Files.remove(readyFile) }
    watcher?.stop()
    server.stop()
  }

  private func worldOptions(_ stage: Stage, _ addresses: [String]) -> World.Options {
    var options = World.Options()
    options.scenarios = { Bundle.scenarios }
    options.seed = seed
    options.keepsSecrets = journalSecrets
    options.with = stage.with
    options.without = stage.without
    options.controlToken = controlToken ?? (Self.isLoopback(addresses) ? nil : Self.drawnToken())
    return options
  }

  private static func drawnToken() -> String {
    var chance = Entropy(seed: nil)
    return (try? Pattern("[A-Za-z0-9]{32}"))?.draw(using: &chance) ?? ""
  }

  var watched: [String] { providerFiles + castFiles }

  /// Takes up changed files, all or none of them: half a change might not fit together.
  ///
  /// - Parameter looked: how the files were before they were read.
  func watcher(_ looked: FileWatch, _ log: Log, take: @escaping @Sendable (Stage) -> Void)
    -> Watcher?
  {
    guard watch else { return nil }
    guard !watched.isEmpty else {
      log.say("--watch has nothing to watch: there is no --provider and no --cast")
      return nil
    }
    let serve = self
    return Watcher(looked) { changed in
      do {
        take(try serve.stage())
        log.say("read again: \(changed.joined(separator: ", "))")
      } catch {
        let why = (error as? Failure)?.text ?? "\(error)"
        for line in why.split(separator: "\n") { log.say(String(line)) }
        log.say("not taken up: \(changed.joined(separator: ", ")); what was read before stays")
      }
    }
  }

  /// A link to try for each provider.
  private static func links(_ sandbox: Sandbox, _ url: String) -> [String] {
    let lines = sandbox.providers.compactMap { provider -> String? in
      let clients = sandbox.cast.clients.filter { $0.provider == provider.id }
      let links = clients.lazy.compactMap { Try.links(sandbox, provider, $0, base: url).last?.url }
      return links.first.map { "  \(provider.id): \($0)" }
    }
    return ["Everything to try is at \(url)/"] + lines
  }
}
