import UserAgent

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Which switches were looked at in a run.
///
/// A mutant does what the client does until its switch is looked at. Where a run of the client never came to that, the
/// mutant's run would be the same, and need not be made.
final class Asked: @unchecked Sendable {
  private let descriptor: Int32
  private var known: Set<String> = []
  private var mutex = pthread_mutex_t()

  /// - Parameter path: gets the id of each switch, a line each, once.
  init?(_ path: String) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    pthread_mutex_init(&mutex, nil)
  }

  /// Written at once: a website is ended without a word.
  func note(_ id: String) {
    pthread_mutex_lock(&mutex)
    defer { pthread_mutex_unlock(&mutex) }
    if known.insert(id).inserted { Console.write(id, to: descriptor) }
  }
}
