/// What may stand in a member of a fixture.
package indirect enum MemberType: Sendable {
  case text
  case flag
  case whole(ClosedRange<Int>)
  /// A text that matches a regular expression of JSON Schema.
  case matching(String)
  /// One of a few words.
  case choice([String])
  /// What texts are drawn from, and matched against: `Pattern`.
  case pattern
  /// Text with placeholders; a long one may be an array of lines.
  case template
  case predicate
  /// JSON that may be worked out: `Shape`.
  case value
  /// A word by which something else is meant, such as a link.
  case name(of: String)
  /// One text, or an array of them.
  case words
  /// The value of a header, or the values of several fields of one name.
  case fields
  case list(MemberType)
  case object(ObjectSchema)
  /// An object of any names, or of those that are known.
  /// - Parameter keys: what the names are, for the reference.
  case map(MemberType, keys: String, known: [String] = [])
  /// Milliseconds, or an ISO 8601 duration.
  case duration
  /// JSON that nobody looks into.
  case any
  case either([MemberType])
  case null
  /// A part of a provider: RFC 7396 over its body.
  case patch

  static func choice<T: CaseIterable & RawRepresentable>(of type: T.Type) -> MemberType
  where T.RawValue == String {
    .choice(T.allCases.map(\.rawValue))
  }

}

extension MemberType {
  /// How readers ask for a member.
  package enum Access: Hashable, Sendable {
    /// As it stands: the reader looks into it itself.
    case raw
    case text, flag, list, words, map, object, pattern, template, value, predicate
    case whole(ClosedRange<Int>)
    case choice([String])
  }

  /// Whether a member of this type is asked for in the right way.
  package func isRead(as access: Access) -> Bool {
    switch (self, access) {
    case (_, .raw), (.flag, .flag), (.pattern, .pattern), (.template, .template),
      (.predicate, .predicate), (.value, .value), (.words, .words), (.object, .object),
      (.map, .map), (.text, .text), (.matching, .text), (.name, .text), (.list(.text), .list),
      (.list(.name), .list),
      (.list(.choice), .list),
      // A map of maps is read map by map.
      (.map(.map, _, _), .object):
      true
    case (.whole(let range), .whole(let other)): range == other
    // Words of a few are read as texts where the reader has a sentence of its own for others.
    case (.choice, .text): true
    case (.choice(let words), .choice(let others)): words == others
    default: false
    }
  }
}
