import Basics

extension JSONValue {
  /// The lines of a text that is written as an array.
  var lines: [String]? {
    guard let array = arrayValue else { return nil }
    let lines = array.compactMap(\.stringValue)
    return lines.count == array.count ? lines : nil
  }

  /// What a message says was found: short strings are quoted, so that a slip can be seen.
  package var found: String {
    guard let text = stringValue, text.count <= 60 else { return kindName }
    return "the string \"\(text)\""
  }
}
