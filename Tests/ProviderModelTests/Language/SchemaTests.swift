import Basics
import Foundation
import Testing

@testable import ProviderModel

/// `fixtures/*.schema.json` say what the readers say.
///
/// `UNDERSTUDY_RECORD=1 swift test --filter 'FixtureReference|SchemaTests'` writes them anew: read the difference.
@Suite("The schemas of FixtureReference")
struct SchemaTests {
  static func name(_ form: ObjectSchema) -> String { "\(form.name).schema.json" }

  private static func validator(_ form: ObjectSchema) throws -> SchemaValidator {
    SchemaValidator(root: try json(SchemaWriter(root: form).text()))
  }

  @Test("are written from the forms", arguments: ObjectSchema.files.indices)
  func written(_ index: Int) throws {
    let form = ObjectSchema.files[index]
    let file = Shipped.folder.appendingPathComponent(Self.name(form))
    let text = SchemaWriter(root: form).text()
    if Recording.isOn { try Data(text.utf8).write(to: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == text, "\(Self.name(form)) differs")
  }

  private static func shipped() throws -> [(form: ObjectSchema, name: String, text: String)] {
    try Shipped.ids.map { (.provider, $0, try Shipped.text($0)) }
      + [(.cast, "default", try Shipped.file("casts/default.json"))]
      + Shipped.scenarios().map { (.scenario, $0.name, $0.text) }
  }

  @Test("let everything pass that ships")
  func fine() throws {
    for (form, name, text) in try Self.shipped() {
      let problems = try Self.validator(form).problems(with: json(text))
      #expect(problems.map(\.description) == [], "\(name)")
    }
  }

  @Test("let every example pass at its place")
  func examples() throws {
    for root in ObjectSchema.files {
      let schema = try json(SchemaWriter(root: root).text())
      for form in root.reached {
        let holder =
          form === root
          ? schema : try #require(schema["$defs"]?[SchemaWriter.key(form)], "\(form.name)")
        for member in form.members where !member.example.isEmpty {
          let own = try #require(
            (holder["properties"] ?? holder["else"]?["properties"])?[member.name],
            "\(form.name).\(member.name)")
          var alone = own.objectValue ?? JSONObject()
          alone["$defs"] = schema["$defs"]
          let problems = SchemaValidator(root: JSONValue(.object(alone))).problems(
            with: try json(member.example))
          #expect(problems.map(\.description) == [], "\(form.name).\(member.name)")
        }
      }
    }
  }

  // MARK: Beside the readers

  /// A file in which every object has one member more, each of a name of its own.
  private struct Odd {
    private(set) var count = 0
    mutating func value(_ value: JSONValue) -> JSONValue {
      switch value.content {
      case .array(let elements): return JSONValue(.array(elements.map { self.value($0) }))
      case .object(let object):
        // A second word of a predicate would be another mistake.
        if object.count == 1, Vocabulary.words.contains(object.first?.name ?? "") { return value }
        var odd = JSONObject(object.map { .init($0.name, self.value($0.value)) })
        count += 1
        odd["understudy_odd_\(count)"] = 1
        return JSONValue(.object(odd))
      default: return value
      }
    }
  }

  private static func odd(_ text: String) -> Set<String> {
    Set(text.matches(of: /understudy_odd_\d+/).map { String($0.output) })
  }

