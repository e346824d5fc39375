import Basics

/// Reads one object of a fixture: each member once, every mistake noted, none fatal.
///
/// The form says which members the object may have, and within which bounds a number has to be.
package struct FixtureReader {
  package let value: JSONValue
  let form: ObjectSchema?
  package let pointer: String
  package let findings: Diagnostics
  let object: JSONObject
  private(set) var asked: [String] = []

  package init(
    _ value: JSONValue, _ pointer: String, _ findings: Diagnostics, such: String = ""
  ) {
    self.init(value, nil, pointer, findings, such: such)
  }

  /// - Parameter such: The example that the message about a value of another type shows.
  init(
    _ value: JSONValue, _ form: ObjectSchema?, _ pointer: String, _ findings: Diagnostics,
    such: String = ""
  ) {
    self.value = value
    self.form = form
    self.pointer = pointer
    self.findings = findings
    if let object = value.objectValue {
      self.object = object
    } else {
      object = JSONObject()
      findings.error(value, pointer, "expected an object\(such), found \(value.found)")
    }
  }

  /// ` such as …`: the example that a member's declaration has, for a message about a value of another type.
  func such(as name: String) -> String {
    guard let example = form?.member(name)?.example, !example.isEmpty, example.utf8.count <= 160
    else { return "" }
    return " such as \(example)"
  }

  /// What the form declares a member to be.
  func type(of name: String) -> MemberType? { form?.member(name)?.type }

  /// The name of the object in the one that holds it.
  var name: String { JSONPointer.names(of: pointer)?.last ?? "" }

  package func at(_ name: String) -> String { JSONPointer.appending(name, to: pointer) }

  package mutating func member(_ name: String, required: Bool = false) -> JSONValue? {
    member(name, .raw, required: required)
  }

  private mutating func member(
    _ name: String, _ access: MemberType.Access, required: Bool
  ) -> JSONValue? {
    asked.append(name)
    if let form, let audit = findings.audit { audit.note(form, name, access) }
    if required { require(name) }
    return object[name]
  }

  /// Reports a member that is missing.
  func require(_ name: String) {
    // Of a value that is no object, that has been reported.
    guard value.objectValue != nil, object[name] == nil else { return }
    let others = object.names.filter { $0 != name }
    // Short for it: `user` for `username`.
    let near =
      Suggestion.nearest(to: name, among: others)
      ?? others.first { $0.count >= 4 && name.hasPrefix($0) }
    let hint = near.map { "; is \"\($0)\" meant to be it?" } ?? ""
    findings.error(
      value, pointer, "expected a member \"\(name)\", found none\(hint)", cause: at(name))
  }

  private mutating func read<T>(
    _ name: String, _ access: MemberType.Access, _ expected: String, required: Bool,
    _ convert: (JSONValue) -> T?
  ) -> T? {
    guard let member = member(name, access, required: required) else { return nil }
    guard let result = convert(member) else {
      var sentence = "expected \(expected)"
      if [.map, .list].contains(access) { sentence += such(as: name) }
      sentence += ", found \(member.found)"
      if access == .text, member.objectValue != nil, form?.member("json") != nil {
        sentence += "; JSON belongs in \"json\""
      }
      findings.error(member, at(name), sentence)
      return nil
    }
    return result
  }

  package mutating func string(_ name: String, required: Bool = false) -> String? {
    read(name, .text, "a string", required: required) { $0.stringValue }
  }
  package mutating func bool(_ name: String, required: Bool = false) -> Bool? {
    read(name, .flag, "true or false", required: required) { $0.boolValue }
  }
  /// A number within the bounds that its form declares: what is computed with it later can't overflow, and needs no
  /// second look.
  package mutating func integer(_ name: String) -> Int? {
    guard case .whole(let range)? = type(of: name) else {
      return read(name, .raw, "a whole number", required: false) { $0.integerValue }
    }
    return integer(name, in: range)
  }
  package mutating func integer(_ name: String, in range: ClosedRange<Int>) -> Int? {
    guard let member = member(name, .whole(range), required: false),
      isWithin(range, member, at(name))
    else { return nil }
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
  package mutating func choice<T: RawRepresentable & CaseIterable>(
    _ name: String, as type: T.Type, required: Bool = false
  ) -> T? where T.RawValue == String {
    let known = T.allCases.map(\.rawValue)
    let expected = known.count > 8 ? "a string" : known.joined(separator: " or ")
    let member = read(name, .choice(known), expected, required: required) { $0.stringValue }
    guard let text = member else { return nil }
    if let value = T(rawValue: text) { return value }
    findings.error(
      object[name], at(name),
      "unknown \(name) \"\(text)\"" + Suggestion.hint(for: text, among: known))
    return nil
  }
  /// An array of a few words.
  package mutating func choices<T: RawRepresentable & CaseIterable>(
    _ name: String, as type: T.Type
  ) -> [T]? where T.RawValue == String {
    guard let words = list(name) else { return nil }
    let known = T.allCases.map(\.rawValue)
    return words.enumerated().compactMap { index, word in
      if let value = T(rawValue: word) { return value }
      findings.error(
        object[name]?.arrayValue?[index], "\(at(name))/\(index)",
        "unknown word \"\(word)\"" + Suggestion.hint(for: word, among: known))
      return nil
    }
  }
  /// An array of strings: what goes over the wire has one way to be written.
  package mutating func list(_ name: String) -> [String]? {
    read(name, .list, "an array of strings", required: false) { value in
      guard let array = value.arrayValue else { return nil }
      let texts = array.compactMap(\.stringValue)
      return texts.count == array.count ? texts : nil
    }
  }
  /// A string, or an array of strings.
  package mutating func strings(_ name: String, required: Bool = false) -> [String]? {
    read(name, .words, "a string or an array of strings", required: required) { value in
      if let text = value.stringValue { return [text] }
      guard let array = value.arrayValue else { return nil }
      let texts = array.compactMap(\.stringValue)
      return texts.count == array.count ? texts : nil
    }
  }
  /// Members of a map, each with its pointer.
  /// - Parameter noun: what its names are, where only those that the form declares are known.
  package mutating func map(
    _ name: String, of noun: String? = nil, required: Bool = false
  ) -> [(name: String, value: JSONValue, pointer: String)] {
    guard let object = read(name, .map, "an object", required: required, { $0.objectValue }) else {
      return []
    }
    if let noun, case .map(_, _, let known)? = type(of: name) {
      for member in object where !known.contains(member.name) && member.name != "$order" {
        findings.error(
          member.value, JSONPointer.appending(member.name, to: at(name)),
          "unknown \(noun) \"\(member.name)\"" + Suggestion.hint(for: member.name, among: known))
      }
    }
    return Merge.ordered(object)
      .map { ($0.name, $0.value, JSONPointer.appending($0.name, to: at(name))) }
  }
  package mutating func object(_ name: String, required: Bool = false) -> FixtureReader? {
    var inner: ObjectSchema?
    if case .object(let form)? = type(of: name) { inner = form }
    return member(name, .object, required: required).map {
      FixtureReader($0, inner, at(name), findings, such: such(as: name))
    }
  }

  /// Milliseconds, from a number of them or from an ISO 8601 duration such as `PT1.5S`.
  mutating func milliseconds(_ name: String) -> Int? {
    guard let member = member(name) else { return nil }
    let milliseconds =
      member.integerValue ?? member.stringValue.flatMap { Duration8601.milliseconds($0) }
    guard let milliseconds, (0...600_000).contains(milliseconds) else {
      findings.error(
        member, at(name),
        "expected milliseconds or a duration such as PT1.5S, ten minutes at most, found \(member.numberText ?? member.found)"
          + Duration8601.hint(for: member.stringValue)
      )
      return nil
    }
    return milliseconds
  }

  mutating func pattern(_ name: String, required: Bool = false) -> Pattern? {
    let member = read(name, .pattern, "a string", required: required) { $0.stringValue }
    guard let text = member else { return nil }
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
    guard let member = member(name, .template, required: required) else { return nil }
    return vocabulary.template(member, at(name), findings)
  }
  /// Reports a member that has to be an object of parameters.
  func checkParameters(_ name: String) {
    guard let parameters = value[name], parameters.objectValue == nil else { return }
    findings.error(
      parameters, at(name), "expected an object of parameters, found \(parameters.found)")
  }
  mutating func shape(
    _ name: String, _ vocabulary: Vocabulary, style: JSONStyle = .compact, required: Bool = false
  ) -> Shape? {
    member(name, .value, required: required).map {
      vocabulary.shape($0, at(name), findings, style: style)
    }
  }
  mutating func predicate(_ name: String, _ vocabulary: Vocabulary) -> Predicate? {
    member(name, .predicate, required: false).map { vocabulary.predicate($0, at(name), findings) }
  }
}
