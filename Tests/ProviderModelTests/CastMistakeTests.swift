import Testing

@testable import ProviderModel

/// What is wrong with a cast is told where it stands.
@Suite("Mistakes in a cast")
struct CastMistakeTests {
  private static let provider = Result {
    var set = FixtureSet()
    try set.add(
      Array(
        """
        { "schema": 1, "id": "home", "title": "Home", "hosts": { "h": "home.test" },
          "endpoints": { "auth": { "kind": "authorize", "at": "h:/auth" } },
          "scope": { "known": { "openid": "know who you are", "read": "read" } },
          "parameters": { "client_id": {} },
          "shapes": { "no": { "status": 400, "text": "No." } },
          "errors": { "authorize": { "*": { "shape": "no" } } } }
        """.utf8), name: "home.json")
    return try set.resolve("home")
  }

  private func read(_ members: String) throws -> (errors: [String], warnings: [String]) {
    var cast = Cast()
    let text = "{ \"kind\": \"cast\",\n\(members) }"
    do {
      let added = try cast.add(
        Array(text.utf8), name: "c.json", providers: [try Self.provider.get()], others: ["away"])
      return ([], added.warnings.map(\.description))
    } catch let error as FixtureError {
      #expect(cast.people.isEmpty && cast.clients.isEmpty && cast.claims.isEmpty)
      return (error.findings.map(\.description), [])
    }
  }

  static let mistakes: [(String, String)] = [
    (
      #""people": [{ "username": "", "password": "x" }]"#,
      #"c.json:2:26: error: expected a username, found an empty text: nobody could sign in by it (at /people/0/username)"#
    ),
    (
      #""clients": [{ "provider": "home", "client_id": "" }]"#,
      #"c.json:2:48: error: expected the ID that the client sends as client_id, found an empty text (at /clients/0/client_id)"#
    ),
    (
      #""claims": { "roles": { "in": ["user_info"] } }"#,
      #"c.json:2:31: error: unknown place "user_info"; did you mean "userinfo"? (at /claims/roles/in/0)"#
    ),
    (
      #""claims": { "roles": { "in": [1] } }"#,
      #"c.json:2:31: error: expected id_token, userinfo, access_token or several of them, found a number (at /claims/roles/in/0)"#
    ),
    (
      #""claims": { "roles": { "inn": [] } }"#,
      #"c.json:2:24: error: unknown member "inn"; did you mean "in"? Known here: in, scope (at /claims/roles/inn)"#
    ),
    (
      #""claims": { "roles": { "scope": "opnid" } }"#,
      #"c.json:2:33: error: no client has the scope "opnid", and no provider knows it; did you mean "openid"? (at /claims/roles/scope)"#
    ),
    (
      #""claims": { "roles": { "scope": "a b" } }"#,
      #"c.json:2:33: error: expected one scope of printable ASCII without spaces, quotes and backslashes (RFC 6749 §3.3), found "a b" (at /claims/roles/scope)"#
    ),
    (
      #""claims": { "aud": { "in": ["access_token"] } }"#,
      #"c.json:2:20: error: the claim "aud" is the server's own (RFC 7519 §4.1), and no person's (at /claims/aud)"#
    ),
    (
      #""claims": { "sub": {} }"#,
      #"c.json:2:20: error: sub goes wherever a person is spoken of (OpenID Connect Core §5.1); a person's member sub says what it is (at /claims/sub)"#
    ),
    (
      #""claims": { "password": {} }"#,
      #"c.json:2:25: error: "password" is not a claim: it says what the server does with a person (at /claims/password)"#
    ),
    (
      #""people": [{ "username": "a", "password": "x", "nonce": 1 }]"#,
      #"c.json:2:57: error: the claim "nonce" is the server's own (OpenID Connect Core §2), and no person's (at /people/0/nonce)"#
    ),
    (
      "\"people\": [{ \"username\": \"a\", \"password\": \"x\" },\n{ \"username\": \"a\", \"password\": \"y\" }]",
      #"c.json:3:15: error: the person "a" appears twice in this file; first at line 2 (at /people/1/username)"#
    ),
    (
      "\"clients\": [{ \"provider\": \"home\", \"client_id\": \"c\" },\n{ \"provider\": \"home\", \"client_id\": \"c\" }]",
      #"c.json:3:36: error: the client "c" appears twice in this file; first at line 2 (at /clients/1/client_id)"#
    ),
    (
      #""clients": [{ "provider": "home", "client_id": "c", "redirect_uris": ["https://a.test/#x"] }]"#,
      "c.json:2:71: error: \"https://a.test/#x\" has a fragment, and a redirect URI has none (RFC 6749 §3.1.2); leave out what begins with # (at /clients/0/redirect_uris/0)"
    ),
    (
      #""clients": [{ "provider": "home", "client_id": "c", "audiences": ["api"] }]"#,
      #"c.json:2:67: error: "api" is not an absolute URI, such as https://api.example.test (RFC 8707 §2) (at /clients/0/audiences/0)"#
    ),
    (
      #""clients": [{ "provider": "home", "client_id": "c", "audiences": ["urn:a"] }]"#,
      #"c.json:2:66: error: home knows no audiences: it reads no parameter resource (RFC 8707) (at /clients/0/audiences)"#
    ),
    (
      #""clients": [{ "provider": "home", "client_id": "c", "access_token_format": "jwt" }]"#,
      #"c.json:2:76: error: access tokens of home are all alike: it has no choice of a format (at /clients/0/access_token_format)"#
    ),
    (
      #""clients": [{ "provider": "home", "client_id": "c", "scopes": ["openid read"] }]"#,
      #"c.json:2:64: error: expected one scope of printable ASCII without spaces, quotes and backslashes (RFC 6749 §3.3), found "openid read" (at /clients/0/scopes/0)"#
    ),
    (
      #""people": [{ "username": "a", "password": "x", "sub": 6 }]"#,
      #"c.json:2:55: error: expected the subject as a string (OpenID Connect Core §2), found a number; write "6" (at /people/0/sub)"#
    ),
    (
      #""people": [{ "username": "a", "password": "x", "at": { "home": { "sub": true } } }]"#,
      #"c.json:2:73: error: expected the subject as a string (OpenID Connect Core §2), found true; write "true" (at /people/0/at/home/sub)"#
    ),
    (
      #""clients": [{ "provider": "hone", "client_id": "c" }]"#,
      #"c.json:2:27: error: there is no provider "hone"; did you mean "home"? (at /clients/0/provider)"#
    ),
  ]

