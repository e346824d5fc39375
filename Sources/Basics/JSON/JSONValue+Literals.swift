// So that a test or a default can be written as the value it is.

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
