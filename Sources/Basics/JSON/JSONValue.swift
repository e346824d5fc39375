// This module owns JSON as text: a strict reader (RFC 8259) that keeps what other readers lose, namely
// the order of members, the digits of numbers and the line and column of every value and name; the
// tree it reads into; and an encoder that writes the tree in the byte styles that servers differ in.
// It does not know what a provider, a schema or a merge is, opens no files and imports nothing.

/// One JSON value (RFC 8259 §3), with the place where it was written.
///
/// `==` compares content only, never origins: order of members counts, text is compared byte by
/// byte, and numbers are equal when they are written alike (`1` is not `1.0`).
package struct JSONValue: Sendable, Equatable {
  /// What a value is.
  package enum Content: Sendable {
    case null
    case bool(Bool)
    /// The number's text exactly as written: no digit of a 17-digit id is lost.
    /// Whoever builds one answers for its being a number; the encoder writes it out unseen.
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
