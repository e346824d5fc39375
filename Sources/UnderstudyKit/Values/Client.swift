internal import Basics

extension Sandbox {
  /// An application that is registered with a provider; its members are those of RFC 7591 §2.
  ///
  /// ```swift
  /// var client = Sandbox.Client(at: "standard", id: "my-app", redirectURIs: ["com.example.my:/cb"])
  /// client.kind = .public
  /// client.scopes = ["openid", "email"]
  /// try sandbox.put(client)
  /// ```
  public struct Client: Record, CustomStringConvertible {
    var members: JSONObject

    init(members: JSONObject) { self.members = members }

    /// What can be expected of it.
    public enum Kind: String, Sendable {
      /// Keeps a secret (RFC 6749 §2.1).
      case confidential
      /// Has no secret (RFC 6749 §2.1).
      case `public`
      /// Public, and runs in a browser.
      case spa
      /// Public, and installed on a device.
      case standalone
    }

    /// Describes a client.
    /// - Parameters:
    ///   - provider: The id of the provider where it is registered.
    ///   - id: Its `client_id`.
    ///   - kind: What can be expected of it.
    ///   - secret: Its `client_secret`; `nil` for none.
    ///   - redirectURIs: Where people may be sent back to.
    public init(
      at provider: String, id: String, kind: Kind = .confidential, secret: String? = nil,
      redirectURIs: [String] = []
    ) {
      members = JSONObject([.init("provider", JSONValue(provider))])
      put("client_id", id)
      put("kind", kind.rawValue)
      put("secret", secret)
      put("redirect_uris", redirectURIs)
    }

    /// The id of the provider where it is registered.
    public var provider: String { text("provider") ?? "" }
    /// Its `client_id`.
    public var id: String { text("client_id") ?? "" }
    /// Whether it has a secret; what it is, is not shown.
    public var hasSecret: Bool { isTrue("has_secret") || text("secret")?.isEmpty == false }
    /// What can be expected of it.
    public var kind: Kind {
      get { text("kind").flatMap { Kind(rawValue: $0) } ?? .confidential }
      set { put("kind", newValue.rawValue) }
    }
    /// What the consent page calls it.
    public var name: String? {
      get { text("name") }
      set { put("name", newValue) }
    }
    /// Where people may be sent back to.
    public var redirectURIs: [String] {
      get { texts("redirect_uris") ?? [] }
      set { put("redirect_uris", newValue) }
    }
    /// The scopes that it may ask for; `nil` for all that the provider knows.
    public var scopes: [String]? {
      get { texts("scopes") }
      set { put("scopes", newValue) }
    }
    /// The grant types that it may use; `nil` for all.
    public var grantTypes: [String]? {
      get { texts("grant_types") }
      set { put("grant_types", newValue) }
    }
    /// The response types that it may use; `nil` for all.
    public var responseTypes: [String]? {
      get { texts("response_types") }
      set { put("response_types", newValue) }
    }
    /// How it shows who it is at the token endpoint; `nil` for any way.
    public var tokenEndpointAuthMethod: String? {
      get { text("token_endpoint_auth_method") }
      set { put("token_endpoint_auth_method", newValue) }
    }
    /// The username of the person who signs in for it without a page.
    public var signIn: String? {
      get { text("sign_in") }
      set { put("sign_in", newValue) }
    }
    /// Any other member, by its name in the control API.
    public subscript(member: String) -> JSON? {
      get { members[member].map { JSON($0) } }
      set { members[member] = newValue?.tree }
    }

    /// Provider, id, kind and redirect URIs, in one line.
    public var description: String {
      "\(provider) \(id) (\(kind.rawValue))"
        + (redirectURIs.isEmpty ? "" : " → " + redirectURIs.joined(separator: ", "))
    }
  }
}
