import Basics

extension ObjectDeclaration.Field where Value: Declared, Value.Context == Context {
  /// An object must have the property.
  var required: Self {
    Self(property.required, write: write) { value, reader, context in
      reader.require(property.name)
      return read(&value, &reader, context)
    }
  }

  /// An object must have the property, unless it inherits it.
  func required(unless other: String) -> Self {
    Self(property.required(unless: other), write: write, read: required.read)
  }

  /// The property has this value, for example.
  func example(_ text: String) -> Self {
    with(property.example(text))
  }

  func inherited(_ inheritance: Inheritance) -> Self {
    with(property.inherited(inheritance))
  }

  private func with(_ property: Property) -> Self {
    let field = Self(property, write: write, read: read)
    return isSkippedIfAbsent ? field.skippedIfAbsent : field
  }

  /// A property that the declaration only describes: other code reads it.
  static func readElsewhere(_ property: Property) -> Self {
    Self(property) { _, reader, _ in reader.member(property.name) != nil }
  }

  /// Only some objects may have the property. Others do not read it, so it says nothing there.
  func only(_ objects: String, if holds: @escaping @Sendable (Value) -> Bool) -> Self {
    Self(property.only.isEmpty ? property.only(objects) : property, write: write) {
      value, reader, context in
      holds(value) && read(&value, &reader, context)
    }
  }

  /// Names, each with a value that `entry` makes; an entry without one is left out.
  static func map<T>(
    _ name: String, _ path: Path<[T]>, _ type: MemberType, keys: String, known: [String] = [],
    of noun: String? = nil, _ meaning: String, or fallback: String = "", example: String,
    _ entry: @escaping @Sendable (FixtureReader.Entry, Context) -> T?
  ) -> Self {
    let type = MemberType.map(type, keys: keys, known: known)
    return keeping(path, Property(name, type, meaning, or: fallback, example: example)) {
      reader, context in
      Optional(reader.entries(name, of: noun).compactMap { entry($0, context) }).unlessEmpty
    }
  }

  /// Names, each with an object. Others refer to an entry by its place, so an incomplete one stays.
  static func objects<T: Declared>(
    _ name: String, _ path: Path<[T]>, keys: String, _ meaning: String
  ) -> Self where T.Context == Context {
    map(name, path, .declared(T.self), keys: keys, meaning, example: "") { entry, context in
      entry.read(context)
    }
  }

  /// Names, each with an object. An incomplete entry is left out.
  static func objects<T: Declared>(
    _ name: String, _ path: Path<[(name: String, rule: T)]>, keys: String, _ meaning: String,
    example: String = ""
  ) -> Self where T.Context == Context {
    map(name, path, .declared(T.self), keys: keys, meaning, example: example) { entry, context in
      guard let rule: T = entry.readWhole(context) else { return nil }
      return (entry.name, rule)
    }
  }

  /// The same, for values that are looked up by their names.
  static func objects<T: Declared>(
    _ name: String, _ path: Path<[String: T]>, keys: String, known: [String] = [],
    of noun: String? = nil, _ meaning: String
  ) -> Self where T.Context == Context {
    let type = MemberType.map(.declared(T.self), keys: keys, known: known)
    return keeping(path, Property(name, type, meaning)) { reader, context in
      var values: [String: T] = [:]
      for entry in reader.entries(name, of: noun) {
        values[entry.name] = entry.readWhole(context)
      }
      return values
    }
  }

  /// One text, or a list of them; `nil` if it is absent.
  static func words(
    _ name: String, _ path: Path<[String]?>, _ meaning: String, or fallback: String = "",
    example: String
  ) -> Self {
    keeping(optional: path, Property(name, .words, meaning, or: fallback, example: example)) {
      reader, _ in reader.strings(name)
    }
  }

  static func condition(
    _ name: String, _ path: Path<Condition?>, _ meaning: String, or fallback: String = "",
    example: String
  ) -> Self {
    let property = Property(
      name, .name(of: "condition"), meaning, or: fallback, example: example)
    return keeping(optional: path, property) { reader, _ in
      reader.string(name).flatMap { $0.isEmpty ? nil : Condition($0) }
    }
  }

  static func condition(
    _ name: String, _ path: Path<Condition>, _ meaning: String, or fallback: String = "",
    example: String
  ) -> Self {
    let property = Property(
      name, .name(of: "condition"), meaning, or: fallback, example: example)
    return keeping(path, property) { reader, _ in reader.string(name).map { Condition($0) } }
  }

  /// The name of a table of the cast.
  static func table(
    _ name: String, _ path: Path<String?>, _ meaning: String, example: String
  ) -> Self {
    text(name, path, type: .name(of: "table"), meaning, example: example)
  }
}

extension FixtureReader {
  /// A member of a map.
  struct Entry {
    let name: String
    let value: JSONValue
    let pointer: String
    let findings: Diagnostics
  }

  mutating func entries(_ name: String, of noun: String? = nil) -> [Entry] {
    map(name, of: noun).map { name, value, pointer in
      Entry(name: name, value: value, pointer: pointer, findings: findings)
    }
  }
}

