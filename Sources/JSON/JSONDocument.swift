/// What the reader makes of one text.
public struct JSONDocument: Sendable {
  public var root: JSONValue
  /// Every repeated member name, in written order. (Only where their pointers together outgrow the
  /// text many times over, as in no file that a person wrote, does the list end early.)
  public var duplicates: [Duplicate]

  public init(root: JSONValue, duplicates: [Duplicate] = []) {
    self.root = root
    self.duplicates = duplicates
  }
}
