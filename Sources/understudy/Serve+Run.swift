import AuthorizationServer
import BundledFixtures
import Composition
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
    _ setting: Playhouse.Setting, _ staging: Staging, _ keys: Keys, _ addresses: [String],
    looked: FileWatch
  ) throws {
    let log = Log(format: logFormat ?? .text, quiet: quiet)
    var setting = setting
    setting.sandboxes.seed = seed
    setting.sandboxes.showsSecrets = journalSecrets
    setting.sandboxes.log = log.exchanges
    setting.house.controlToken =
      controlToken ?? (Self.isLoopback(addresses) ? nil : Self.drawnToken())
    let house = Playhouse(staging, setting, now: Int(time(nil)))
    let server = MicroHTTPServer(
      addresses: addresses, port: port ?? 8400, log: log.say, refusing: Playhouse.refusing,
      replying: { house.respond(to: $0, at: Int(time(nil))) })
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
    staging.notes.forEach(log.say)
    links(staging, setting.site.publicURL?.description ?? url).forEach(log.say)
    if let token = setting.house.controlToken, controlToken == nil {
      log.say("The control API asks for this token: \(token)")
    }
    Streams.output("Understudy listens at \(url)")
    StartMemory.giveBack()
    let watcher = watcher(looked, log) { house.take($0) }

    // Making the RSA key takes a core for a tenth of a second: the first requests go first.
    usleep(100_000)
    keys.start()
    stopSignal.wait()
    // It says "ready", which is over, whether or not what is in flight can still be answered.
    if let readyFile { Files.remove(readyFile) }
    watcher?.stop()
    server.stop()
    log.finish()
  }

  private static func drawnToken() -> String {
    var chance = Entropy(seed: nil)
    return (try? Pattern("[A-Za-z0-9]{32}"))?.draw(using: &chance) ?? ""
  }

  var watched: [String] { providerFiles + castFiles }

  /// Takes up changed files, all or none of them: half a change might not fit together.
  ///
  /// - Parameter looked: how the files were before they were read.
  func watcher(_ looked: FileWatch, _ log: Log, take: @escaping @Sendable (Staging) -> Void)
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
        take(try serve.staging())
        log.say("read again: \(changed.joined(separator: ", "))")
      } catch {
        let why = (error as? Failure)?.text ?? "\(error)"
        for line in why.split(separator: "\n") { log.say(String(line)) }
        log.say("not taken up: \(changed.joined(separator: ", ")); what was read before stays")
      }
    }
  }

  /// A link to try for each provider. Those of the bundled ones are known without reading a fixture.
  private func links(_ staging: Staging, _ url: String) -> [String] {
    let isUsual = castFiles.isEmpty && with.isEmpty && without.isEmpty
    let known = Dictionary(Bundle.index.map { ($0.id, $0.link) }) { first, _ in first }
    let lines = staging.providers.entries.compactMap { entry -> String? in
      if isUsual, !entry.isMade, let link = known[entry.id] {
        return "  \(entry.id): \(url)\(link)"
      }
      guard let provider = entry.provider,
        let link = TryLink.first(staging.cast, provider, base: url)
      else { return nil }
      return "  \(entry.id): \(link)"
    }
    return ["Everything to try is at \(url)/"] + lines
  }
}