  @Test("refuse an unknown member wherever the reader does, and nowhere else")
  func unknownMembers() throws {
    let set = try Shipped.set()
    let providers = try Shipped.ids.map { try set.resolve($0) }
    for (form, name, text) in try Self.shipped() {
      var maker = Odd()
      let tree = maker.value(try json(text))
      let said: [Diagnostic]
      switch form.name {
      case "provider":
        var own = set
        let file = try own.add(tree.encoded(), name: "\(name).json")
        said = own.check(file.id)
      case "cast":
        said = Self.findings { () throws(FixtureError) in
          var cast = Cast()
          _ = try cast.add(tree.encoded(), name: name, providers: providers)
        }
      default:
        said = Self.findings { () throws(FixtureError) in
          _ = try RuleReader(providers: providers).scenario(tree.encoded(), name: name)
        }
      }
      let read = said.filter {
        $0.sentence.hasPrefix("unknown member \"understudy")
          || $0.sentence.contains("\" says nothing here")
      }.map(\.sentence).reduce(into: Set<String>()) { $0.formUnion(Self.odd($1)) }
      let seen = try Self.validator(form).problems(with: tree).filter(\.isUnknownMember)
        .map(\.pointer).compactMap { $0.split(separator: "/").last.map(String.init) }
        .reduce(into: Set<String>()) { $0.formUnion(Self.odd($1)) }
      func places(_ names: Set<String>) -> [String] {
        names.sorted().map { name in "\(Self.pointer(of: name, in: tree) ?? name)" }
      }
      #expect(
        places(read.subtracting(seen)) == [], "\(form.name) \(name): the schema lets them pass")
      // Where only certain names are known, readers have words of their own.
      let refused = Self.odd(said.map(\.pointer).joined(separator: " "))
      #expect(
        places(seen.subtracting(refused)) == [], "\(form.name) \(name): the reader lets them pass")
    }
  }

  private static func findings(_ read: () throws(FixtureError) -> Void) -> [Diagnostic] {
    do {
      try read()
      return []
    } catch {
      return error.findings
    }
  }

  private static func pointer(of name: String, in value: JSONValue, _ at: String = "") -> String? {
    if let array = value.arrayValue {
      return array.enumerated().lazy.compactMap { pointer(of: name, in: $1, "\(at)/\($0)") }.first
    }
    guard let object = value.objectValue else { return nil }
    if object[name] != nil { return "\(at)/\(name)" }
    return object.lazy.compactMap {
      pointer(of: name, in: $0.value, JSONPointer.appending($0.name, to: at))
    }.first
  }

  @Test("refuse what is misbuilt in a broken fixture", arguments: Broken.everything)
  func broken(_ each: Broken) throws {
    var text = try Shipped.text(each.file)
    for (passage, other) in each.changes {
      let place = try #require(text.firstRange(of: passage))
      text.replaceSubrange(place, with: other)
    }
    guard let tree = try? json(text) else { return }
    let problems = try Self.validator(.provider).problems(with: tree)
    let isMisbuilt = each.says.contains { said in
      Self.misbuilt.contains { said.sentence.hasPrefix($0) }
        && !["/lifetime", " after prefix:", " after plus:"].contains(where: said.sentence.contains)
    }
    if isMisbuilt { #expect(!problems.isEmpty) }
    if each.says.isEmpty { #expect(problems.map(\.description) == []) }
  }

  /// How sentences begin that are about the build of a file, and not about what it means.
  private static let misbuilt = [
    "unknown member", "expected a member", "expected true or false", "expected a whole number",
    "expected an object", "expected a string", "expected an array", "expected schema",
    "unknown kind",
    "unknown match", "unknown repeats", "unknown ask", "unknown client_authentication",
    "unknown reuse",
    "unknown grade",
  ]

  /// Each example is a value that the schema of its member allows.
  @Test("have examples that are allowed", arguments: ObjectSchema.files.map(\.name))
  func examples(_ name: String) throws {
    let file = try #require(ObjectSchema.files.first { $0.name == name })
    let root = try JSONReader().read(Array(SchemaWriter(root: file).text().utf8), file: name).root
    let validator = SchemaValidator(root: root)
    var count = 0
    func look(_ schema: JSONValue, _ pointer: String) {
      for example in schema["examples"]?.arrayValue ?? [] {
        count += 1
        let problems = validator.problems(example, schema, "")
        #expect(problems.isEmpty, "\(pointer): \(problems)")
      }
      for member in schema.objectValue ?? JSONObject() where member.name != "examples" {
        look(member.value, "\(pointer)/\(member.name)")
      }
      for element in schema.arrayValue ?? [] { look(element, pointer) }
    }
    look(root, "")
    #expect(count > 20)
  }
}
