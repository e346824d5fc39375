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

/// Where one claim goes, as a cast says it.
package struct ClaimRule: Sendable, Equatable {
  package internal(set) var places: ClaimPlaces
  /// The scope that has to be granted; `nil` where none has to be, beyond what the place itself needs.
  package internal(set) var scope: String?

  package init(places: ClaimPlaces, scope: String? = nil) {
    self.places = places
    self.scope = scope
  }

  /// A member of a person of which nobody says anything.
  ///
  /// UserInfo is where claims are looked for that no scope names (OpenID Connect Core §5.4 sends those of scopes there,
  /// §5.1.2 lets there be others), and it needs `openid` already. A token that everybody stores stays small.
  package static let usual = ClaimRule(places: .userinfo)

  func sends(to places: ClaimPlaces, granted: [String]) -> Bool {
    guard !self.places.isDisjoint(with: places) else { return false }
    return scope.map(granted.contains) ?? true
  }
}

/// Where claims about a person are sent to, by the names that fixtures and casts use.
package struct ClaimPlaces: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The UserInfo response (OpenID Connect Core §5.3.2).
  package static let userinfo = ClaimPlaces(rawValue: 1)
  /// The ID token (OpenID Connect Core §2).
  package static let idToken = ClaimPlaces(rawValue: 2)
  /// The access token as a JWT (RFC 9068 §2.2.2), and what introspection tells of any access token (RFC 7662 §2.2).
  package static let accessToken = ClaimPlaces(rawValue: 4)

  static let named: [(name: String, place: ClaimPlaces)] = [
    ("id_token", .idToken), ("userinfo", .userinfo), ("access_token", .accessToken),
  ]
  package static let names = named.map(\.name)

  /// `nil` for a name that none has.
  init?(name: String) {
    guard let found = Self.named.first(where: { $0.name == name }) else { return nil }
    self = found.place
  }

  /// In the order in which messages list them.
  package var names: [String] { Self.named.filter { contains($0.place) }.map(\.name) }
}
