/// The token endpoint: client authentication and grants.
package struct TokenService: Sendable {
  package enum Authentication: String, Sendable, CaseIterable {
    case basic, post, none, signature

    /// As RFC 7591 §2 calls it (`token_endpoint_auth_method`).
    package var registeredName: String {
      switch self {
      case .basic: "client_secret_basic"
      case .post: "client_secret_post"
      case .none: "none"
      case .signature: rawValue
      }
    }
  }

  package var parameters: [(name: String, rule: ParameterRule)] = []
  package var authentication: [Authentication] = []
  package var signature: RequestSignature?
  /// A client that has no secret may not send one.
  package var secretUnexpected = false
  package var grants: [(name: String, rule: GrantRule)] = []
  package init() {}
}

extension TokenService: ProviderPart {
  static let declaration = ObjectDeclaration<Self>(
    "token", "The parameters and the grants of the token endpoint.",
    [
      .parameters(
        \.parameters, "The parameters of the token request. Others are ignored.",
        example: "{ \"grant_type\": {}, \"code\": {} }"),
      .flag(
        "secret_unexpected", \.secretUnexpected,
        "Whether a client without a secret is refused if it sends one."),
      .init(
        Property(
          "client_auth", .object(.clientAuthentication),
          "The methods of client authentication (RFC 6749 §2.3).")
      ) { token, reader, vocabulary in
        guard var methods = reader.object("client_auth") else { return false }
        token.readAuthentication(&methods, vocabulary)
        return true
      },
      .map(
        "grants", \.grants, .declared(GrantRule.self), keys: "values of `grant_type`",
        "The grants, and the credentials that each issues.", example: ""
      ) { entry, vocabulary in
        var reader = FixtureReader(
          entry.value, GrantRule.declaration.schema, entry.pointer, entry.findings)
        return GrantRule.declaration.readWhole(&reader, vocabulary).map { (entry.name, $0) }
      },
    ])

  private mutating func readAuthentication(
    _ methods: inout FixtureReader, _ vocabulary: Vocabulary
  ) {
    for method in Authentication.allCases {
      if method == .signature {
        signature = methods.value(method.rawValue, as: RequestSignature.self, vocabulary)
        if signature != nil { authentication.append(method) }
      } else if methods.bool(method.rawValue) == true {
        authentication.append(method)
      }
    }
    methods.finish()
  }
}
