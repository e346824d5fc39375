#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Opens the user's browser, as programs on a desktop do: `$BROWSER URL`, else `xdg-open URL`.
struct Opener {
  private let settings: Settings

  init(_ settings: Settings) { self.settings = settings }

  /// Starts it, and does not wait: a browser stays.
  func open(_ url: String) throws(Rejection) {
    let name = settings["BROWSER"] ?? "xdg-open"
    var child = pid_t()
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // What a browser writes is not ours to print: our last line has a meaning. And our standard input is not for it.
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A server ignores broken pipes; what it starts is to die of them.
    var usual = sigset_t()
    sigemptyset(&usual)
    sigaddset(&usual, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

    let usesShell = settings.has("opens-by-a-shell")
    let arguments = usesShell ? ["sh", "-c", "\(name) \"\(url)\""] : [name, url]
    var words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var variables = settings.variables.map { strdup("\($0.key)=\($0.value)") }
    variables.append(nil)
    defer { for variable in variables { free(variable) } }
    let code = posix_spawnp(
      &child, usesShell ? "sh" : name, &actions, &attributes, &words, variables)
    guard code == 0 else {
      throw Rejection("no_browser", "\(name): \(String(cString: strerror(code)))")
    }
  }
}
