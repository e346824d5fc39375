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

    /// The client type.
    public enum Kind: String, Sendable, CaseIterable {
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
    ///   - kind: The client type.
    ///   - secret: Its `client_secret`; `nil` for none.
    ///   - redirectURIs: The redirect URIs.
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
    /// Whether it has a secret. The control API does not show the secret itself.
    public var hasSecret: Bool { isTrue("has_secret") || text("secret")?.isEmpty == false }
    /// The client type.
    public var kind: Kind {
      get { text("kind").flatMap { Kind(rawValue: $0) } ?? .confidential }
      set { put("kind", newValue.rawValue) }
    }
    /// The name on the consent page.
    public var name: String? {
      get { text("name") }
      set { put("name", newValue) }
    }
    /// The redirect URIs.
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
    /// The method of client authentication at the token endpoint; `nil` for any.
    public var tokenEndpointAuthMethod: String? {
      get { text("token_endpoint_auth_method") }
      set { put("token_endpoint_auth_method", newValue) }
    }
    /// The algorithm of the JWTs by which it authenticates, such as `ES256`; `nil` for any that fits its keys.
    public var tokenEndpointAuthSigningAlg: String? {
      get { text("token_endpoint_auth_signing_alg") }
      set { put("token_endpoint_auth_signing_alg", newValue) }
    }
    /// Its public keys, as a JWK set (RFC 7591 §2).
    public var jwks: JSON? {
      get { members["jwks"].map { JSON($0) } }
      set { members["jwks"] = newValue?.tree }
    }
    /// The address of its public keys, instead of ``jwks``.
    public var jwksURI: String? {
      get { text("jwks_uri") }
      set { put("jwks_uri", newValue) }
    }
    /// The username of the person who signs in for it without a page.
    public var signIn: String? {
      get { text("sign_in") }
      set { put("sign_in", newValue) }
    }
    /// The answer of ``signIn`` to the question of consent; `nil` asks on a page.
    public var consent: Consent? {
      get { text("consent").flatMap { Consent(rawValue: $0) } }
      set { put("consent", newValue?.rawValue) }
    }
    /// The algorithm of its ID tokens, such as `ES256`; `nil` for the provider's.
    public var idTokenSignedResponseAlg: String? {
      get { text("id_token_signed_response_alg") }
      set { put("id_token_signed_response_alg", newValue) }
    }
    /// The algorithm of its request objects (RFC 9101), such as `ES256`; `nil` for any that fits its keys or its secret.
    public var requestObjectSigningAlg: String? {
      get { text("request_object_signing_alg") }
      set { put("request_object_signing_alg", newValue) }
    }
    /// The addresses of its request objects (RFC 9101); `nil` for any, where the provider needs no registration.
    public var requestURIs: [String]? {
      get { texts("request_uris") }
      set { put("request_uris", newValue) }
    }
    /// Whether it has to send its authorization requests as signed request objects (RFC 9101); `nil` for no.
    public var requireSignedRequestObject: Bool? {
      get { members["require_signed_request_object"]?.boolValue }
      set { members["require_signed_request_object"] = newValue.map { JSONValue(.bool($0)) } }
    }
    /// The algorithm of its signed authorization responses (JARM), such as `ES256`; `nil` for the provider's.
    public var authorizationSignedResponseAlg: String? {
      get { text("authorization_signed_response_alg") }
      set { put("authorization_signed_response_alg", newValue) }
    }
    /// Whether it has to push its authorization requests (RFC 9126); `nil` for no.
    public var requirePushedAuthorizationRequests: Bool? {
      get { members["require_pushed_authorization_requests"]?.boolValue }
      set {
        members["require_pushed_authorization_requests"] = newValue.map { JSONValue(.bool($0)) }
      }
    }
    /// Members that the provider's clients have, such as the team that owns the client: what its file declares in `clients`.
    public var at: JSON? {
      get { members["at"].map { JSON($0) } }
      set { members["at"] = newValue?.tree }
    }
    /// The address of its privacy policy (RFC 7591).
    public var policyURI: String? {
      get { text("policy_uri") }
      set { put("policy_uri", newValue) }
    }
    /// The address of its terms of service (RFC 7591).
    public var tosURI: String? {
      get { text("tos_uri") }
      set { put("tos_uri", newValue) }
    }
    /// The addresses to which a logout may lead; `nil` for the redirect URIs.
    public var postLogoutRedirectURIs: [String]? {
      get { texts("post_logout_redirect_uris") }
      set { put("post_logout_redirect_uris", newValue) }
    }
    /// The address to which a logout token is sent when a session ends; `nil` for none.
    public var backchannelLogoutURI: String? {
      get { text("backchannel_logout_uri") }
      set { put("backchannel_logout_uri", newValue) }
    }
    /// Whether its logout tokens must have `sid`. They always do.
    public var backchannelLogoutSessionRequired: Bool? {
      get { members["backchannel_logout_session_required"]?.boolValue }
      set { members["backchannel_logout_session_required"] = newValue.map { JSONValue(.bool($0)) } }
    }
    /// The address that a logout opens in a frame; `nil` for none.
    public var frontchannelLogoutURI: String? {
      get { text("frontchannel_logout_uri") }
      set { put("frontchannel_logout_uri", newValue) }
    }
    /// Whether that address must get `iss` and `sid`. It always does.
    public var frontchannelLogoutSessionRequired: Bool? {
      get { members["frontchannel_logout_session_required"]?.boolValue }
      set {
        members["frontchannel_logout_session_required"] = newValue.map { JSONValue(.bool($0)) }
      }
    }
    /// The resources for which its access tokens may be (RFC 8707); `nil` for all that it requests.
    public var audiences: [String]? {
      get { texts("audiences") }
      set { put("audiences", newValue) }
    }
    /// The types of authorization details that it may request (RFC 9396); `nil` for all.
    public var authorizationDetailsTypes: [String]? {
      get { texts("authorization_details_types") }
      set { put("authorization_details_types", newValue) }
    }
    /// Its IDs at other authorization servers, by their issuers; `nil` for its own ID there.
    public var clientIDs: [String: String]? {
      get {
        members["client_ids"]?.objectValue.map { ids in
          Dictionary(ids.map { ($0.name, $0.value.stringValue ?? "") }) { $1 }
        }
      }
      set {
        members["client_ids"] = newValue.map { ids in
          let sorted = ids.sorted { $0.key < $1.key }
          return JSONValue(
            .object(JSONObject(sorted.map { .init($0.key, JSONValue($0.value)) })))
        }
      }
    }
    /// The format of its access tokens, at a provider that has both; `nil` for the provider's choice.
    public var accessTokenFormat: AccessTokenFormat? {
      get { text("access_token_format").flatMap { AccessTokenFormat(rawValue: $0) } }
      set { put("access_token_format", newValue?.rawValue) }
    }
    /// Whether its token requests need a DPoP proof, so that it gets only DPoP-bound tokens (RFC 9449 §5.2).
    public var dpopBoundAccessTokens: Bool {
      get { members["dpop_bound_access_tokens"]?.boolValue ?? false }
      set { members["dpop_bound_access_tokens"] = newValue ? JSONValue(true) : nil }
    }

    /// Whether its token requests need a certificate, to which its access tokens are bound (RFC 8705 §3.4).
    public var tlsClientCertificateBoundAccessTokens: Bool {
      get { members["tls_client_certificate_bound_access_tokens"]?.boolValue ?? false }
      set {
        members["tls_client_certificate_bound_access_tokens"] = newValue ? JSONValue(true) : nil
      }
    }
    /// The subject of its certificates, such as `CN=app,O=Example` (RFC 8705 §2.1.2).
    public var tlsClientAuthSubjectDN: String? {
      get { text("tls_client_auth_subject_dn") }
      set { put("tls_client_auth_subject_dn", newValue) }
    }
    /// A host name among the alternative names of its certificates.
    public var tlsClientAuthSANDNS: String? {
      get { text("tls_client_auth_san_dns") }
      set { put("tls_client_auth_san_dns", newValue) }
    }
    /// A URI among the alternative names of its certificates.
    public var tlsClientAuthSANURI: String? {
      get { text("tls_client_auth_san_uri") }
      set { put("tls_client_auth_san_uri", newValue) }
    }
    /// An IP address among the alternative names of its certificates.
    public var tlsClientAuthSANIP: String? {
      get { text("tls_client_auth_san_ip") }
      set { put("tls_client_auth_san_ip", newValue) }
    }
    /// An email address among the alternative names of its certificates.
    public var tlsClientAuthSANEmail: String? {
      get { text("tls_client_auth_san_email") }
      set { put("tls_client_auth_san_email", newValue) }
    }
    /// The CAs that may sign its certificates, in PEM; `nil` for the CA of the server.
    public var tlsClientAuthCA: String? {
      get { text("tls_client_auth_ca") }
      set { put("tls_client_auth_ca", newValue) }
    }

    /// An answer to the question of consent.
    public enum Consent: String, Sendable, CaseIterable {
      /// Consent is granted.
      case granted
      /// Consent is denied.
      case denied
    }

    /// A format of access tokens.
    public enum AccessTokenFormat: String, Sendable, CaseIterable {
      /// A JSON Web Token (RFC 9068).
      case jwt
      /// Text without meaning to the client or the resource.
      case opaque
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
