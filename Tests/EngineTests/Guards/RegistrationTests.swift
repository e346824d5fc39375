import Basics
import ProviderModel
import Testing

@testable import Engine

/// Metadata that the registration endpoint accepts and refuses (RFC 7591).
@Suite("A registration")
struct RegistrationTests {
  private let stage: RegistrationVisitor
  init() throws { stage = try RegistrationVisitor() }

  @Test("answers with all registered metadata, and leaves out what it does not know")
  func answer() throws {
    let sent = """
      {"redirect_uris": ["https://app.example/cb", "com.example.app:/cb"], "client_name": "App",
       "client_name#fr": "L'appli", "scope": "openid email", "contacts": ["a@app.example"],
       "client_uri": "https://app.example", "logo_uri": "https://app.example/logo",
       "jwks_uri": "https://app.example/jwks", "software_id": "s", "unknown": 1,
       "id_token_signed_response_alg": "ES256", "authorization_signed_response_alg": "HS256",
       "application_type": "web",
       "post_logout_redirect_uris": ["https://app.example/bye"]}
      """
    #expect(try stage.register(sent) == 201)
    for (name, value) in [
      ("client_name", "App"), ("client_name#fr", "L'appli"), ("scope", "openid email"),
      ("contacts", "[\"a@app.example\"]"), ("grant_types", "[\"authorization_code\"]"),
      ("response_types", "[\"code\"]"), ("token_endpoint_auth_method", "client_secret_basic"),
      ("client_secret_expires_at", "0"), ("client_id_issued_at", "1600000000"),
      ("id_token_signed_response_alg", "ES256"), ("authorization_signed_response_alg", "HS256"),
      ("jwks_uri", "https://app.example/jwks"),
      ("application_type", "web"), ("software_id", "s"), ("client_uri", "https://app.example"),
      ("redirect_uris", "[\"https://app.example/cb\",\"com.example.app:/cb\"]"),
      ("post_logout_redirect_uris", "[\"https://app.example/bye\"]"),
    ] {
      #expect(try stage.visitor.member(name) == value)
    }
    #expect(try stage.visitor.member("client_secret").utf8.count == 43)
    #expect(!stage.visitor.page.contains("unknown"))
    #expect(stage.visitor.told.outcome == .registered)
  }

  @Test("of a public client has no secret")
  func publicClient() throws {
    let client = try stage.registered(", \"token_endpoint_auth_method\": \"none\"")
    #expect(client.secret == nil)
    #expect(!stage.visitor.page.contains("client_secret"))
  }

  @Test(
    "refuses redirect URIs, and names the member",
    arguments: [
      "[\"javascript:alert(1)\"]", "[\"https://a.example/#x\"]", "[\"/cb\"]", "[]", "\"x\"", "[1]",
      "[\"https://a.example/\\n\"]", "[\"https:///cb\"]", "[\"\"]", "[\"http://:80/cb\"]",
      "[\"https://a.example/c b\"]", "[\"https://a.example/%zz\"]", "[\"https://a.example/%a\"]",
      "[\"https://a.example/<x>\"]", "[\"https://a.example/é\"]", "[\"https://a.example/[x]\"]",
      "[\"com.example.app:/c b\"]", "[\"https://a.example/cb\\\\x\"]",
    ])
  func redirects(_ uris: String) throws {
    try stage.register("{\"redirect_uris\": \(uris)}")
    try stage.expect(.metadataRedirectInvalid, 400, "invalid_redirect_uri", naming: "redirect_uris")
  }

