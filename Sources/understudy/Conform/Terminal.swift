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
    var environment: [String: String] = [:]
    for name in ["NO_COLOR", "TERM"] {
      environment[name] = getenv(name).map { String(cString: $0) }
    }
    return .of(columns: columns(of: descriptor), environment: environment)
  }
}
