import Basics

/// `$claims`: the claims of the signed-in person that are sent to some places, as members of the same object.
package final class ClaimSelection: Sendable {
  /// To which places they go, as far as a request decides it.
  indirect enum Places: Sendable {
    case these(ClaimPlaces)
    case when(Predicate, Places, Places)
  }

  let places: Places
  /// The names of the object that it stands in: no claim takes their places.
  let others: Set<ExactText>

  init(_ places: Places, beside others: [String]) {
    self.places = places
    self.others = Set(others.map(ExactText.init))
  }

  /// What its predicates name, and that it is about a person.
  var facts: [Fact] { [.person(nil)] + Self.facts(places) }

  private static func facts(_ places: Places) -> [Fact] {
    switch places {
    case .these: []
    case .when(let predicate, let then, let otherwise):
      predicate.facts + facts(then) + facts(otherwise)
    }
  }
}
