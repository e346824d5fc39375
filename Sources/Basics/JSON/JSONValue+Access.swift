extension JSONValue {
  package var isNull: Bool {
    if case .null = content { true } else { false }
  }

  /// The text of a string; nil for any other kind.
  package var stringValue: String? {
    if case .string(let text) = content { text } else { nil }
  }

  /// True or false; nil for any other kind.
  package var boolValue: Bool? {
    if case .bool(let flag) = content { flag } else { nil }
  }

  /// A number written without fraction and exponent that fits an `Int`; nil for all else, `1.0` too.
  package var integerValue: Int? {
    numberText.flatMap { Int($0) }
  }

  /// A number's text as written; nil for any other kind.
  package var numberText: String? {
    if case .number(let text) = content { text } else { nil }
  }

  /// An array's elements; nil for any other kind.
  package var arrayValue: [JSONValue]? {
    if case .array(let elements) = content { elements } else { nil }
  }

  /// An object; nil for any other kind.
  package var objectValue: JSONObject? {
    if case .object(let object) = content { object } else { nil }
  }

  /// The value of an object's member; nil without such a member, or if this is not an object.
  package subscript(_ name: String) -> JSONValue? {
    objectValue?[name]
  }

  /// The kind of value, with its article: "expected a string, found an object".
  package var kindName: String {
    switch content {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The value that a JSON Pointer (RFC 6901) leads to from here; "" leads to the value itself.
  ///
  /// Nil if nothing is there, and nil if the text is no pointer: it must be empty or start with
  /// `/`, and `~` must be followed by `0` or `1`. `-`, the place after an array's end, is nothing.
  package func value(at pointer: String) -> JSONValue? {
    guard let names = JSONPointer.names(of: pointer) else { return nil }
    var here = self
    for name in names {
      switch here.content {
      case .object(let object):
        guard let value = object[name] else { return nil }
        here = value
      case .array(let elements):
        guard let index = JSONPointer.arrayIndex(name), elements.indices.contains(index) else {
          return nil
        }
        here = elements[index]
      default:
        return nil
      }
    }
    return here
  }
}
