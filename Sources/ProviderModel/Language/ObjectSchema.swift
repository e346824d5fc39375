/// One kind of object in the language of fixtures: which members it may have, and what each of them means.
///
/// A form is declared once. Readers are handed theirs (`FixtureReader`); the reference in `docs` and the JSON Schemas in
/// `fixtures` are written from the same declarations, and tests hold the three together.
package final class ObjectSchema: Sendable {
  /// What messages and the reference call such an object.
  package let name: String
  /// What such an object says, in one sentence.
  package let meaning: String
  package let members: [Property]
  /// What members of any other name are; `nil` where there are none.
  package let others: MemberType?
  /// What may stand in its place: an object with the first member of one of these forms is one of these.
  package let instead: [ObjectSchema]

  init(
    _ name: String, _ meaning: String, _ members: [Property], others: MemberType? = nil,
    instead: [ObjectSchema] = []
  ) {
    self.name = name
    self.meaning = meaning
    self.members = members
    self.others = others
    self.instead = instead
  }

  package func member(_ name: String) -> Property? { members.first { $0.name == name } }
}
