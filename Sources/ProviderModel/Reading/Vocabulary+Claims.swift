import Basics

/// `"$claims": PLACE`, `[PLACE, …]` or `{"$if": PREDICATE, "then": …, "else": …}`
extension Vocabulary {
  static let claims = "$claims"

  func claims(
    _ value: JSONValue, _ pointer: String, _ findings: Diagnostics, beside others: [String]
  ) -> ClaimSelection {
    ClaimSelection(claimPlaces(value, pointer, findings), beside: others)
  }

  private func claimPlaces(
    _ value: JSONValue, _ pointer: String, _ findings: Diagnostics
  ) -> ClaimSelection.Places {
    guard value["$if"] != nil else { return .these(Self.places(value, pointer, findings)) }
    var reader = FixtureReader(value, pointer, findings)
    let predicate = reader.predicate("$if", self) ?? .constant(false)
    let then = reader.member("then", required: true).map {
      claimPlaces($0, reader.at("then"), findings)
    }
    let otherwise = reader.member("else").map { claimPlaces($0, reader.at("else"), findings) }
    reader.finish()
    return .when(predicate, then ?? .these([]), otherwise ?? .these([]))
  }

  /// One place or several, by name.
  static func places(_ value: JSONValue, _ pointer: String, _ findings: Diagnostics) -> ClaimPlaces
  {
    var places: ClaimPlaces = []
    let isList = value.arrayValue != nil
    for (index, name) in (value.arrayValue ?? [value]).enumerated() {
      let at = isList ? "\(pointer)/\(index)" : pointer
      guard let text = name.stringValue else {
        findings.error(
          name, at,
          "expected \(ClaimPlaces.names.joined(separator: ", ")) or several of them, found \(name.found)"
        )
        continue
      }
      guard let place = ClaimPlaces(name: text) else {
        findings.error(
          name, at,
          "unknown place \"\(text)\"" + Suggestion.hint(for: text, among: ClaimPlaces.names))
        continue
      }
      places.insert(place)
    }
    return places
  }
}
