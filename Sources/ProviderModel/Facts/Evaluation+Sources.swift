import Basics

/// Claims that come from other parties (OpenID Connect Core §5.6.2).
extension Evaluation {
  static let claimNames = "_claim_names"
  static let claimSources = "_claim_sources"

  /// The members that name and hold the claims of other parties.
  /// - Parameter isSent: whether a claim goes into this object.
  func sources(
    of person: Person, _ isSent: (String, Value) -> Bool, _ body: (String, Value) -> Void
  ) {
    guard facts.provider.claimSources != nil, let sign = facts.signClaims else { return }
    var (names, sources) = (JSONObject(), JSONObject())
    for (name, source) in person.sources {
      let sent = source.names.filter { isSent($0, Value(source.claims[$0] ?? "")) }
      guard !sent.isEmpty, let content = content(of: source, sent, sign) else { continue }
      for claim in sent { names[claim] = JSONValue(.string(name)) }
      sources[name] = content
    }
    guard !names.isEmpty else { return }
    body(Self.claimNames, .json(JSONValue(.object(names))))
    body(Self.claimSources, .json(JSONValue(.object(sources))))
  }

  private func content(
    of source: ClaimSource, _ sent: [String], _ sign: (JSONObject) -> String?
  ) -> JSONValue? {
    var object = JSONObject()
    if let endpoint = source.endpoint {
      object["endpoint"] = JSONValue(.string(endpoint))
      object["access_token"] = source.accessToken.map { JSONValue(.string($0)) }
      return JSONValue(.object(object))
    }
    var claims = JSONObject()
    claims["iss"] = JSONValue(.string(source.issuer ?? facts.issuer))
    claims["iat"] = JSONValue(.number(String(facts.now)))
    for name in sent { claims[name] = source.claims[name] }
    guard let token = sign(claims) else { return nil }
    object["JWT"] = JSONValue(.string(token))
    return JSONValue(.object(object))
  }
}
