/// An array or object whose end has not been read yet.
struct OpenContainer {
  enum Kind: String {
    case array, object
  }

  let kind: Kind
  /// Its bracket or brace.
  let start: Origin
  var elements: [JSONValue] = []
  var members = JSONObject()
  /// The name of the member being read.
  var name = ""
  var nameOrigin: Origin?
  /// Where repeated names stood first: `members` keeps only the last of each.
  var firsts: [ExactText: Origin] = [:]

  init(_ kind: Kind, start: Origin) {
    self.kind = kind
    self.start = start
  }

  var end: UInt8 {
    kind == .array ? ASCII.closeBracket : ASCII.closeBrace
  }

  /// Makes the pointer to this container one to the value being read in it.
  func extend(_ pointer: inout String) {
    pointer += "/"
    pointer += kind == .array ? String(elements.count) : JSONPointer.escape(name)
  }

  mutating func add(_ value: JSONValue) {
    switch kind {
    case .array: elements.append(value)
    case .object: members.put(JSONObject.Member(name, value, nameOrigin: nameOrigin))
    }
  }

  var closed: JSONValue {
    JSONValue(kind == .array ? .array(elements) : .object(members), origin: start)
  }
}
