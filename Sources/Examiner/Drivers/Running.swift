import Basics
import CProcesses

/// The programs that we started and that still run: when we are told to stop, so are they.
package enum Running {
  private struct State: Sendable {
    var groups: Set<pid_t> = []
    var isStopped = false
    var wasInterrupted = false
  }
  private static let state = Lock(State())

  /// Whether somebody asked for the end.
  package static var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Whether it was a signal that asked.
  package static var wasInterrupted: Bool { state.withLock { $0.wasInterrupted } }

  static func add(_ group: pid_t) {
    let isLate = state.withLock { state in
      state.groups.insert(group)
      return state.isStopped
    }
    if isLate { kill(-group, SIGKILL) }
  }

  static func remove(_ group: pid_t) { _ = state.withLock { $0.groups.remove(group) } }

  /// SIGINT and SIGTERM are waited for by a thread of its own: the first ends the programs and lets the report be written, the
  /// second ends us. Call before any thread is made.
  package static func heedSignals() {
    // What the programs leave behind becomes ours, and not init's: so it is found and ended.
    understudy_adopt_orphans()
    var awaited = sigset_t()
    sigemptyset(&awaited)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&awaited, number) }
    pthread_sigmask(SIG_BLOCK, &awaited, nil)
    signal(SIGPIPE, SIG_IGN)
    let set = awaited
    _ = BackgroundThread.run {
      var set = set
      var caught: Int32 = 0
      while sigwait(&set, &caught) != 0 {}
      state.withLock { $0.wasInterrupted = true }
      stop()
      while sigwait(&set, &caught) != 0 {}
      _exit(130)
    }
  }

  package static func stop() {
    let groups = state.withLock { state in
      state.isStopped = true
      return state.groups
    }
    for group in groups { kill(-group, SIGKILL) }
  }

  /// Ends what has left its group: such a process is a child of ours by now, or its parent is. Call once all groups are
  /// stopped.
  package static func sweep() {
    // When a parent ends, its children become ours, so this is repeated until no child is left.
    var rounds = 0
    while rounds < mostRounds, end(isOurChild) > 0 { rounds += 1 }
  }

  /// Ends what a run left behind: an agent that went its own way may still have the port that the next run needs.
  /// - Parameter home: the run's, which nobody else has in the environment.
  static func sweep(home: String) {
    _ = end { isOf(home, $0) }
    bury()
  }

  /// What has ended by itself is nobody else's to take away. Leaders of a group are waited for where they were started.
  private static func bury() {
    for pid in all() where isOurChild(pid) && getpgid(pid) != pid { waitpid(pid, nil, WNOHANG) }
  }

  /// Whether something that a run started still runs.
  ///
  /// A program that has just been started has no environment yet, but it is in a group; one that went its own way is in
  /// another group, and has an environment by then.
  static func isAnybodyLeft(of groups: [pid_t], home: String) -> Bool {
    bury()
    return groups.contains { kill(-$0, 0) == 0 } || all().contains { isOf(home, $0) }
  }

  /// Whether a process of these groups computes, or waits for a processor: nobody knows what it does next.
  static func isAtWork(_ groups: [pid_t]) -> Bool {
    members(of: groups).contains { pid in
      tasks(of: pid).contains { words($0).first == "R" }
    }
  }

  /// Whether the system has a list of its processes.
  static var hasList: Bool { !all().isEmpty }

  static func members(of groups: [pid_t]) -> [pid_t] {
    all().filter { groups.contains(getpgid($0)) }
  }

  /// The words of a command line; empty where the process has ended.
  static func arguments(of pid: pid_t) -> [String] {
    guard let bytes = try? Files.read("/proc/\(pid)/cmdline") else { return [] }
    return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The files that tell of the threads of a process.
  private static func tasks(of pid: pid_t) -> [String] {
    numbers(in: "/proc/\(pid)/task").map { "/proc/\(pid)/task/\($0)/stat" }
  }

  /// What the system says of a process or thread, from its state on. It is `pid (name) state ppid …`, and the name may hold
  /// anything.
  private static func words(_ path: String) -> [Substring] {
    guard let bytes = try? Files.read(path) else { return [] }
    return String(decoding: bytes, as: UTF8.self)
      .split(separator: ")").last?.split(separator: " ") ?? []
  }

  private static func isOf(_ home: String, _ pid: pid_t) -> Bool {
    guard let bytes = try? Files.read("/proc/\(pid)/environ") else { return false }
    let line = Array("HOME=\(home)".utf8)
    return bytes.split(separator: 0).contains { $0.elementsEqual(line) }
  }

  /// Nobody can start children for ever while their parents are ended.
  private static let mostRounds = 100

  private static func isOurChild(_ pid: pid_t) -> Bool {
    let words = words("/proc/\(pid)/stat")
    return words.count > 1 && pid_t(words[1]) == getpid()
  }

  /// - Returns: how many were ended.
  private static func end(_ isMeant: (pid_t) -> Bool) -> Int {
    let ended = all().filter(isMeant)
    for pid in ended { kill(pid, SIGKILL) }
    for pid in ended { waitpid(pid, nil, 0) }
    return ended.count
  }

  /// Every process but this one, where the system has a list of them.
  private static func all() -> [pid_t] { numbers(in: "/proc").filter { $0 != getpid() } }

  private static func numbers(in path: String) -> [pid_t] {
    var found: [pid_t] = []
    #if os(Linux)
      guard let folder = opendir(path) else { return [] }
      defer { closedir(folder) }
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if let number = pid_t(name) { found.append(number) }
      }
    #endif
    return found
  }
}
