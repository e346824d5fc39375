/// The token endpoint: how clients prove themselves, and what each grant yields.
public struct TokenService: Sendable {
  public enum Authentication: String, Sendable, CaseIterable {
    case basic, post, none, signature

    /// As RFC 7591 §2 calls it (`token_endpoint_auth_method`).
    public var registeredName: String {
      switch self {
      case .basic: "client_secret_basic"
      case .post: "client_secret_post"
      case .none: "none"
      case .signature: rawValue
      }
    }
  }

  public var parameters: [(name: String, rule: ParameterRule)] = []
  public var authentication: [Authentication] = []
  public var signature: RequestSignature?
  /// A client that has no secret may not send one.
  public var secretUnexpected = false
  public var grants: [(name: String, rule: GrantRule)] = []
  public init() {}
}
