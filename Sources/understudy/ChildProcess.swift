import Basics

/// A command that runs in our place: it gets our streams and our signals, and we end as it ends.
struct ChildProcess {
  private let command: [String]
  private var awaited = sigset_t()

  /// Call before the first thread is made: threads inherit what is held back.
  init(_ command: [String]) {
    self.command = command
    sigemptyset(&awaited)
    for number in [SIGCHLD, SIGTERM, SIGINT, SIGHUP] { sigaddset(&awaited, number) }
    pthread_sigmask(SIG_BLOCK, &awaited, nil)
    // One that is ignored would not be kept until we ask.
    signal(SIGCHLD) { _ in }
  }

  /// - Parameter isSilent: whether its output is thrown away.
  /// - Returns: its exit code, or 128 and the number of the signal that ended it, as shells have it.
  func run(
    with variables: [(name: String, value: String)], isSilent: Bool = false
  ) throws -> Int32 {
    for (name, value) in variables { setenv(name, value, 1) }
    let silence = isSilent ? [STDOUT_FILENO: "/dev/null", STDERR_FILENO: "/dev/null"] : [:]
    let child = try Self.spawn(command, streams: silence)
    var set = awaited
    while true {
      var caught: Int32 = 0
      guard sigwait(&set, &caught) == 0 else { continue }
      if caught != SIGCHLD { pass(caught, to: child) }
      var status: Int32 = 0
      guard waitpid(child, &status, WNOHANG) == child else { continue }
      let signal = status & 0x7f
      if signal == 0 { return (status >> 8) & 0xff }
      // 0x7f says that it was stopped, and may go on.
      if signal != 0x7f { return 128 + signal }
    }
  }

  /// Ctrl-C reaches everybody at the terminal: the child has it already.
  private func pass(_ number: Int32, to child: pid_t) {
    let isFromTerminal = number == SIGINT && tcgetpgrp(STDIN_FILENO) == getpgrp()
    if !isFromTerminal { kill(child, number) }
  }

  /// What is meant by a whole command line in quotation marks, and why a file can't be run.
  private static func hint(_ command: [String], _ code: Int32) -> String {
    if code == EACCES {
      var found = stat()
      let isFolder = stat(command[0], &found) == 0 && found.st_mode & S_IFMT == S_IFDIR
      return isFolder
        ? "; expected a program, found a folder"
        : "; chmod +x \(ShellWord.plain(command[0])) lets the system run it"
    }
    guard code == ENOENT, command.count == 1, command[0].contains(" ") else { return "" }
    return "; leave the quotation marks out: -- \(command[0]); or have a shell read it: "
      + "-- sh -c \(ShellWord.quoted(command[0]))"
  }

  /// Starts a command. The caller has to wait for its end.
  /// - Parameter streams: the files that take the place of our streams: input is read from its file, output replaces its file.
  static func spawn(_ command: [String], streams: [Int32: String]) throws -> pid_t {
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
      var actions: posix_spawn_file_actions_t?
    #else
      var attributes = posix_spawnattr_t()
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (stream, path) in streams {
      let flags = stream == STDIN_FILENO ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC
      posix_spawn_file_actions_addopen(&actions, stream, path, flags, 0o600)
    }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    // A server ignores broken pipes and the limit of file sizes; a command dies of them, as it would without us.
    var usual = sigset_t()
    sigemptyset(&usual)
    for number in [SIGPIPE, SIGXFSZ, SIGCHLD] { sigaddset(&usual, number) }
    posix_spawnattr_setsigdefault(&attributes, &usual)
    let flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
    posix_spawnattr_setflags(&attributes, flags)
    var arguments = command.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    let code = posix_spawnp(&child, command[0], &actions, &attributes, arguments, environ)
    guard code == 0 else {
      // As shells have it: 127 for what is not there, 126 for what can't be run.
      throw Failure(
        text: "error: \(command[0]): \(String(cString: strerror(code)))" + hint(command, code),
        code: code == ENOENT ? 127 : 126)
    }
    return child
  }
}
