/// How text for people is set.
package struct TextStyle: Sendable, Equatable {
  package var isColoured: Bool
  /// The terminal's width in columns, or `nil` if the output isn't a terminal; then lines of checks are not cut.
  package var width: Int?

  package init(isColoured: Bool = false, width: Int? = nil) {
    self.isColoured = isColoured
    self.width = width.map { min(max($0, 40), 160) }
  }

  /// - Parameters:
  ///   - columns: the width of the terminal, or `nil` if the output isn't a terminal.
  ///   - environment: `NO_COLOR`, which counts unless it is empty (no-color.org), and `TERM`.
  package static func of(columns: Int?, environment: [String: String]) -> TextStyle {
    guard let columns else { return TextStyle() }
    let isPlain = environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb"
    return TextStyle(isColoured: !isPlain, width: columns > 0 ? columns : 80)
  }

  /// Columns that running text is broken at.
  var measure: Int { min(width ?? 100, 100) }

  enum Colour: String {
    case good = "32"
    case bad = "1;31"
    case warn = "33"
    case odd = "35"
    case quiet = "2"
    case strong = "1"
  }

  func paint(_ text: String, _ colour: Colour) -> String {
    isColoured && !text.isEmpty ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
  }
}

extension Verdict {
  var colour: TextStyle.Colour {
    switch self {
    case .pass: .good
    case .fail, .error: .bad
    case .warn: .warn
    case .inconclusive: .odd
    case .skip: .quiet
    }
  }
}
