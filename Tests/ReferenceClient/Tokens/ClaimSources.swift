/// Claims that stand with somebody else (OIDC Core §5.6.2).
struct ClaimSources {
  private let client: Client

  init(_ client: Client) { self.client = client }

  /// Takes aggregated claims out of their JWT, and fetches distributed ones with the token that came for them, and no
  /// other. A source never replaces a claim of the provider.
  func gather(_ claims: inout [String: Value]) throws(Rejection) {
    guard let sources = claims["_claim_sources"]?.members,
      let names = claims["_claim_names"]?.members
    else { return }
    for (id, source) in sources.sorted(by: { $0.key < $1.key }) {
      var found: [String: Value]?
      if let token = source["JWT"]?.text {
        if client.has("no-aggregated-claims") {
          throw Rejection("invalid_userinfo", "userinfo has claims of another source")
        }
        found = JWS(token)?.claims
      } else if let place = source["endpoint"]?.text, !client.has("no-distributed-claims") {
        let answer = try? client.caller.get(
          place, bearer: source["access_token"]?.text, accept: "application/jwt")
        found = answer.flatMap { JWS(String(decoding: $0.body, as: UTF8.self))?.claims }
      }
      for name in names.keys where names[name]?.text == id && claims[name] == nil {
        claims[name] = found?[name]
      }
    }
  }
}
