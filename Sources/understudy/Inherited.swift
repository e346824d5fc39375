import Basics

/// What the environment of the tool itself says, for commands that get it on.
enum Inherited {
  /// Empty where nothing is said.
  static subscript(name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }

  /// A variable that is lengthened and not replaced.
  static func lengthened(_ name: String, _ more: [String]) -> String {
    ([self[name]].filter { !$0.isEmpty } + more).joined(separator: " ")
  }
}
