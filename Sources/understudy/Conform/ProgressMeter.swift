import Basics
import Examiner

/// The line on a terminal that says how far an examination is.
final class ProgressMeter: Sendable {
  private let style = Terminal.columns(of: 2) == nil ? nil : Terminal.style(of: 2)
  private let isShown = Lock(false)

  func show(_ progress: Examination.Progress) {
    guard let style else { return }
    let line = ProgressLine(
      done: progress.done, total: progress.total, broken: progress.broken,
      running: progress.working)
    isShown.withLock { isShown in
      isShown = true
      Streams.put("\r\u{1B}[K" + line.text(style), to: 2)
    }
  }

  func clear() {
    isShown.withLock { isShown in
      if isShown { Streams.put("\r\u{1B}[K", to: 2) }
      isShown = false
    }
  }
}
