import Basics
import Engine
import Server

/// From the first thread to the last: what a server does between its start and its stop.
extension Serve {
  /// - Parameters:
  ///   - parent: the process with which the server ends.
  ///   - doubts: what is worth telling before the server starts, and may be why it does not.
  func serve(with parent: ParentProcess? = nil, looked: FileWatch, doubts: [String]) throws {
    let log = Log(format: options.logFormat ?? .text, quiet: quiet)
    doubts.forEach(log.warn)
    try readyFile.map(ReadyFile.check)
    var stopSignal = StopSignal()
    try parent?.whenEnded(StopSignal.send)
    let running = try RunningServer(
      options,
      ports: .init(plain: options.port ?? 8400, https: options.https, proxy: options.proxy),
      log: log, store: store)
    let ready: WrittenFile?
    do {
      ready = try readyFile.flatMap { try Files.write(ReadyFile(running).text + "\n", to: $0) }
    } catch {
      running.stop()
      throw Failure(text: "--ready-file: \((error as? Failure)?.text ?? "\(error)")")
    }
    log.tell(running.staging.notes)
    links(running).forEach(log.say)
    if let token = running.setting.house.controlToken, options.controlToken == nil {
      log.say("The control API asks for this token: \(token)")
    }
    Streams.output("Understudy listens at \(running.url)")
    do {
      try Streams.checkOutput()
    } catch {
      // A program that waits for this line would wait for ever.
      ready?.remove()
      running.stop()
      log.finish()
      throw error
    }
    SpareMemory.giveBack()
    let house = running.house
    let watcher = watcher(looked, log) { house.take($0) }
    running.startKeys()
    stopSignal.wait()
    // It says "ready", which is over, whether or not what is in flight can still be answered.
    ready?.remove()
    watcher?.stop()
    running.stop()
    log.finish()
  }

  var watched: [String] { options.fixtures.providerFiles + options.fixtures.castFiles }

  /// Takes up changed files, all or none of them: half a change might not fit together.
  ///
  /// - Parameter looked: how the files were before they were read.
  func watcher(_ looked: FileWatch, _ log: Log, take: @escaping @Sendable (LoadedFixtures) -> Void)
    -> Watcher?
  {
    guard watch else { return nil }
    guard !watched.isEmpty else {
      log.say("--watch has nothing to watch: there is no --provider and no --cast")
      return nil
    }
    let options = options
    return Watcher(looked) { changed in
      do {
        take(try options.staging())
        log.say("read again: \(changed.joined(separator: ", "))")
      } catch {
        let why = (error as? Failure)?.text ?? "\(error)"
        for line in why.split(separator: "\n") { log.say(String(line)) }
        log.say("not taken up: \(changed.joined(separator: ", ")); what was read before stays")
      }
    }
  }

  /// The largest number of bundled providers that a start lists.
  private static let mostShown = 5

  /// The providers that a start lists, the user's own ones first, and the number of the others.
  private static func shown(_ ids: [String]) -> (ids: [String], rest: Int) {
    let bundled = Set(BundledFixtures.index.map(\.id))
    let shown = Array(
      (ids.filter { !bundled.contains($0) } + ids.filter(bundled.contains)).prefix(mostShown))
    return (shown, ids.count - shown.count)
  }

  /// Links to try, and by which other ways it is reached.
  private func links(_ running: RunningServer) -> [String] {
    let staging = running.staging
    let site = running.setting.site
    guard !staging.providers.ids.isEmpty else {
      return [
        "No provider is served: --no-bundled leaves the bundled ones out, and no --provider adds one"
      ]
    }
    let url = site.publicURLs.first?.description ?? running.linkURL
    let programURL = site.internalURLs.first?.description ?? url
    let (shown, rest) = Self.shown(staging.providers.ids)
    let lines =
      shown.map { "  \($0): " + LandingPage.start($0, base: url) }
      + (rest > 0 ? ["  and \(rest) more providers"] : [])
    var ways = staging.played.compactMap { resource in
      staging.providers.provider(resource.provider)?.address(of: resource)
        .map { "A protected MCP server is at \(programURL)\($0)" }
    }
    if url != running.linkURL {
      ways.append(
        "On this machine, it is at \(running.linkURL)/; \"understudy hosts\" says how to point other names at it"
      )
    }
    if let https = running.httpsURL { ways.append("HTTPS is at \(https)") }
    if let proxy = running.proxyURL {
      ways.append("A proxy for the providers' own hosts is at \(proxy)")
    }
    if let file = running.authorityFile, let authority = running.authority {
      let folder = options.caDir.map { " --ca-dir " + ShellWord.plain($0) } ?? ""
      ways.append(
        "Certificates are signed by \(file); "
          + (options.caOnce
            ? "clients have to trust this file, and it is removed when the server ends"
            : "understudy ca\(folder) says how to trust it"))
      ways.append(
        "The CA is valid until \(WallTime.date(authority.notAfter)), for \(authority.permitted.summary)"
      )
    }
    // A token that was drawn is printed anyway; one that was given is its giver's to keep.
    let token = options.controlToken == nil ? running.setting.house.controlToken : nil
    let console = "The console is at \(url)/_understudy/" + (token.map { "#token=\($0)" } ?? "")
    return ["Try the providers at \(url)/"] + lines + [console] + ways
  }
}
