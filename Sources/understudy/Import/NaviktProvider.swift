import Basics
import ProviderModel

/// An issuer of mock-oauth2-server as a provider file: its endpoints have the paths that they have there.
struct NaviktProvider {
  let id: String
  let title: String
  let credentials: JSONObject
  /// The name of the configuration, without its ending.
  let source: String
  /// Whether a refresh token is replaced when it is used.
  let rotates: Bool

  func tree() throws -> JSONValue {
    let base = "https://\(id).test"
    func at(_ path: String) -> JSONValue { JSONValue(.string(base + path)) }
    var discovered = try DiscoveredProvider(
      id: id, source: "\(source).json",
      [
        "issuer": at(""), "authorization_endpoint": at("/authorize"),
        "token_endpoint": at("/token"), "userinfo_endpoint": at("/userinfo"),
        "jwks_uri": at("/jwks"), "introspection_endpoint": at("/introspect"),
        "revocation_endpoint": at("/revoke"), "end_session_endpoint": at("/endsession"),
        "response_types_supported": ["code", "id_token", "token"],
        "response_modes_supported": ["query", "fragment", "form_post"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256", "ES256"],
        "code_challenge_methods_supported": ["plain", "S256"],
        "grant_types_supported": [
          "authorization_code", "client_credentials", "password", "refresh_token",
        ],
        "token_endpoint_auth_methods_supported": [
          "client_secret_basic", "client_secret_post", "none",
        ],
      ])
    var provider = try discovered.provider()
    try provider.prune()
    guard var tree = provider.tree.objectValue else { return provider.tree }
    tree["title"] = JSONValue(.string(title))
    tree["sources"] = [JSONValue(.string("\(source).json"))]
    tree["quirks"] = [
      [
        "id": "as-configured", "on": true,
        "summary": "Access tokens are JSON Web Tokens, with the lifetime of the configuration.",
        "evidence": ["grade": "documented", "source": JSONValue(.string("\(source).json"))],
        "patch": [
          "credentials": JSONValue(.object(credentials)),
          // Refresh tokens stay the same unless the configuration says otherwise.
          "token": [
            "grants": [
              "refresh_token": [
                "rotates": JSONValue(.bool(rotates))
              ]
            ]
          ],
        ],
      ]
    ]
    return JSONValue(.object(tree))
  }
}
