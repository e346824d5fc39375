import Basics

/// Compares a change with the answers that the matched endpoints can give.
extension RuleReader {
  /// Reports changes to content that the matched endpoints never send.
  func checkChange(
    _ rule: Rule, _ places: [Place], _ refuse: (_ path: [String], _ sentence: String) -> Void
  ) {
    guard let change = rule.effect.change else { return }
    let here = rule.match.place
    let callbacks = [
      ("twice", change.twice), ("append", !change.append.isEmpty), ("mode", change.mode != nil),
      ("way", change.way != nil),
    ]
    for (name, isThere) in callbacks
    where isThere && !places.contains(where: { $0.kind == .authorize }) {
      refuse(
        ["then", "change", name],
        "only an endpoint of kind authorize has a callback to deliver, and \(here) is none"
          + (name == "append" ? "; a JSON object has each member once" : ""))
    }
    if change.keys != nil, !places.contains(where: Self.showsKeys) {
      refuse(["then", "change", "keys"], "only a document shows keys, and \(here) shows none")
    }
    if let signed = change.signed, !places.contains(where: { signed.canBeMade(at: $0) }) {
      refuse(
        ["then", "change", "jwt"],
        "only the answer of an endpoint of kind resource can be signed, where the provider has a key for it, and "
          + "\(here) has none")
    }
    if change.scopes != nil, !places.contains(where: { [.authorize, .token].contains($0.kind) }) {
      refuse(
        ["then", "change", "scopes"],
        "only endpoints of the kinds authorize and token grant scopes, and \(here) is none")
    }
    for (kind, _) in change.tokens {
      guard let what = Self.tokens[kind],
        !places.contains(where: { Self.signs(kind, at: $0, rule.match.grant) })
      else { continue }
      let sentence =
        if let provider = rule.match.provider, rule.match.endpoint == nil, rule.match.grant == nil {
          "\(provider) issues no \(what)"
        } else {
          "no \(what) is issued by what is matched here"
        }
      refuse(["then", "change", "tokens", kind.rawValue], sentence + Self.hint(kind, places))
    }
  }

  private static func showsKeys(_ place: Place) -> Bool {
    place.kind.isDocument
      && place.endpoint.service.answer.flatMap { place.provider.shape($0) }?.showsKeys == true
  }

  private static let tokens: [CredentialKind: String] = [
    .access: "access token that is a JWT", .id: "ID token", .logout: "logout token",
  ]

  /// Whether an endpoint issues a JSON Web Token of this kind.
  private static func signs(_ kind: CredentialKind, at place: Place, _ grant: String?) -> Bool {
    guard place.provider.credentials[kind]?.mayBeJWT == true else { return false }
    switch place.kind {
    case .authorize:
      return place.provider.answers.values.contains { $0.issues.contains { $0.kind == kind } }
    case .token:
      return place.provider.token.grants.contains {
        (grant == nil || $0.name == grant) && $0.rule.issues.contains { $0.kind == kind }
      }
    case .logout: return kind == .logout
    default: return false
    }
  }

  /// A hint at the quirk that makes it a JSON Web Token.
  private static func hint(_ kind: CredentialKind, _ places: [Place]) -> String {
    let issuers: [EndpointKind] = kind == .logout ? [.logout] : [.token, .authorize]
    let issuing = places.filter { issuers.contains($0.kind) }
    if issuing.isEmpty {
      let names = issuers.map(\.rawValue).joined(separator: " and ")
      return "; it comes from endpoints of the kind \(names)"
    }
    for place in issuing {
      let quirk = place.provider.quirks.first {
        !$0.on && $0.patch["credentials"]?[kind.rawValue]?["jwt"] != nil
      }
      if let quirk { return "; the quirk \(place.provider.id).\(quirk.id) would have it" }
    }
    return ""
  }
}

extension Rule.SignedBody {
  fileprivate func canBeMade(at place: RuleReader.Place) -> Bool {
    place.kind == .resource
      && place.provider.signing.contains { algorithm == nil || $0.algorithm == algorithm?.rawValue }
  }
}
