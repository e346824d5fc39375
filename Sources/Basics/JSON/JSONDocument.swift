/// What the reader makes of one text.
package struct JSONDocument: Sendable {
  package var root: JSONValue
  /// Every repeated member name, in written order. (Only where their pointers together outgrow the
  /// text many times over, as in no file that a person wrote, does the list end early.)
  package var duplicates: [Duplicate]

  package init(root: JSONValue, duplicates: [Duplicate] = []) {
    self.root = root
    self.duplicates = duplicates
  }
}
