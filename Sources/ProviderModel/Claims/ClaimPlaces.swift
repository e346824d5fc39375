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
