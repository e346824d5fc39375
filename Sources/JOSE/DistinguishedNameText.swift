import Basics
internal import SwiftASN1
internal import X509

/// The string representation of a distinguished name (RFC 4514): `CN=app,O=Example,C=GB`.
package struct DistinguishedNameText: Sendable, Equatable {
  /// An attribute: its type as a dotted number, and its value.
  private struct Attribute: Sendable, Hashable, Comparable {
    let type: String
    let value: String

    static func < (one: Self, other: Self) -> Bool {
      (one.type, one.value) < (other.type, other.value)
    }
  }

  /// The relative names, the most specific one first.
  private let parts: [[Attribute]]

  /// The short names of attribute types (RFC 4514 §3, RFC 4519 §2). The first one of a type is written.
  private static let types: [(name: String, type: String)] = [
    ("CN", "2.5.4.3"), ("SN", "2.5.4.4"), ("SERIALNUMBER", "2.5.4.5"), ("C", "2.5.4.6"),
    ("L", "2.5.4.7"), ("ST", "2.5.4.8"), ("S", "2.5.4.8"), ("STREET", "2.5.4.9"),
    ("O", "2.5.4.10"), ("OU", "2.5.4.11"), ("TITLE", "2.5.4.12"), ("GIVENNAME", "2.5.4.42"),
    ("ORGANIZATIONIDENTIFIER", "2.5.4.97"), ("UID", "0.9.2342.19200300.100.1.1"),
    ("DC", "0.9.2342.19200300.100.1.25"), ("EMAILADDRESS", "1.2.840.113549.1.9.1"),
    ("E", "1.2.840.113549.1.9.1"),
  ]

  init(_ name: DistinguishedName) {
    parts = name.reversed().map { part in
      part.map { Attribute(type: "\($0.type)", value: Self.text(of: $0.value)) }
    }
  }

  /// Reads a text; `nil` for anything else.
  package init?(_ text: String) {
    guard let pieces = Self.split(text, at: [",", ";"]), !text.isEmpty else { return nil }
    var parts: [[Attribute]] = []
    for piece in pieces {
      guard let attributes = Self.split(piece, at: ["+"]) else { return nil }
      var part: [Attribute] = []
      for attribute in attributes {
        guard let read = Self.attribute(attribute) else { return nil }
        part.append(read)
      }
      parts.append(part)
    }
    self.parts = parts
  }

  /// The reason why a text is not a distinguished name; `nil` if it is one.
  package static func flaw(of text: String) -> String? {
    DistinguishedNameText(text) == nil
      ? "is not a distinguished name such as CN=app,O=Example,C=GB (RFC 4514)" : nil
  }

  package var text: String {
    parts.map { part in
      part.map { attribute in
        let name = Self.types.first { $0.type == attribute.type }?.name ?? attribute.type
        return "\(name)=\(Self.escaped(attribute.value))"
      }.joined(separator: "+")
    }.joined(separator: ",")
  }

  /// Whether a text names the same. Neither letter case nor extra spaces count (RFC 5280 §7.1).
  package func matches(_ text: String) -> Bool {
    guard let other = DistinguishedNameText(text) else { return false }
    return folded == other.folded
  }

  private var folded: [[Attribute]] {
    parts.map { part in
      part.map { attribute in
        let words = attribute.value.split(separator: " ").joined(separator: " ")
        return Attribute(type: attribute.type, value: words.lowercased())
      }.sorted()
    }
  }

  // MARK: Values

  /// A value that is not a string is written as the hex digits of its DER (RFC 4514 §2.4).
  private static func text(of value: RelativeDistinguishedName.Attribute.Value) -> String {
    if let text = String(value) { return text }
    var serializer = DER.Serializer()
    guard (try? serializer.serialize(ASN1Any(value))) != nil else { return "" }
    return "#" + serializer.serializedBytes.map(hex).joined()
  }

  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  private static func escaped(_ value: String) -> String {
    var text = ""
    let last = value.unicodeScalars.count - 1
    for (place, scalar) in value.unicodeScalars.enumerated() {
      let isEdge = (scalar == " " && (place == 0 || place == last)) || (scalar == "#" && place == 0)
      if scalar.value < 0x20 || scalar.value == 0x7F {
        text += "\\" + hex(UInt8(scalar.value))
        continue
      }
      if isEdge || ",+\"\\<>;".unicodeScalars.contains(scalar) { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  // MARK: Reading

  /// The pieces between separators that are not escaped; `nil` if the text ends in an escape.
  private static func split(_ text: String, at separators: [Unicode.Scalar]) -> [String]? {
    var pieces = [String.UnicodeScalarView()]
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if !isEscaped, separators.contains(scalar) {
        pieces.append(String.UnicodeScalarView())
        continue
      }
      pieces[pieces.count - 1].append(scalar)
      isEscaped = !isEscaped && scalar == "\\"
    }
    return isEscaped ? nil : pieces.map { String($0) }
  }

  private static func attribute(_ text: String) -> Attribute? {
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    var name = text[..<equals].filter { $0 != " " }.uppercased()
    if name.hasPrefix("OID.") { name.removeFirst(4) }
    let isNumber =
      name.utf8.contains(UInt8(ascii: "."))
      && name.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    guard let type = types.first(where: { $0.name == name })?.type ?? (isNumber ? name : nil),
      let value = unescaped(text[text.utf8.index(after: equals)...])
    else { return nil }
    return Attribute(type: type, value: value)
  }

  /// Takes spaces at both ends away, unless they are escaped; `nil` for a wrong escape.
  private static func unescaped(_ text: Substring) -> String? {
    let bytes = Array(text.utf8.drop { $0 == UInt8(ascii: " ") })
    if bytes.first == UInt8(ascii: "#") { return value(ofHex: bytes.dropFirst()) }
    var value: [UInt8] = []
    /// The length without spaces at the end that are not escaped.
    var kept = 0
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      guard byte == UInt8(ascii: "\\") else {
        value.append(byte)
        if byte != UInt8(ascii: " ") { kept = value.count }
        continue
      }
      guard place < bytes.count else { return nil }
      if place + 1 < bytes.count, let high = digit(bytes[place]), let low = digit(bytes[place + 1])
      {
        value.append(high << 4 | low)
        place += 2
      } else {
        value.append(bytes[place])
        place += 1
      }
      kept = value.count
    }
    return String(decoding: value.prefix(kept), as: UTF8.self)
  }

  private static func value(ofHex digits: ArraySlice<UInt8>) -> String? {
    let digits = digits.filter { $0 != UInt8(ascii: " ") }
    guard digits.count.isMultiple(of: 2), !digits.isEmpty else { return nil }
    var bytes: [UInt8] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digit(digits[place]), let low = digit(digits[place + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    guard let node = try? DER.parse(bytes) else { return nil }
    return text(of: .init(asn1Any: ASN1Any(derEncoded: node)))
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
