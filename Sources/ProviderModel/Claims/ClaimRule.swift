/// Where one claim goes, as a cast says it.
package struct ClaimRule: Sendable, Equatable {
  package let places: ClaimPlaces
  /// The scope that has to be granted; `nil` where none has to be, beyond what the place itself needs.
  package let scope: String?

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
