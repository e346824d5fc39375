extension ServerOptions {
  /// Serves while `use` runs a command, at free ports where none is named, with a CA of its own where none is named.
  func whileServing<Result>(
    _ environment: Environment, _ use: (RunningServer, RunFolder) throws -> Result
  ) throws -> Result {
    var options = self
    options.namesRefusedHosts = true
    if options.caDir == nil { options.caOnce = true }
    let log = Log(format: options.logFormat ?? .text, quiet: options.logFormat == nil)
    // The log is quiet here, and what sets nothing is worth a line all the same.
    for line in Setting.warnings(environment.names) { Streams.error(line) }
    let running = try RunningServer(
      options,
      ports: .init(
        plain: options.port ?? 0, https: options.https ?? 0, proxy: options.proxy ?? 0),
      log: log)
    defer {
      running.stop()
      log.finish()
    }
    log.tell(running.staging.notes)
    let folder = try RunFolder(running)
    defer { folder.remove() }
    running.startKeys()
    return try use(running, folder)
  }
}
