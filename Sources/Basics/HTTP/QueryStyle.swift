/// How a provider writes the values of a query, a fragment or a form.
package struct QueryStyle: Sendable, Hashable {
  package enum Space: String, Sendable, Hashable, CaseIterable { case plus, percent, raw }

  package var space: Space
  package var lowercaseHex: Bool
  /// Bytes left as they are: letters, digits, and what the style adds.
  private var kept: ByteSet

  package init(space: Space = .plus, lowercaseHex: Bool = false, safe: String = "-_.~") {
    self.space = space
    self.lowercaseHex = lowercaseHex
    kept = .alphanumerics
    self.safe = safe
  }

  /// The characters that stay unencoded, in addition to letters and digits. Not stored, so that a copy counts no reference.
  package var safe: String {
    get {
      let bytes = (UInt8.min...UInt8.max).filter {
        kept.contains($0) && !ByteSet.alphanumerics.contains($0)
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    set { kept = ByteSet.alphanumerics.union(ByteSet(newValue.utf8)) }
  }

  /// RFC 3986 §2.3: only unreserved characters stand as they are, and a space is `%20`.
  package static let rfc3986 = QueryStyle(space: .percent)

  /// Every character that a URI may hold stands as it is: bytes that no header can hold are encoded.
  package static let wholeURI = QueryStyle(space: .percent, safe: "%:/?#[]@!$&'()*+,;=-._~")

  /// Text for people: only what is no printable character of ASCII is encoded.
  package static let printable = QueryStyle(
    space: .raw, safe: String(decoding: 0x20...0x7E as ClosedRange<UInt8>, as: UTF8.self))

  package func encode(_ text: String) -> String {
    var whole = text
    if whole.withUTF8({ $0.allSatisfy(kept.contains) }) { return text }
    var buffer: [UInt8] = []
    append(text, to: &buffer)
    return String(decoding: buffer, as: UTF8.self)
  }

  /// Writes a text behind what the buffer holds.
  package func append(_ text: String, to buffer: inout [UInt8]) {
    var text = text
    text.withUTF8 { bytes in
      // Most values of a request hold nothing to encode.
      guard let first = bytes.firstIndex(where: { !kept.contains($0) }) else {
        buffer.append(contentsOf: bytes)
        return
      }
      buffer.reserveCapacity(buffer.count + bytes.count + 32)
      buffer.append(contentsOf: bytes[..<first])
      for byte in bytes[first...] {
        if byte == UInt8(ascii: " "), space != .percent {
          buffer.append(space == .plus ? UInt8(ascii: "+") : byte)
        } else if kept.contains(byte) {
          buffer.append(byte)
        } else {
          buffer.append(UInt8(ascii: "%"))
          buffer.append(digit(byte >> 4))
          buffer.append(digit(byte & 15))
        }
      }
    }
  }

  private func digit(_ value: UInt8) -> UInt8 {
    if value < 10 { return UInt8(ascii: "0") + value }
    return (lowercaseHex ? UInt8(ascii: "a") : UInt8(ascii: "A")) + value - 10
  }

  /// `name=value&…` in the given order.
  package func encode(_ parameters: [(name: String, value: String)]) -> String {
    var buffer: [UInt8] = []
    for (index, parameter) in parameters.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: "&")) }
      append(parameter.name, to: &buffer)
      buffer.append(UInt8(ascii: "="))
      append(parameter.value, to: &buffer)
    }
    return String(decoding: buffer, as: UTF8.self)
  }
}
