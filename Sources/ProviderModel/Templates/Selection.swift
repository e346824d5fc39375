/// An object of which a request chooses the members: those that it names, and some that are always there.
package final class Selection: Sendable {
  struct Candidate: Sendable {
    let member: Shape.Member
    let isAlways: Bool
    /// Its own name, and those of the groups that it belongs to.
    let names: [String]
  }

  /// The names that are asked for.
  let list: Expression
  let candidates: [Candidate]
  /// What is there when nothing is asked for, as most often nothing is.
  let always: [Shape.Member]

  init(list: Expression, candidates: [Candidate]) {
    self.list = list
    self.candidates = candidates
    always = candidates.filter(\.isAlways).map(\.member)
  }

  /// The members that these names choose, in the order of the fixture.
  func members(_ asked: [String]) -> [Shape.Member] {
    if asked.isEmpty { return always }
    return candidates.filter { $0.isAlways || $0.names.contains(where: asked.contains) }
      .map(\.member)
  }
}