  @Test("are told with line and column, and nothing of the file is taken", arguments: mistakes)
  func told(_ members: String, _ sentence: String) throws {
    let errors = try read(members).errors
    #expect(errors.contains(sentence), "\(errors)")
  }

  @Test(
    "about what a quirk may have switched off are warnings: JWTs of clients, pushed requests, signed responses and bound tokens"
  )
  func switchedOff() throws {
    for (members, warning) in [
      (
        #""jwks_uri": "https://a.test/k""#,
        "c.json:2:65: warning: home reads no JWT of a client, so jwks_uri has no effect (at /clients/0/jwks_uri)"
      ),
      (
        #""token_endpoint_auth_method": "private_key_jwt""#,
        "c.json:2:83: warning: home does not know the method private_key_jwt (at /clients/0/token_endpoint_auth_method)"
      ),
      (
        #""require_pushed_authorization_requests": true"#,
        "c.json:2:94: warning: home takes no pushed requests, so require_pushed_authorization_requests has no effect (at /clients/0/require_pushed_authorization_requests)"
      ),
      (
        #""authorization_signed_response_alg": "HS256", "secret": "0123456789abcdef0123456789abcdef""#,
        "c.json:2:90: warning: home signs no authorization responses, so authorization_signed_response_alg has no effect (at /clients/0/authorization_signed_response_alg)"
      ),
      (
        #""id_token_signed_response_alg": "HS256", "secret": "x""#,
        "c.json:2:85: warning: HS256 needs a secret of 32 bytes or more, and that of c has 1 (RFC 7518 §3.2); strict libraries refuse it, so give the client a longer one (at /clients/0/id_token_signed_response_alg)"
      ),
      (
        #""request_object_signing_alg": "none""#,
        "c.json:2:83: warning: home reads no request objects, so request_object_signing_alg has no effect (at /clients/0/request_object_signing_alg)"
      ),
      (
        #""dpop_bound_access_tokens": true"#,
        "c.json:2:81: warning: home binds no tokens to keys, so dpop_bound_access_tokens has no effect (at /clients/0/dpop_bound_access_tokens)"
      ),
    ] {
      let read = try read(
        #""clients": [{ "provider": "home", "client_id": "c", "# + members + " }]")
      #expect(read.errors == [])
      #expect(read.warnings == [warning])
    }
  }

  @Test(
    "a scope that the client's provider does not list is a warning, with the scope that is near")
  func scopes() throws {
    let read = try read(
      #""clients": [{ "provider": "home", "client_id": "c", "scopes": ["openid", "raed"] }]"#)
    #expect(read.errors == [])
    #expect(
      read.warnings == [
        #"c.json:2:74: warning: home has no scope "raed"; did you mean "read"? (at /clients/0/scopes/1)"#
      ])
  }

  @Test("that may be none are warnings: providers of another run, and claims that nobody has yet")
  func doubtful() throws {
    let elsewhere = try read(
      "\"clients\": [{ \"provider\": \"away\", \"client_id\": \"c\" },\n"
        + "{ \"provider\": \"acme-corporation\", \"client_id\": \"c\" }],\n"
        + "\"people\": [{ \"username\": \"a\", \"password\": \"x\", \"at\": { \"acme-corporation\": {} } }]"
    )
    #expect(elsewhere.errors == [])
    #expect(
      elsewhere.warnings == [
        #"c.json:2:27: warning: away is not served here; this client is left out (at /clients/0/provider)"#,
        #"c.json:3:15: warning: there is no provider "acme-corporation" here; this client is left out (at /clients/1/provider)"#,
        #"c.json:4:76: warning: there is no provider "acme-corporation" here; what is said of it is left out; known here: away, home (at /people/0/at/acme-corporation)"#,
      ])
    let slip = try read(
      "\"people\": [{ \"username\": \"a\", \"password\": \"x\", \"roles\": [] }],\n"
        + "\"claims\": { \"rolse\": {} }")
    #expect(
      slip == (
        [],
        [
          #"c.json:3:22: warning: nobody has the claim "rolse"; did you mean "roles"? (at /claims/rolse)"#
        ]
      ))
  }

  @Test("are none in what casts say of claims, and a later cast has the last word")
  func good() throws {
    var cast = Cast()
    let providers = [try Self.provider.get()]
    func add(_ claims: String) throws -> [String] {
      try cast.add(
        Array("{ \"kind\": \"cast\", \"claims\": \(claims) }".utf8), name: "c.json",
        providers: providers
      ).replaced
    }
    #expect(
      try add(
        #"{ "roles": { "in": "id_token", "scope": "read" }, "groups": {}, "logins": { "in": [] } }"#
      )
        == [])
    #expect(cast.claims["roles"] == ClaimRule(places: .idToken, scope: "read"))
    #expect(cast.claims["groups"] == .usual && cast.claims["logins"]?.places == [])
    #expect(
      try add(#"{ "roles": { "in": ["access_token", "userinfo"], "scope": null } }"#)
        == ["where the claim roles goes comes from c.json now"])
    #expect(cast.claims["roles"] == ClaimRule(places: [.accessToken, .userinfo]))
    #expect(cast.claims.list.map(\.name) == ["roles", "groups", "logins"])
  }

  @Test(
    "a redirect URI that no client can mean is told with what is wrong",
    arguments: [
      ("/cb", "\"/cb\" has no scheme; a redirect URI is absolute"),
      ("http://", "\"http://\" names no host"), ("http:/127.0.0.1/cb", "names no host"),
      ("http://127.0.0.1:99999/cb", "has the port 99999; expected a number from 1 to 65535"),
      ("http://127.0.0.1/c b", "has a blank"), ("htp://a.test/cb", "did you mean \"http\"?"),
      (
        "http://127.0.0.1/*",
        "home reads no wildcards, so the \"*\" of \"http://127.0.0.1/*\" stands only for itself"
      ),
      ("javascript:alert(1)", "the scheme javascript runs code"),
    ])
  func redirects(_ uri: String, _ sentence: String) throws {
    let errors = try read(
      #""clients": [{ "provider": "home", "client_id": "a", "redirect_uris": ["\#(uri)"] }]"#
    ).errors
    #expect(errors.count == 1 && errors[0].contains(sentence), "\(errors)")
  }

  @Test(
    "a redirect URI that an app has is fine",
    arguments: [
      "http://[::1]:8080/cb", "http://localhost/cb", "com.example.app:/cb", "myapp://cb",
      "https://a.test/cb?x=1",
    ])
  func apps(_ uri: String) throws {
    let found = try read(
      #""clients": [{ "provider": "home", "client_id": "a", "redirect_uris": ["\#(uri)"] }]"#)
    #expect(found.errors == [] && found.warnings == [])
  }

  @Test("a client without a secret, keys or a certificate is public, unless it says otherwise")
  func kinds() throws {
    var cast = Cast()
    let text = """
      { "kind": "cast", "clients": [
        { "provider": "home", "client_id": "bare", "redirect_uris": ["http://a.test/"] },
        { "provider": "home", "client_id": "web", "secret": "s", "redirect_uris": ["http://a.test/"] }] }
      """
    _ = try cast.add(Array(text.utf8), name: "c.json", providers: [try Self.provider.get()])
    #expect(cast.client("bare", at: "home")?.kind == .public)
    #expect(cast.client("web", at: "home")?.kind == .confidential)
  }
}
