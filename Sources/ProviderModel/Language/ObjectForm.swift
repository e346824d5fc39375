/// One kind of object in the language of fixtures: which members it may have, and what each of them means.
///
/// A form is declared once. Readers are handed theirs (`FixtureReader`); the reference in `docs` and the JSON Schemas in
/// `fixtures` are written from the same declarations, and tests hold the three together.
public final class ObjectForm: Sendable {
  /// What messages and the reference call such an object.
  public let name: String
  /// What such an object says, in one sentence.
  public let meaning: String
  public let members: [Member]
  /// What members of any other name are; `nil` where there are none.
  public let others: MemberType?
  /// What may stand in its place: an object with the first member of one of these forms is one of these.
  public let instead: [ObjectForm]

  init(
    _ name: String, _ meaning: String, _ members: [Member], others: MemberType? = nil,
    instead: [ObjectForm] = []
  ) {
    self.name = name
    self.meaning = meaning
    self.members = members
    self.others = others
    self.instead = instead
  }

  public func member(_ name: String) -> Member? { members.first { $0.name == name } }
}
