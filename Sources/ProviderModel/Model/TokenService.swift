/// Reads the token endpoint: client authentication and grants.
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