extension ObjectDeclaration.Field
where Value: Declared, Context == Vocabulary, Value.Context == Context {
  static func template(
    _ name: String, _ path: Path<Template>, _ meaning: String, example: String
  ) -> Self {
    keeping(path, Property(name, .template, meaning, example: example)) { reader, vocabulary in
      reader.template(name, vocabulary)
    }
  }

  static func predicate(
    _ name: String, _ path: Path<Predicate>, _ meaning: String, or fallback: String,
    example: String
  ) -> Self {
    keeping(path, Property(name, .predicate, meaning, or: fallback, example: example)) {
      reader, vocabulary in reader.predicate(name, vocabulary)
    }
  }

  /// JSON with templates and computed values.
  static func value(
    _ name: String, _ path: Path<Shape>, _ meaning: String, or fallback: String = "",
    example: String
  ) -> Self {
    keeping(path, Property(name, .value, meaning, or: fallback, example: example)) {
      reader, vocabulary in reader.shape(name, vocabulary)
    }
  }

  static func value(
    _ name: String, _ path: Path<Shape?>, _ meaning: String, example: String
  ) -> Self {
    keeping(optional: path, Property(name, .value, meaning, example: example)) {
      reader, vocabulary in reader.shape(name, vocabulary)
    }
  }

  /// The name of a part that the provider declares elsewhere, kept as its place.
  static func part(
    _ name: String, _ kind: NamedPart, _ path: Path<Int?>, _ meaning: String,
    or fallback: String = "", example: String
  ) -> Self {
    let property = Property(
      name, .name(of: kind.rawValue), meaning, or: fallback, example: example)
    return keeping(optional: path, property) { reader, vocabulary in
      reader.part(name, kind, vocabulary)
    }
  }

  static func part(
    _ name: String, _ kind: NamedPart, _ path: Path<Int>, _ meaning: String, example: String
  ) -> Self {
    let property = Property(name, .name(of: kind.rawValue), meaning, example: example)
    return keeping(path, property) { reader, vocabulary in reader.part(name, kind, vocabulary) }
  }

  /// The name of a page.
  static func page(
    _ name: String, _ path: Path<String?>, _ meaning: String, or fallback: String = "",
    example: String
  ) -> Self {
    let property = Property(name, .name(of: "page"), meaning, or: fallback, example: example)
    return keeping(optional: path, property) { reader, vocabulary in
      let page = reader.string(name)
      vocabulary.checkPart(.page, page, reader.value[name], reader.at(name), reader.findings)
      return page
    }
  }

  /// The credentials to issue, and when.
  static func issues(_ path: Path<[IssuanceRule]>, example: String) -> Self {
    map(
      "issues", path, .predicate, keys: "credentials",
      "The credentials to issue, and when.", example: example
    ) { entry, vocabulary in
      let isOfDevice =
        CredentialKind.all.contains(CredentialKind(rawValue: entry.name))
        && !CredentialKind.issued.contains(CredentialKind(rawValue: entry.name))
      if isOfDevice {
        entry.findings.error(
          entry.value, entry.pointer,
          "a \(entry.name) belongs to the request of a device, and nothing else issues it")
      } else if !vocabulary.credentials.contains(entry.name) {
        entry.findings.error(
          entry.value, entry.pointer,
          "there is no credential \"\(entry.name)\""
            + Suggestion.hint(for: entry.name, among: vocabulary.credentials))
      }
      return IssuanceRule(
        kind: CredentialKind(rawValue: entry.name),
        when: vocabulary.predicate(entry.value, entry.pointer, entry.findings))
    }
  }

  /// The provider's own checks of a request.
  static func checks(_ path: Path<[Check]>, _ meaning: String) -> Self {
    map(
      "checks", path, .declared(Check.self), keys: "names of checks", meaning, example: ""
    ) { entry, vocabulary in entry.readWhole(vocabulary) }
  }

  /// Parameters of a request, by their canonical names.
  static func parameters(
    _ path: Path<[(name: String, rule: ParameterRule)]>, _ meaning: String, example: String
  ) -> Self {
    objects(
      "parameters", path, keys: "canonical names, which are those of the RFCs", meaning,
      example: example)
  }
}

extension FixtureReader.Entry {
  /// The members of the value, if it is a map itself.
  var entries: [FixtureReader.Entry] {
    guard let object = value.objectValue else {
      findings.error(value, pointer, "expected an object, found \(value.found)")
      return []
    }
    return object.filter { $0.name != "$order" }.map {
      .init(
        name: $0.name, value: $0.value, pointer: JSONPointer.appending($0.name, to: pointer),
        findings: findings)
    }
  }

  /// Reads the value of the member as an object.
  func read<T: Declared>(_ context: T.Context) -> T {
    var reader = FixtureReader(value, T.declaration.schema, pointer, findings)
    return T.declaration.read(&reader, context, named: name)
  }

  /// Reads it; `nil` if it lacks a required property.
  func readWhole<T: Declared>(_ context: T.Context) -> T? {
    var reader = FixtureReader(value, T.declaration.schema, pointer, findings)
    return T.declaration.readWhole(&reader, context, named: name)
  }
}
