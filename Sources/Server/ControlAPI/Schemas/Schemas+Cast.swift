import Basics
import ProviderModel

/// People, clients, and the answer that stands.
extension Schemas {
  static let cast: [(String, JSONValue)] = [
    (
      "Person",
      object(
        [member("username", text, "What they sign in with; other members are claims.")],
        required: ["username"], open: true)
    ),
    ("NewPerson", newPerson), ("PersonPatch", personPatch), ("Client", client),
    ("NewClient", newClient), ("Claim", claim),
    ("Claims", map(of: Operation.reference("Claim"))),
    (
      "Answer",
      adding(
        "not",
        ["required": ["consent", "scopes"], "properties": ["consent": ["const": "denied"]]],
        to: object([
          member("sign_in", text, "The username of the person who signs in without a page."),
          member("consent", consent, "What they say. Default: granted."),
          member(
            "scopes", texts,
            "They agree to these only, of those that are asked for; not where they deny."),
        ]))
    ),
  ]

  private static let consent = choice(["granted", "denied"])

  private static let newPerson = object(personMembers, required: ["password"], open: true)
  private static let personPatch = object(personMembers, open: true)

  private static let personMembers = [
    member("username", text, "May be left out here; if not, as in the address."),
    member("password", text, "What they type."),
    member(
      "at", map(of: anything),
      "Provider id → what differs there, such as their id: {\"id\": 1}. Any other member is a claim, of any JSON: name, email, email_verified, roles, …"
    ),
    member(
      "outcome", choice(Person.SignInOutcome.allCases.map(\.rawValue)),
      "What their sign-in always comes to: denies refuses, locked can't sign in, expired gets expired tokens, slow waits three seconds for everything."
    ),
  ]

  private static let claim = object([
    member(
      "in", list(of: choice(ClaimPlaces.names)),
      "Where it goes: the ID token, the UserInfo response, access tokens that are JWTs and what introspection tells of any. Default: userinfo. Of no place it goes nowhere."
    ),
    member(
      "scope", ["type": ["string", "null"]],
      "The scope that has to be granted. Default: none, beyond openid, which userinfo and ID tokens need."
    ),
  ])

  private static let grantTypes = member(
    "grant_types", texts, "Those that it may use (RFC 7591 §2). Default: all.")
  private static let responseTypes = member(
    "response_types", texts, "Those that it may use (RFC 7591 §2). Default: all.")
  private static let redirects = member(
    "redirect_uris", texts, "Where people may be sent back to (RFC 7591 §2).")
  private static let scopes = member(
    "scopes", texts,
    "Those that it may ask for; at standard also scopes of its own, such as api.read. Default: all that the provider knows."
  )
  private static let signIn = member(
    "sign_in", text, "This person of the cast signs in for it without a page.")
  private static let says = member("consent", consent, "What that person says.")

  private static let authentication = member(
    "token_endpoint_auth_method",
    choice(["client_secret_basic", "client_secret_post", "none", "signature"]),
    "As in RFC 7591 §2; signature: the request is signed with the secret. Default: any.")
  private static let algorithm = member(
    "id_token_signed_response_alg", choice(["RS256", "ES256", "HS256"]),
    "HS256: by the client's secret. Default: the provider's.")
  private static let logout = member(
    "post_logout_redirect_uris", texts,
    "Where a logout may lead to (OpenID Connect RP-Initiated Logout §3.1). Default: the redirect URIs."
  )

  private static let audiences = member(
    "audiences", list(of: ["type": "string", "format": "uri"]),
    "Whom its access tokens are for (RFC 8707); resource in a request picks some of them. Default: whomever a request names."
  )
  private static let format = member(
    "access_token_format", choice(Client.AccessTokenFormat.allCases.map(\.rawValue)),
    "jwt is one that a resource reads by itself (RFC 9068). Default: jwt for tokens that are for somebody, opaque for all others."
  )

  private static let client = object(
    [
      member("provider", text, "Where it is registered."), member("client_id", text, "Its id."),
      member("kind", text, "As in NewClient."),
      member("name", text, "What the consent page calls it."),
      member("has_secret", flag, "Whether it has one."), redirects, scopes, responseTypes,
      grantTypes, authentication, algorithm, logout, audiences, format, signIn, says,
    ], required: ["provider", "client_id", "kind", "name", "has_secret", "redirect_uris"])

  private static let newClient = object([
    member("provider", text, "May be left out here; if not, as in the address."),
    member("client_id", text, "May be left out here; if not, as in the address."),
    member(
      "kind", choice(Client.Kind.allCases.map(\.rawValue)),
      "public has no secret (RFC 6749 §2.1), spa is public and in a browser, standalone is public and installed on a device. Default: confidential."
    ), member("name", text, "What the consent page calls it. Default: its id."),
    member("secret", ["type": ["string", "null"]], "Its password. An empty one is none."),
    redirects, scopes, responseTypes, grantTypes,
    authentication, algorithm, logout, audiences, format, signIn, says,
  ])
}