  @Test("refuses a redirect URI that its application type can't have")
  func applicationTypes() throws {
    try stage.register(
      "{\"redirect_uris\": [\"http://a.example/cb\"], \"application_type\": \"native\"}")
    try stage.expect(.metadataRedirectInvalid, 400, "invalid_redirect_uri", naming: "native")
    let implicit =
      "\"application_type\": \"web\", \"grant_types\": [\"implicit\"], \"response_types\": [\"token\"]"
    // RFC 3986 §3.2: what stands before the last @ is no host.
    try stage.register(
      "{\"redirect_uris\": [\"http://localhost:x@evil.example/cb\"], \"application_type\": \"native\"}"
    )
    try stage.expect(.metadataRedirectInvalid, 400, "invalid_redirect_uri", naming: "native")
    for uri in ["http://a.example/cb", "https://localhost/cb", "app:/cb"] {
      try stage.register("{\"redirect_uris\": [\"\(uri)\"], \(implicit)}")
      try stage.expect(.metadataRedirectInvalid, 400, "invalid_redirect_uri", naming: "implicit")
    }
    #expect(
      try stage.register("{\"redirect_uris\": [\"https://a.example/cb\"], \(implicit)}") == 201)
    #expect(
      try stage.register(
        "{\"redirect_uris\": [\"http://127.0.0.1/cb\"], \"application_type\": \"native\"}") == 201)
  }

  @Test("without a grant that redirects needs no redirect URI")
  func noRedirect() throws {
    #expect(try stage.register("{\"grant_types\": [\"client_credentials\"]}") == 201)
    #expect(try stage.visitor.member("response_types") == "[]")
  }

  @Test(
    "refuses metadata, and names the member",
    arguments: [
      ("\"grant_types\": [\"magic\"]", "grant_types"),
      ("\"grant_types\": \"implicit\"", "grant_types"),
      ("\"response_types\": [\"magic\"]", "response_types"),
      ("\"response_types\": [\"token\"]", "response_types lacks code"),
      ("\"response_types\": [\"code\", \"token\"]", "grant_types lacks implicit"),
      (
        "\"response_types\": [\"code\"], \"grant_types\": [\"implicit\"]",
        "grant_types lacks authorization_code"
      ),
      ("\"grant_types\": [\"implicit\"]", "response_types lacks token or id_token"),
      (
        "\"response_types\": [], \"grant_types\": [\"authorization_code\"]",
        "response_types lacks code"
      ),
      (
        "\"grant_types\": [\"authorization_code\", \"client_credentials\"], \"token_endpoint_auth_method\": \"none\"",
        "client_credentials"
      ),
      ("\"token_endpoint_auth_method\": \"magic\"", "token_endpoint_auth_method"),
      ("\"token_endpoint_auth_method\": 1", "token_endpoint_auth_method is a number"),
      ("\"scope\": \"a \\\"b\\\"\"", "scope"), ("\"scope\": []", "scope is an array"),
      ("\"client_uri\": \"app:x\"", "client_uri"), ("\"logo_uri\": \"javascript:1\"", "logo_uri"),
      ("\"tos_uri\": \"https://\"", "tos_uri"), ("\"policy_uri\": 1", "policy_uri"),
      ("\"client_name#\": \"x\"", "client_name#"),
      ("\"client_name#a b\": \"x\"", "client_name#a b"),
      ("\"jwks\": {\"keys\": []}, \"jwks_uri\": \"https://a.example/k\"", "jwks appears together"),
      ("\"jwks\": []", "jwks"), ("\"jwks\": {\"keys\": [{}]}", "jwks"),
      ("\"jwks_uri\": \"x\"", "jwks_uri"), ("\"contacts\": [1]", "contacts"),
      ("\"application_type\": \"magic\"", "application_type"),
      ("\"post_logout_redirect_uris\": [\"data:x\"]", "post_logout_redirect_uris"),
      ("\"id_token_signed_response_alg\": \"none\"", "id_token_signed_response_alg"),
      (
        "\"id_token_signed_response_alg\": \"HS256\", \"token_endpoint_auth_method\": \"none\"",
        "id_token_signed_response_alg"
      ),
    ])
  func metadata(_ members: String, _ word: String) throws {
    try stage.register("{\"redirect_uris\": [\"https://a.example/cb\"], \(members)}")
    try stage.expect(.metadataInvalid, 400, "invalid_client_metadata", naming: word)
  }

  @Test("bounds its texts and lists")
  func bounds() throws {
    func uris(_ count: Int, _ length: Int) -> String {
      let uri = "\"https://a.example/" + String(repeating: "x", count: length - 18) + "\""
      return "{\"redirect_uris\": [" + Array(repeating: uri, count: count).joined(separator: ",")
        + "]}"
    }
    #expect(try stage.register(uris(100, 100)) == 201)
    #expect(try stage.register(uris(1, 2048)) == 201)
    try stage.register(uris(101, 100))
    try stage.expect(.metadataRedirectInvalid, 400, "invalid_redirect_uri", naming: "101 values")
    try stage.register(uris(1, 2049))
    try stage.expect(.metadataRedirectInvalid, 400, "invalid_redirect_uri", naming: "2049 bytes")
    let name = String(repeating: "n", count: 2049)
    try stage.register("{\"redirect_uris\": [\"https://a.example\"], \"client_name\": \"\(name)\"}")
    try stage.expect(
      .metadataInvalid, 400, "invalid_client_metadata", naming: "client_name has 2049")
  }

  @Test(
    "refuses a body that is no JSON object",
    arguments: ["", "[]", "{", "{\"a\": 1, \"a\": 2}", "\"x\""])
  func bodies(_ body: String) throws {
    try stage.register(body)
    try stage.expect(.bodyUnreadable, 400, "invalid_client_metadata")
  }

  @Test("refuses a body of more than 64 KiB, or deeper than 16 levels")
  func largeBody() throws {
    try stage.register("{\"x\": \"" + String(repeating: "x", count: 64 << 10) + "\"}")
    try stage.expect(.bodyUnreadable, 400, "invalid_client_metadata")
    try stage.register(String(repeating: "[", count: 20) + String(repeating: "]", count: 20))
    try stage.expect(.bodyUnreadable, 400, "invalid_client_metadata")
  }

  @Test("refuses a body that is not called JSON", arguments: ["text/plain", ""])
  func types(_ type: String) throws {
    try stage.visitor.call(
      .post, "/standard/register", type.isEmpty ? [] : [("Content-Type", type)],
      body: Array("{}".utf8))
    try stage.expect(
      .contentTypeUnsupported, 400, "invalid_client_metadata", naming: "Content-Type")
  }

  @Test("is open to everybody, or to those with the initial access token")
  func initialToken() throws {
    let stage = try RegistrationVisitor(with: ["registration-token"])
    let body = "{\"redirect_uris\": [\"https://a.example/cb\"]}"
    #expect(try stage.register(body) == 401)
    #expect(stage.condition == .initialTokenMissing)
    #expect(stage.visitor.headers[.wwwAuthenticate]?.hasPrefix("Bearer ") == true)
    try stage.register(body, [("Authorization", "Basic understudy-registration-0123456789")])
    #expect(stage.condition == .initialTokenMissing)
    try stage.register(body, [("Authorization", "Bearer another")])
    try stage.expect(.initialTokenWrong, 401, "invalid_token")
    #expect(
      try stage.register(body, [("Authorization", "Bearer understudy-registration-0123456789")])
        == 201)
  }

  @Test("is refused when the sandbox has as many clients as it may")
  func full() throws {
    let stage = try RegistrationVisitor(patch: "{ \"registration\": { \"most\": 2 } }")
    let first = try stage.registered()
    _ = try stage.registered()
    try stage.register("{\"redirect_uris\": [\"https://a.example/cb\"]}")
    try stage.expect(.registrationsFull, 503, "temporarily_unavailable", naming: "2")
    #expect(try stage.configure(.delete, first) == 204)
    _ = try stage.registered()
  }

  @Test("is not refused for the clients of other providers")
  func otherProvider() throws {
    var sandbox = try Visitor.stage(
      "standard", text: Engine.text(patching: "{ \"registration\": { \"most\": 1 } }"))
    sandbox.ownState().register(
      RegisteredClient(
        client: Client(provider: "vk", id: "x", name: "x", redirectURIs: []),
        metadata: JSONObject(), token: "x", issued: 0, bytes: 0))
    var random = Entropy(seed: 1)
    func register() -> Int {
      let request = Request(
        method: .post, authority: "localhost", target: "/standard/register",
        headers: [.contentType: "application/json"],
        body: Array("{\"redirect_uris\": [\"https://a.example/cb\"]}".utf8))
      return sandbox.respond(to: request, at: 1_600_000_000, using: &random).status.code
    }
    #expect(register() == 201)
    #expect(register() == 503)
  }

  @Test("has no scope where its scope is blank")
  func blankScope() throws {
    _ = try stage.registered(", \"scope\": \"   \"")
    #expect(!stage.visitor.page.contains("scope"))
  }

  @Test(
    "holds no private and no symmetric key",
    arguments: ["d", "p", "q", "dp", "dq", "qi", "oth", "k", "kty"])
  func privateKeys(_ member: String) throws {
    let key = member == "kty" ? "\"kty\": \"oct\"" : "\"kty\": \"EC\", \"\(member)\": \"x\""
    try stage.register(
      "{\"redirect_uris\": [\"https://a.example/cb\"], \"jwks\": {\"keys\": [{\(key)}]}}")
    try stage.expect(.metadataInvalid, 400, "invalid_client_metadata", naming: "jwks holds a key")
  }

  @Test("is refused when the sandbox's registrations would take more than 16 MiB")
  func bytes() throws {
    let filler = String(repeating: "k", count: 64_000)
    let body =
      "{\"redirect_uris\": [\"https://a.example/cb\"], \"jwks\": {\"keys\": [{\"kty\": \"\(filler)\"}]}}"
    let most = State.mostRegistrationBytes / body.utf8.count
    for _ in 0..<most { #expect(try stage.register(body) == 201) }
    try stage.register(body)
    try stage.expect(.registrationsFull, 503, "temporarily_unavailable", naming: "16777216")
    // Small ones have room.
    let small = try stage.registered()
    try stage.configure(
      .put, small,
      body.replacingAll("{\"redirect", with: "{\"client_id\": \"\(small.id)\", \"redirect"))
    try stage.expect(.registrationsFull, 503, "temporarily_unavailable", naming: "bytes")
  }

  @Test("may register other metadata than the client asks for")
  func replaced() throws {
    let stage = try RegistrationVisitor(with: ["registration-replaces-metadata"])
    let client = try stage.registered(
      ", \"scope\": \"openid email\", \"token_endpoint_auth_method\": \"none\"")
    #expect(try stage.visitor.member("scope") == "openid")
    #expect(try stage.visitor.member("token_endpoint_auth_method") == "client_secret_post")
    #expect(client.secret != nil)
  }

  @Test("is gone from addresses, metadata and errors where it is switched off")
  func off() throws {
    let stage = try RegistrationVisitor(with: ["no-registration"])
    #expect(try stage.register("{}") == 404)
    try stage.visitor.call(.get, "/standard/register/x")
    #expect(stage.visitor.status == 404)
    try stage.visitor.call(.get, "/standard/.well-known/openid-configuration")
    #expect(!stage.visitor.page.contains("registration_endpoint"))
    #expect(stage.visitor.page.contains("client_id_metadata_document_supported"))
  }

  @Test("can be refused by a rule, with each of its conditions")
  func rules() throws {
    let endpoint = try #require(
      stage.visitor.sandbox.providers.first { $0.id == "standard" }?.endpoint(named: "register"))
    let provider = try #require(stage.visitor.sandbox.providers.first { $0.id == "standard" })
    let names = Set(provider.refusals(at: endpoint).map(\.condition))
    for declaration in Condition.declarations where declaration.catalogue == .registration {
      #expect(names.contains(declaration.condition))
      #expect(provider.errorRule(declaration.condition, in: "registration") != nil)
    }
  }
}
