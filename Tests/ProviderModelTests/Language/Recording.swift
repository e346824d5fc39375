import Foundation

/// Whether what is generated is written anew, and not only held against what is there.
enum Recording {
  static let isOn = ProcessInfo.processInfo.environment["UNDERSTUDY_RECORD"] == "1"
}
