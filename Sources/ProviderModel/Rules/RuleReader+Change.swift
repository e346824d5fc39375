import Basics

/// What a rule changes in an answer that the provider gives all the same.
extension RuleReader {
  func readChange(_ reader: inout FixtureReader) -> Rule.Change {
    let before = findings.list.count
    var change = Rule.Change()
    change.rename = reader.map("rename").compactMap { name, value, pointer in
      guard let new = value.stringValue else {
        findings.error(value, pointer, "expected the new name as a string, found \(value.found)")
        return nil
      }
      return (name, new)
    }
    change.set = reader.map("set").map { ($0.name, $0.value) }
    change.drop = reader.list("drop") ?? []
    change.append = reader.map("append").map { ($0.name, $0.value) }
    change.order = reader.list("order") ?? []
    change.scopes = reader.list("scopes")
    change.twice = reader.bool("twice") ?? false
    change.mode = reader.choice("mode", as: Rule.Mode.self)
    change.way = reader.choice("way", as: Rule.Way.self)
    change.headers = readFields(&reader, "headers", mayRemove: true)
    change.prefix = reader.string("prefix")
    change.keys = reader.choices("keys", as: Rule.Keys.self)
    if var signed = reader.object("jwt") {
      let algorithm = signed.choice("alg", as: Rule.SignedBody.Algorithm.self)
      change.signed = .init(algorithm: algorithm, change: readToken(&signed, mayBeNothing: true))
    }
    for (name, value, pointer) in reader.map("tokens") {
      if !["access", "id"].contains(name) {
        findings.error(value, pointer, "expected access or id, found \"\(name)\"")
      }
      var token = FixtureReader(value, .tokenChange, pointer, findings)
      change.tokens.append((CredentialKind(rawValue: name), readToken(&token)))
    }
    if change.tokens.isEmpty, reader.value["tokens"]?.objectValue != nil {
      findings.error(
        reader.value["tokens"], reader.at("tokens"), "expected at least one of: access, id")
    }
    reader.finish()
    if findings.list.count == before, change.isNothing {
      findings.error(
        reader.value, reader.pointer,
        "nothing is changed; expected at least one of: append, drop, headers, jwt, keys, mode, order, prefix, "
          + "rename, scopes, set, tokens, twice, way"
      )
    }
    return change
  }

  /// A change of what is never there is a mistake.
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
    place.kind == .document
      && place.endpoint.service.answer.flatMap { place.provider.shape($0) }?.showsKeys == true
  }

  private static let tokens: [CredentialKind: String] = [
    .access: "access token that is a JWT", .id: "ID token",
  ]

  /// Whether an endpoint gives out a JSON Web Token of this name.
  private static func signs(_ kind: CredentialKind, at place: Place, _ grant: String?) -> Bool {
    guard place.provider.credentials[kind]?.mayBeJWT == true else { return false }
    switch place.kind {
    case .authorize:
      return place.provider.answers.values.contains { $0.gives.contains { $0.kind == kind } }
    case .token:
      return place.provider.token.grants.contains {
        (grant == nil || $0.name == grant) && $0.rule.gives.contains { $0.kind == kind }
      }
    default: return false
    }
  }

  /// The quirk that would make it one.
  private static func hint(_ kind: CredentialKind, _ places: [Place]) -> String {
    for place in places {
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

extension Rule.Change {
  fileprivate var isNothing: Bool {
    rename.isEmpty && set.isEmpty && drop.isEmpty && append.isEmpty && order.isEmpty
      && scopes == nil && !twice && mode == nil && way == nil && headers.isEmpty && prefix == nil
      && keys == nil && signed == nil && tokens.isEmpty
  }
}
