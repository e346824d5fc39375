import Basics

/// A program under examination: in a process group of its own, so that its children end with it.
final class ClientProcess: Sendable {
  let pid: pid_t
  private let input: Lock<Int32>
  private let status = Lock<Ending?>(nil)

  struct Plan {
    var command: [String]
    var environment: [String: String]
    var folder: CheckRunFolder
  }

  /// - Parameter ended: called on a thread of its own once the program has ended.
  init(_ plan: Plan, ended: @escaping @Sendable () -> Void) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw Failure(text: "error: \(String(cString: strerror(errno)))", code: 3)
    }
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    defer { close(ends[0]) }
    do {
      pid = try Self.start(plan, reading: ends[0])
    } catch {
      close(ends[1])
      throw error
    }
    input = Lock(ends[1])
    Running.add(pid)
    let (pid, status) = (pid, status)
    let waits = BackgroundThread.run {
      var code: Int32 = 0
      while waitpid(pid, &code, 0) < 0, errno == EINTR {}
      let signal = code & 0x7f
      status.withLock {
        $0 = signal == 0 ? .exited(Int((code >> 8) & 0xff)) : .signalled(Int(signal))
      }
      ended()
    }
    guard waits else {
      kill(-pid, SIGKILL)
      throw Failure(text: "error: the system has no thread to give", code: 3)
    }
  }

  /// `nil` while it runs.
  var ending: Ending? { status.withLock { $0 } }

  /// Writes a line to its standard input.
  func tell(_ line: String) {
    let descriptor = input.withLock { $0 }
    if descriptor >= 0 { try? FileWriter.write(Array("\(line)\n".utf8), to: descriptor, named: "") }
  }

  func closeInput() {
    input.withLock { descriptor in
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
    }
  }

  /// Ends it and whatever it started.
  func end() {
    closeInput()
    kill(-pid, SIGKILL)
    Running.remove(pid)
  }

  private static func start(_ plan: Plan, reading input: Int32) throws -> pid_t {
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
      var actions: posix_spawn_file_actions_t?
    #else
      var attributes = posix_spawnattr_t()
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawnattr_init(&attributes)
    posix_spawn_file_actions_init(&actions)
    defer {
      posix_spawnattr_destroy(&attributes)
      posix_spawn_file_actions_destroy(&actions)
    }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var usual = sigset_t()
    sigemptyset(&usual)
    for number in [SIGPIPE, SIGXFSZ, SIGCHLD, SIGINT, SIGTERM] { sigaddset(&usual, number) }
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    posix_spawnattr_setflags(&attributes, Int16(flags))
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    for (descriptor, path) in [(Int32(1), plan.folder.output), (2, plan.folder.errors)] {
      posix_spawn_file_actions_addopen(
        &actions, descriptor, path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    }
    var arguments = plan.command.map { strdup($0) }
    arguments.append(nil)
    var variables = plan.environment.map { strdup("\($0.key)=\($0.value)") }
    variables.append(nil)
    defer { for text in arguments + variables { free(text) } }
    var child: pid_t = 0
    let code = posix_spawnp(
      &child, plan.command.first ?? "", &actions, &attributes, arguments, variables)
    guard code == 0 else {
      let why = String(cString: strerror(code))
      throw Failure(
        text: "\(plan.command.first ?? "") can't be started: \(why)",
        code: code == ENOENT ? 2 : 3)
    }
    return child
  }
}

/// The programs of one run: callbacks that are no web addresses go to the one that was started last.
final class Inputs: Sendable {
  private let processes = Lock([ClientProcess]())

  var all: [ClientProcess] { processes.withLock { $0 } }

  func take(_ started: [ClientProcess]) {
    end()
    processes.withLock { $0 = started }
  }

  func tell(_ line: String) { all.last?.tell(line) }
  func close() { all.last?.closeInput() }
  func end() { for process in all { process.end() } }
}
