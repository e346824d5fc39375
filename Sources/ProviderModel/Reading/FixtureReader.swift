import JSON

/// Reads one object of a fixture: each member once, every mistake noted, none fatal.
public struct FixtureReader {
  public let value: JSONValue
  public let pointer: String
  public let findings: Findings
  private let object: JSONObject
  private var asked: [String] = []

  public init(_ value: JSONValue, _ pointer: String, _ findings: Findings) {
    self.value = value
    self.pointer = pointer
    self.findings = findings
    if let object = value.objectValue {
      self.object = object
    } else {
      object = JSONObject()
      findings.error(value, pointer, "expected an object, found \(value.found)")
    }
  }

  public func at(_ name: String) -> String { JSONPointer.appending(name, to: pointer) }

  public mutating func member(_ name: String, required: Bool = false) -> JSONValue? {
    asked.append(name)
    let member = object[name]
    if member == nil, required {
      let near = Suggestion.nearest(to: name, among: object.names.filter { $0 != name })
      let hint = near.map { "; is \"\($0)\" meant to be it?" } ?? ""
      findings.error(value, pointer, "expected a member \"\(name)\", found none\(hint)")
    }
    return member
  }

  private mutating func read<T>(
    _ name: String, _ expected: String, required: Bool, _ convert: (JSONValue) -> T?
  ) -> T? {
    guard let member = member(name, required: required) else { return nil }
    guard let result = convert(member) else {
      findings.error(member, at(name), "expected \(expected), found \(member.found)")
      return nil
    }
    return result
  }

  public mutating func string(_ name: String, required: Bool = false) -> String? {
    read(name, "a string", required: required) { $0.stringValue }
  }
  public mutating func bool(_ name: String, required: Bool = false) -> Bool? {
    read(name, "true or false", required: required) { $0.boolValue }
  }
  public mutating func integer(_ name: String) -> Int? {
    read(name, "a whole number", required: false) { $0.integerValue }
  }
  /// A number within its bounds: what is computed with it later can't overflow, and needs no second look.
  public mutating func integer(_ name: String, in range: ClosedRange<Int>) -> Int? {
    guard let member = member(name), isWithin(range, member, at(name)) else { return nil }
    return member.integerValue
  }
  /// Whether a value is a whole number within these bounds; a finding says so where it is not.
  func isWithin(_ range: ClosedRange<Int>, _ value: JSONValue, _ pointer: String) -> Bool {
    if let number = value.integerValue, range.contains(number) { return true }
    let (least, most) = (range.lowerBound, range.upperBound)
    findings.error(
      value, pointer,
      value.numberText.map { "expected a whole number from \(least) to \(most), found \($0)" }
        ?? "expected a whole number, found \(value.found)")
    return false
  }
  public mutating func choice<T: RawRepresentable & CaseIterable>(
    _ name: String, as type: T.Type, required: Bool = false
  ) -> T? where T.RawValue == String {
    guard let text = string(name, required: required) else { return nil }
    if let value = T(rawValue: text) { return value }
    let known = T.allCases.map(\.rawValue)
    findings.error(
      object[name], at(name),
      "unknown \(name) \"\(text)\"" + Suggestion.hint(for: text, among: known))
    return nil
  }
  /// An array of strings: what goes over the wire has one way to be written.
  public mutating func list(_ name: String) -> [String]? {
    read(name, "an array of strings", required: false) { value in
      guard let array = value.arrayValue else { return nil }
      let texts = array.compactMap(\.stringValue)
      return texts.count == array.count ? texts : nil
    }
  }
  /// A string, or an array of strings.
  public mutating func strings(_ name: String, required: Bool = false) -> [String]? {
    read(name, "a string or an array of strings", required: required) { value in
      if let text = value.stringValue { return [text] }
      guard let array = value.arrayValue else { return nil }
      let texts = array.compactMap(\.stringValue)
      return texts.count == array.count ? texts : nil
    }
  }
  /// Members of a map, each with its pointer.
  public mutating func map(_ name: String, required: Bool = false) -> [(
    name: String, value: JSONValue, pointer: String
  )] {
    guard let object = read(name, "an object", required: required, { $0.objectValue }) else {
      return []
    }
    return object.filter { $0.name != "$order" }
      .map { ($0.name, $0.value, JSONPointer.appending($0.name, to: at(name))) }
  }
  public mutating func object(_ name: String, required: Bool = false) -> FixtureReader? {
    member(name, required: required).map { FixtureReader($0, at(name), findings) }
  }

  mutating func pattern(_ name: String, required: Bool = false) -> Pattern? {
    guard let text = string(name, required: required) else { return nil }
    do {
      return try Pattern(text)
    } catch {
      findings.error(object[name], at(name), error.sentence)
      return nil
    }
  }
  mutating func template(
    _ name: String, _ vocabulary: Vocabulary, required: Bool = false
  ) -> Template? {
    guard let member = member(name, required: required) else { return nil }
    return vocabulary.template(member, at(name), findings)
  }
  mutating func shape(
    _ name: String, _ vocabulary: Vocabulary, style: JSONStyle = .compact, required: Bool = false
  ) -> Shape? {
    member(name, required: required).map {
      vocabulary.shape($0, at(name), findings, style: style)
    }
  }
  mutating func predicate(_ name: String, _ vocabulary: Vocabulary) -> Predicate? {
    member(name).map { vocabulary.predicate($0, at(name), findings) }
  }

  /// To be called last: whatever was not asked for is unknown.
  public func finish() {
    for member in object where !asked.contains(member.name) {
      let origin = object.nameOrigin(member.name) ?? member.value.origin
      findings.add(
        Finding(
          at: origin, at(member.name),
          "unknown member \"\(member.name)\"" + Suggestion.hint(for: member.name, among: asked)))
    }
  }
}
