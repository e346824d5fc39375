import Basics

/// Where claims go, as the casts say it. Immutable: each request holds the ones that were good when it came.
package final class ClaimRules: Sendable {
  /// In the order in which they were said first.
  package let list: [(name: String, rule: ClaimRule)]
  private let byName: [ExactText: ClaimRule]
  /// All places to which any of them goes.
  let places: ClaimPlaces

  package static let none = ClaimRules([])

  init(_ list: [(name: String, rule: ClaimRule)]) {
    self.list = list
    byName = Dictionary(list.map { (ExactText($0.name), $0.rule) }) { _, last in last }
    places = list.reduce([]) { $0.union($1.rule.places) }
  }

  package var isEmpty: Bool { list.isEmpty }
  package subscript(name: String) -> ClaimRule? { byName.isEmpty ? nil : byName[ExactText(name)] }

  /// With one rule more, in place of one for the same claim.
  func setting(_ name: String, to rule: ClaimRule) -> ClaimRules {
    var list = list
    if let place = list.firstIndex(where: { ExactText.same($0.name, name) }) {
      list[place].rule = rule
    } else {
      list.append((name, rule))
    }
    return ClaimRules(list)
  }

  func removing(_ name: String) -> ClaimRules {
    ClaimRules(list.filter { !ExactText.same($0.name, name) })
  }
}
