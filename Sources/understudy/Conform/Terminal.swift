import Basics
import Examiner

/// What can be known of the terminal behind a stream.
enum Terminal {
  /// How wide it is now; `nil` where the stream leads elsewhere.
  static func columns(of descriptor: Int32) -> Int? {
    guard isatty(descriptor) == 1 else { return nil }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// How text for people is set there.
  static func style(of descriptor: Int32) -> TextStyle {
    .of(columns: columns(of: descriptor), environment: ProcessEnvironment.values)
  }
}

/// The line on a terminal that says how far an examination is.
final class ProgressMeter: Sendable {
  private let style = Terminal.columns(of: 2) == nil ? nil : Terminal.style(of: 2)
  private let isShown = Lock(false)

  func show(_ progress: Examination.Progress) {
    guard let style else { return }
    isShown.withLock { isShown in
      isShown = true
      Streams.put("\r\u{1B}[K" + progress.line(style), to: 2)
    }
  }

  func clear() {
    isShown.withLock { isShown in
      if isShown { Streams.put("\r\u{1B}[K", to: 2) }
      isShown = false
    }
  }
}
