/// Text compared byte by byte, as RFC 8259 §8.3 wants names compared.
///
/// Swift's `==` takes "é" and "e" with a combining accent for equal; on the wire they are two names.
/// Hashing the bytes, not the normal form, also keeps a file full of such twins from colliding.
struct ExactText: Hashable {
  var text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: ExactText, right: ExactText) -> Bool {
    same(left.text, right.text)
  }

  static func same(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
  }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    // No UTF-8 holds 0xff: it ends the text, so that "a" is no prefix of "ab" for the hasher.
    hasher.combine(0xff as UInt8)
  }
}
