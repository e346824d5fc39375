/// How a tree is written as bytes. Servers differ, and clients have been seen to depend on it.
public struct JSONStyle: Sendable, Equatable {
  /// A space after `:` and `,`: `{"a": 1, "b": 2}`.
  public var space: Bool
  /// `/` is written `\/`, as PHP does.
  public var escapedSlash: Bool
  /// All beyond ASCII is written `\uXXXX` in lower case, above U+FFFF as a surrogate pair.
  public var ascii: Bool
  /// Spaces per level, with each member and element on a line of its own; nil for one line.
  public var indent: Int?

  public init(
    space: Bool = false, escapedSlash: Bool = false, ascii: Bool = false, indent: Int? = nil
  ) {
    self.space = space
    self.escapedSlash = escapedSlash
    self.ascii = ascii
    self.indent = indent
  }

  /// `{"a":1,"b":2}`
  public static let compact = JSONStyle()

  /// A line for each member and element, `indent` spaces per level, without a last line break.
  public static func pretty(_ indent: Int) -> JSONStyle {
    JSONStyle(space: true, indent: indent)
  }
}
