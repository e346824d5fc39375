import HTTPTypes

/// What a header field may hold (RFC 9110 §§5.1, 5.5).
package enum HeaderText {
  package static func isName(_ text: String) -> Bool { HTTPField.Name(text) != nil }

  package static func isValue(_ text: String) -> Bool {
    !text.isEmpty && HTTPField.isValidValue(text)
      && text.first?.isWhitespace == false && text.last?.isWhitespace == false
  }
}
