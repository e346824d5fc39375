import Basics

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
