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

/// What the `claims` parameter of an authorization request asks for (OpenID Connect Core §5.5), at some places.
struct ClaimsRequested {
  private let members: [JSONObject]

  /// `nil` where nothing is asked for there, as most often nothing is.
  init?(_ facts: Facts, at places: ClaimPlaces) {
    guard let slot = facts.provider.claimsSlot,
      case .json(let asked)? = facts.grant?.arguments.value(slot, of: facts.provider.names)
    else { return nil }
    let members = places.names.compactMap { asked[$0]?.objectValue }
    guard members.contains(where: { !$0.isEmpty }) else { return nil }
    self.members = members
  }

  /// Whether a claim is asked for, and with this value where a certain one is.
  func wants(_ name: String, _ value: Value) -> Bool {
    members.contains { object in
      guard let wish = object[name] else { return false }
      guard let wanted = Self.values(wish) else { return true }
      return value.json.map(wanted.contains) ?? false
    }
  }

  /// The values that one claim may have; `nil` for any.
  static func values(_ wish: JSONValue) -> [JSONValue]? {
    if let value = wish["value"] { return [value] }
    return wish["values"]?.arrayValue
  }
}

/// Names that tokens and answers use for themselves: what a cast says of people never stands in their place.
enum ReservedClaims {
  /// What the server itself says, and where that is written down.
  private static let clauses: [String: String] = [
    "iss": "RFC 7519 §4.1", "aud": "RFC 7519 §4.1", "exp": "RFC 7519 §4.1", "nbf": "RFC 7519 §4.1",
    "iat": "RFC 7519 §4.1", "jti": "RFC 7519 §4.1", "nonce": "OpenID Connect Core §2",
    "auth_time": "OpenID Connect Core §2", "azp": "OpenID Connect Core §2",
    "at_hash": "OpenID Connect Core §3.1.3.6", "c_hash": "OpenID Connect Core §3.3.2.11",
    "s_hash": "Financial-grade API 1.0 Part 2 §5.1",
    "sid": "OpenID Connect Front-Channel Logout §3",
    "client_id": "RFC 9068 §2.2", "scope": "RFC 9068 §2.2.3", "cnf": "RFC 7800 §3.1",
    "act": "RFC 8693 §4.1",
    "_claim_names": "OpenID Connect Core §5.6.2", "_claim_sources": "OpenID Connect Core §5.6.2",
  ]

  /// What says that a claim is the server's; `nil` for one that may be a person's.
  static func clause(of name: String) -> String? { clauses[name] }

  /// Members of a person that go nowhere unasked: the name that is typed, what stands there anyway, and what OpenID
  /// Connect Core §2 has in ID tokens alone.
  static let unsent: Set<String> = ["username", "sub", "acr", "amr"]
  /// Members of a person of a cast that say what happens, and are never sent.
  static let secret = ["password", "at", "outcome", "claim_sources"]
}
