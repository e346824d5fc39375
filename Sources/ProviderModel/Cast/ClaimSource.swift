import Basics

/// Another party that knows claims about a person (OpenID Connect Core §5.6.2).
package struct ClaimSource: Sendable {
  /// The claims, in a JWT that is part of the response: they are aggregated.
  fileprivate(set) var claims = JSONObject()
  /// The issuer of that JWT; `nil` for the provider itself.
  fileprivate(set) var issuer: String?
  /// The names of claims that the client fetches itself: they are distributed.
  fileprivate(set) var fetched: [String] = []
  fileprivate(set) var endpoint: String?
  fileprivate(set) var accessToken: String?

  package init() {}

  var names: [String] { endpoint == nil ? claims.names : fetched }
}

extension ClaimSource: CastPart {
  static let declaration: Declaration = .init(
    "claim source",
    "Another party that knows claims about a person (OpenID Connect Core §5.6.2): aggregated claims with `claims`, distributed ones with `endpoint`.",
    [
      .init(
        Property(
          "claims", .map(.any, keys: "claims"),
          "Aggregated claims: the response has them in a signed JWT.",
          example: "{ \"credit_score\": 650 }"),
        write: { $0.claims.isEmpty ? nil : JSONValue(.object($0.claims)) },
        read: { source, reader, _ in
          for (name, value, pointer) in reader.map("claims") {
            if let clause = ReservedClaims.clause(of: name) {
              reader.findings.error(
                value, pointer,
                "the claim \"\(name)\" is the server's own (\(clause)), and no person's")
            }
            source.claims[name] = value
          }
          return !source.claims.isEmpty
        }),
      .text(
        "issuer", \.issuer, "The issuer of the JWT. The provider signs it with its own key.",
        or: "the provider", example: "\"https://bank.example.test\""),
      .init(
        Property(
          "names", .words, "The names of distributed claims.", example: "[\"shipping_address\"]"),
        write: {
          $0.fetched.isEmpty ? nil : JSONValue(.array($0.fetched.map { JSONValue(.string($0)) }))
        },
        read: { source, reader, _ in
          source.fetched = reader.strings("names") ?? []
          return !source.fetched.isEmpty
        }),
      .text(
        "endpoint", \.endpoint, "The address from which a client fetches distributed claims.",
        example: "\"http://127.0.0.1:7999/claims\""),
      .text(
        "access_token", \.accessToken, "The access token for that address.", or: "none",
        example: "\"claims-token-0123456789\""),
    ])

  func check(_ reader: FixtureReader, _ context: CastReader) {
    if endpoint == nil, claims.isEmpty {
      reader.findings.error(
        reader.value, reader.pointer,
        "expected \"claims\", or \"endpoint\" and \"names\", found neither")
    }
    if endpoint != nil, fetched.isEmpty || !claims.isEmpty {
      reader.findings.error(
        reader.value, reader.pointer,
        "claims of an \"endpoint\" are named in \"names\", and have no values here")
    }
  }
}
