import Basics

extension String {
  /// Its lines as they can be looked at, without the empty ones at the end.
  var lines: [String] {
    var lines = Visible.lines(self).unicodeScalars.split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { String($0) }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
