/// A property that does not hold, in words.
struct Broken: Error, CustomStringConvertible {
  let description: String
}

/// - Throws: `Broken` if it does not hold.
func hold(_ holds: Bool, _ sentence: @autoclosure () -> String) throws {
  if !holds { throw Broken(description: sentence()) }
}

extension String {
  /// With all that a terminal would swallow in view.
  var shown: String { debugDescription }
}
