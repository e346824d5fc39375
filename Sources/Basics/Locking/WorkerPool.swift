/// Threads for work that others hand over. A thread is started when there is work for it, and stays: a pool is for as long as the
/// process.
package final class WorkerPool: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let work: UnsafeMutablePointer<pthread_cond_t>
  private let most: Int
  // The mutex guards these.
  private var waiting: [@Sendable () -> Void] = []
  private var threads = 0
  private var idle = 0

  /// - Parameter most: of the threads.
  package init(most: Int) {
    self.most = most
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    work = .allocate(capacity: 1)
    work.initialize(to: pthread_cond_t())
    pthread_cond_init(work, nil)
  }

  /// Runs `body` soon on another thread; on this one if the system can't start any.
  package func run(_ body: @escaping @Sendable () -> Void) {
    pthread_mutex_lock(mutex)
    let starts = idle <= waiting.count && threads < most
    if starts { threads += 1 }
    waiting.append(body)
    pthread_cond_signal(work)
    pthread_mutex_unlock(mutex)
    guard starts, !BackgroundThread.run({ [self] in go() }) else { return }
    pthread_mutex_lock(mutex)
    threads -= 1
    let rest = threads == 0 ? waiting : []
    if threads == 0 { waiting = [] }
    pthread_mutex_unlock(mutex)
    for body in rest { body() }
  }

  private func go() {
    pthread_mutex_lock(mutex)
    while true {
      if waiting.isEmpty {
        idle += 1
        pthread_cond_wait(work, mutex)
        idle -= 1
      } else {
        let next = waiting.removeFirst()
        pthread_mutex_unlock(mutex)
        next()
        pthread_mutex_lock(mutex)
      }
    }
  }
}
