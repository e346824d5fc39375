import Basics

/// The process's limit of open files, which is also its limit of connections.
enum FileLimit {
  /// For everything that is not a connection: files, pipes, listening and lingering sockets.
  private static let reserved = 128
  /// More would cost memory (a pool each) and buy nothing for a mock.
  private static let most = 8192

  /// Raises the soft limit to the hard one, as far as this server can use it, and returns how many connections that allows.
  static func raise() -> Int {
    var limit = rlimit()
    guard read(&limit) else { return 512 }
    let wanted = rlim_t(most + reserved)
    if limit.rlim_cur < wanted {
      var raised = limit
      // Darwin answers EINVAL to more than OPEN_MAX (10 240), which `wanted` stays below.
      raised.rlim_cur = min(limit.rlim_max, wanted)
      if write(&raised) { limit = raised }
    }
    let files = Int(min(limit.rlim_cur, wanted))
    // With very few files the reserve would eat everything: then half are connections.
    return max(files - reserved, files / 2)
  }

  // RLIMIT_NOFILE is an Int32 on Darwin and Musl and an enum on Glibc, and so is the first parameter.
  private static func read(_ limit: inout rlimit) -> Bool {
    #if canImport(Glibc)
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    #else
      getrlimit(RLIMIT_NOFILE, &limit) == 0
    #endif
  }

  private static func write(_ limit: inout rlimit) -> Bool {
    #if canImport(Glibc)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    #else
      setrlimit(RLIMIT_NOFILE, &limit) == 0
    #endif
  }
}
