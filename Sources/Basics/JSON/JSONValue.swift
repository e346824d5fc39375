// This module owns JSON as text: a strict reader (RFC 8259) that keeps what other readers lose, namely
// the order of members, the digits of numbers and the line and column of every value and name; the
// tree it reads into; and an encoder that writes the tree in the byte styles that servers differ in.
// It does not know what a provider, a schema or a merge is, opens no files and imports nothing.

/// One JSON value (RFC 8259 §3), with the place where it was written.
///
/// `==` compares content only, never origins: order of members counts, text is compared byte by
/// byte, and numbers are equal when they are written alike (`1` is not `1.0`).
package struct JSONValue: Sendable, Equatable {
  /// The value itself.
  package enum Content: Sendable {
    case null
    case bool(Bool)
    /// The number's text exactly as written: no digit of a 17-digit id is lost.
    /// The caller must pass a valid number; the encoder writes the text unchecked.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
  }

  package var content: Content
  /// Nil for a value that was built, not read.
  package var origin: Origin?

  package init(_ content: Content, origin: Origin? = nil) {
    self.content = content
    self.origin = origin
  }

  package static let null = JSONValue(.null)

  package static func == (left: JSONValue, right: JSONValue) -> Bool {
    left.content == right.content
  }
}

extension JSONValue.Content: Equatable {
  package static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let one), .bool(let other)): one == other
    case (.number(let one), .number(let other)): ExactText.same(one, other)
    case (.string(let one), .string(let other)): ExactText.same(one, other)
    case (.array(let one), .array(let other)): one == other
    case (.object(let one), .object(let other)): one == other
    default: false
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) {
    self.init(.string(value))
  }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) {
    self.init(.number(String(value)))
  }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  package init(booleanLiteral value: Bool) {
    self.init(.bool(value))
  }
}

extension JSONValue: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: JSONValue...) {
    self.init(.array(elements))
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// Of members with one name, the last gives the value and the first the place.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(.object(JSONObject(elements.map { JSONObject.Member($0.0, $0.1) })))
  }
}

extension JSONValue {
  /// Applies this merge patch to a document (RFC 7396 §2): `null` removes a member, an object is merged, and any other
  /// value replaces the old one.
  package func merged(into target: JSONValue?) -> JSONValue {
    guard let patch = objectValue else { return self }
    var object = target?.objectValue ?? JSONObject()
    for member in patch {
      object[member.name] =
        member.value.isNull ? nil : member.value.merged(into: object[member.name])
    }
    return JSONValue(.object(object), origin: target?.origin ?? origin)
  }
}
