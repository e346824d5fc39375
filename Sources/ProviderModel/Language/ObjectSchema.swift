/// One kind of object in the fixture language: its properties and what each of them means.
///
/// Each object is declared once. Readers decode it (`ObjectDeclaration`, `FixtureReader`). The reference in `docs`, the JSON
/// Schemas in `fixtures` and OpenAPI are written from the same declaration.
package final class ObjectSchema: Sendable {
  /// Properties that must not appear together.
  package struct Conflict: Sendable {
    /// The pairs, as names of properties.
    package let pairs: [(String, String)]
    /// The message to a user who wrote two of them.
    let sentence: String

    /// Only one of these may appear.
    init(among names: [String], _ sentence: String) {
      pairs = names.indices.flatMap { index in
        names[(index + 1)...].map { (names[index], $0) }
      }
      self.sentence = sentence
    }

    /// None of one side may appear with any of the other side.
    init(_ names: [String], with others: [String], _ sentence: String) {
      pairs = names.flatMap { name in others.map { (name, $0) } }
      self.sentence = sentence
    }

    func holds(_ present: Set<String>) -> Bool {
      pairs.contains { present.contains($0.0) && present.contains($0.1) }
    }
  }

  /// The name of such an object in messages and in the reference.
  package let name: String
  /// The meaning of such an object, in one sentence.
  package let meaning: String
  package let members: [Property]
  /// The type of all other members; `nil` if no other member may appear.
  package let others: MemberType?
  /// Objects that may replace this one. The first property of each tells them apart.
  package let instead: [ObjectSchema]
  /// The start of the message about an object in which no property says anything; `nil` allows it.
  package let nothing: String?
  package let conflicts: [Conflict]

  init(
    _ name: String, _ meaning: String, _ members: [Property], others: MemberType? = nil,
    instead: [ObjectSchema] = [], nothing: String? = nil, conflicts: [Conflict] = []
  ) {
    self.name = name
    self.meaning = meaning
    self.members = members
    self.others = others
    self.instead = instead
    self.nothing = nothing
    self.conflicts = conflicts
  }

  package func member(_ name: String) -> Property? { members.first { $0.name == name } }
}
