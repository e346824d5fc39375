/// The type of a property.
package indirect enum MemberType: Sendable {
  case text
  case flag
  case whole(ClosedRange<Int>)
  /// A text that matches a regular expression of JSON Schema.
  case matching(String)
  /// One of a few words.
  case choice([String])
  /// A pattern for random texts and for matching: `Pattern`.
  case pattern
  /// Text with placeholders; a long one may be an array of lines.
  case template
  case predicate
  /// JSON with templates and computed values: `Shape`.
  case value
  /// The name of something else, such as a link.
  case name(of: String)
  /// One text, or an array of them.
  case words
  /// The value of a header, or the values of several fields of one name.
  case fields
  case list(MemberType)
  case object(ObjectSchema)
  /// An object with any names, or with known names only.
  /// - Parameter keys: The meaning of the names, for the reference.
  case map(MemberType, keys: String, known: [String] = [])
  /// Milliseconds, or an ISO 8601 duration.
  case duration
  /// Any JSON.
  case any
  case either([MemberType])
  case null
  /// A part of a provider: RFC 7396 over its body.
  case patch

  static func choice<T: CaseIterable & RawRepresentable>(of type: T.Type) -> MemberType
  where T.RawValue == String {
    .choice(T.allCases.map(\.rawValue))
  }

  /// The members that an object of this type has; `nil` for another type.
  var object: ObjectSchema? {
    if case .object(let schema) = self { schema } else { nil }
  }
}

extension MemberType {
  /// How readers ask for a member.
  package enum Access: Hashable, Sendable {
    /// The reader interprets the JSON itself.
    case raw
    case text, flag, list, words, map, object, pattern, template, value, predicate
    case whole(ClosedRange<Int>)
    case choice([String])
  }

  /// Whether a reader may ask for a member of this type in this way.
  package func isRead(as access: Access) -> Bool {
    switch (self, access) {
    case (_, .raw), (.flag, .flag), (.pattern, .pattern), (.template, .template),
      (.predicate, .predicate), (.value, .value), (.words, .words), (.object, .object),
      (.map, .map), (.text, .text), (.matching, .text), (.name, .text), (.list(.text), .list),
      (.list(.name), .list),
      (.list(.choice), .list), (.list(.matching), .list),
      // A map of maps is read map by map.
      (.map(.map, _, _), .object):
      true
    case (.whole(let range), .whole(let other)): range == other
    // A choice is read as text if the reader reports other words with its own message.
    case (.choice, .text): true
    case (.choice(let words), .choice(let others)): words == others
    default: false
    }
  }
}
