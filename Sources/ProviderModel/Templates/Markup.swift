/// Text in HTML and XML.
package enum Markup {
  /// Text that is markup nowhere, neither between tags nor in a quoted attribute.
  ///
  /// Bytes, not characters: a quote with a combining accent behind it is one character, and is not the quote's. What
  /// reads the page sees the quote all the same.
  package static func escape(_ text: String, apostrophe: String = "&#39;") -> String {
    func reference(_ byte: UInt8) -> String? {
      switch byte {
      case UInt8(ascii: "&"): "&amp;"
      case UInt8(ascii: "<"): "&lt;"
      case UInt8(ascii: ">"): "&gt;"
      case UInt8(ascii: "\""): "&quot;"
      case UInt8(ascii: "'"): apostrophe
      default: nil
      }
    }
    guard text.utf8.contains(where: { reference($0) != nil }) else { return text }
    var output: [UInt8] = []
    for byte in text.utf8 {
      if let reference = reference(byte) {
        output += reference.utf8
      } else {
        output.append(byte)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
