internal import Basics

/// A value that is kept as the control API speaks it: what the API learns next is neither lost nor refused here.
protocol Record: Sendable, Equatable {
  var members: JSONObject { get set }
  init(members: JSONObject)
}

extension Record {
  init(_ value: JSONValue) { self.init(members: value.objectValue ?? JSONObject()) }

  var value: JSONValue { JSONValue(.object(members)) }

  func text(_ name: String) -> String? { members[name]?.stringValue }
  func number(_ name: String) -> Int? { members[name]?.integerValue }
  func isTrue(_ name: String) -> Bool { members[name]?.boolValue == true }
  func texts(_ name: String) -> [String]? {
    members[name]?.arrayValue.map { $0.compactMap(\.stringValue) }
  }

  /// `nil` leaves the member out.
  mutating func put(_ name: String, _ text: String?) {
    members[name] = text.map { JSONValue(.string($0)) }
  }
  mutating func put(_ name: String, _ texts: [String]?) {
    members[name] = texts.map { JSONValue(.array($0.map { JSONValue(.string($0)) })) }
  }

  /// A copy with one member changed.
  func with(_ name: String, _ value: JSONValue?) -> Self {
    var copy = self
    copy.members[name] = value
    return copy
  }
  /// A copy with one member of a member changed, as in `{"match": {"provider": …}}`.
  func with(_ name: String, _ inner: String, _ value: JSONValue?) -> Self {
    var object = members[name]?.objectValue ?? JSONObject()
    object[inner] = value
    return with(name, JSONValue(.object(object)))
  }
}

extension JSONValue {
  init(_ text: String) { self.init(.string(text)) }
  init(_ number: Int) { self.init(.number(String(number))) }
  init(_ texts: [String]) { self.init(.array(texts.map { JSONValue($0) })) }
}
