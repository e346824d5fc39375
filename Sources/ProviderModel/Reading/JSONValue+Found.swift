import Basics

extension JSONValue {
  /// What a message says was found: short strings are quoted, so that a slip can be seen.
  package var found: String {
    guard let text = stringValue, text.count <= 60 else { return kindName }
    return "the string \"\(text)\""
  }
}
