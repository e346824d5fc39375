import Basics
import Transport

/// The thread behind `--watch`.
final class Watcher: Sendable {
  private let bell: WakePipe
  private let thread: Thread

  /// Two looks have to agree before a file is read: a change is taken up within a second.
  private static let pause = 500

  /// - Parameter changed: called on the watcher's own thread with the files to read again.
  init?(_ looked: FileWatch, changed: @escaping @Sendable ([String]) -> Void) {
    let watch = Lock(looked)
    guard let bell = WakePipe(),
      let thread = Thread({
        while !bell.wait(milliseconds: Self.pause) {
          let files = watch.withLock { $0.changed() }
          if !files.isEmpty { changed(files) }
        }
      })
    else { return nil }
    self.bell = bell
    self.thread = thread
  }

  func stop() {
    bell.ring()
    thread.join()
  }
}
