extension Sandbox {
  /// The name or the kind of a provider's endpoint.
  ///
  /// ```swift
  /// try sandbox.add(.delay(.seconds(1)).at(endpoint: .token))
  /// ```
  public struct Endpoint: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name in the provider's file, or a kind, such as `token`.
    public let rawValue: String
    /// Makes an endpoint of a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes an endpoint of a name.
    public init(stringLiteral name: String) { self.init(rawValue: name) }
  }
}

extension Sandbox.Endpoint {
  /// The authorization endpoint (RFC 6749 §3.1).
  public static let authorize: Self = "authorize"
  /// The page where a person signs in.
  public static let login: Self = "login"
  /// The page that asks for consent.
  public static let consent: Self = "consent"
  /// A step that grants without a page of its own.
  public static let grant: Self = "grant"
  /// A step that denies.
  public static let deny: Self = "deny"
  /// A page where a person chooses, such as an institution.
  public static let choose: Self = "choose"
  /// A redirect between two of the provider's hosts.
  public static let hop: Self = "hop"
  /// The logout endpoint.
  public static let logout: Self = "logout"
  /// A page without a step.
  public static let page: Self = "page"
  /// The page for the user codes of devices (RFC 8628 §3.3).
  public static let device: Self = "device"
  /// The device authorization endpoint (RFC 8628 §3.1).
  public static let deviceAuthorization: Self = "device_authorization"
  /// The endpoint for pushed authorization requests (RFC 9126).
  public static let pushedAuthorization: Self = "pushed_authorization"
  /// The token endpoint (RFC 6749 §3.2).
  public static let token: Self = "token"
  /// The revocation endpoint (RFC 7009).
  public static let revoke: Self = "revoke"
  /// The introspection endpoint (RFC 7662).
  public static let introspect: Self = "introspect"
  /// A protected resource, such as userinfo.
  public static let resource: Self = "resource"
  /// A public document, such as discovery and keys.
  public static let document: Self = "document"
  /// The client registration endpoint (RFC 7591).
  public static let register: Self = "register"
  /// The configuration endpoint of a registered client (RFC 7592).
  public static let registration: Self = "registration"
  /// The config file of a FedCM identity provider.
  public static let fedCMConfig: Self = "fedcm_config"
  /// The accounts of a browser (FedCM).
  public static let fedCMAccounts: Self = "fedcm_accounts"
  /// The addresses of a client's privacy policy and terms of service (FedCM).
  public static let fedCMClientMetadata: Self = "fedcm_client_metadata"
  /// The endpoint that issues identity assertions (FedCM).
  public static let fedCMAssertion: Self = "fedcm_assertion"
  /// The endpoint that disconnects a client from an account (FedCM).
  public static let fedCMDisconnect: Self = "fedcm_disconnect"
  /// A protected MCP server.
  public static let mcp: Self = "mcp"
}
