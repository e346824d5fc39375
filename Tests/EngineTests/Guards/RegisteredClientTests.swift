import Basics
import ProviderModel
import Testing

@testable import Engine

/// The rights and the end of a registered client (RFC 7592).
@Suite("A registered client")
struct RegisteredClientTests {
  private let stage: RegistrationVisitor
  init() throws { stage = try RegistrationVisitor() }

  private func code(
    _ client: RegistrationVisitor.Registered, scope: String = "openid"
  ) throws -> String {
    let visitor = stage.visitor
    visitor.open(
      "/standard/authorize?client_id=\(client.id)&redirect_uri=\(RegistrationVisitor.callback)"
        + "&response_type=code&scope=\(scope)")
    if visitor.page.contains("name=\"password\"") {
      visitor.submit(["username": "alice", "password": "wonderland"])
    }
    if visitor.page.contains("name=\"decision\"") { visitor.submit(["decision": "allow"]) }
    return try visitor.parameter("code")
  }

  private func token(_ client: RegistrationVisitor.Registered) throws -> String {
    try stage.visitor.post(
      "/standard/token",
      [
        "grant_type": "authorization_code", "code": code(client),
        "redirect_uri": RegistrationVisitor.callback, "client_id": client.id,
        "client_secret": client.secret ?? "",
      ])
    return try stage.visitor.member("access_token")
  }

  private func userinfo(_ token: String) throws -> Int {
    try stage.visitor.call(
      .get, "/standard/userinfo", [("Authorization", "Bearer \(token)")]
    ).status
  }

  @Test(
    "without refresh_token in its grant_types gets no refresh token, with which it would be refused"
  )
  func refreshless() throws {
    for (grants, isGiven) in [
      ("\"authorization_code\"", false), ("\"authorization_code\", \"refresh_token\"", true),
    ] {
      let client = try stage.registered(
        ", \"token_endpoint_auth_method\": \"client_secret_post\", \"grant_types\": [\(grants)]")
      stage.visitor.jar = [:]
      try stage.visitor.post(
        "/standard/token",
        [
          "grant_type": "authorization_code", "code": code(client, scope: "profile"),
          "redirect_uri": RegistrationVisitor.callback, "client_id": client.id,
          "client_secret": client.secret ?? "",
        ])
      #expect(stage.visitor.page.contains("refresh_token") == isGiven)
      #expect(
        stage.visitor.told.why
          == (isGiven
            ? nil
            : "the client \(client.id) gets no refresh token: its grant_types lack refresh_token"))
    }
  }

  @Test("signs people in, with its name on the page")
  func signIn() throws {
    let client = try stage.registered(
      ", \"client_name\": \"Ada's app\", \"token_endpoint_auth_method\": \"client_secret_post\"")
    stage.visitor.open(
      "/standard/authorize?client_id=\(client.id)&redirect_uri=\(RegistrationVisitor.callback)"
        + "&response_type=code&scope=openid")
    #expect(
      stage.visitor.page.contains("Ada&#39;s app") || stage.visitor.page.contains("Ada's app"))
    #expect(try userinfo(token(client)) == 200)
  }

  @Test("uses only what it has registered")
  func limits() throws {
    let client = try stage.registered(", \"scope\": \"openid\"")
    let start =
      "/standard/authorize?client_id=\(client.id)&redirect_uri=\(RegistrationVisitor.callback)&response_type="
    stage.visitor.open(start + "code&scope=openid%20email")
    #expect(stage.condition == .scopeNotAllowed)
    stage.visitor.open(start + "id_token&scope=openid&nonce=n")
    #expect(stage.condition == .responseTypeNotAllowed)
    stage.visitor.open(
      "/standard/authorize?client_id=\(client.id)&redirect_uri=https://b.example&response_type=code"
    )
    #expect(stage.condition == .redirectHostMismatch)
    #expect(stage.visitor.told.remedy?.hasSuffix("of this client in its metadata") == true)
    let basic = Base64.encode(Array("\(client.id):\(client.secret ?? "")".utf8))
    try stage.visitor.post(
      "/standard/token", ["grant_type": "client_credentials"],
      [("Authorization", "Basic \(basic)")])
    #expect(stage.condition == .grantNotAllowed)
  }

  @Test("reads its registration with its own token alone")
  func read() throws {
    let client = try stage.registered(", \"client_name\": \"A\"")
    let other = try stage.registered()
    #expect(try stage.configure(.get, client) == 200)
    #expect(try stage.visitor.member("client_name") == "A")
    #expect(try stage.visitor.member("client_secret") == client.secret)
    #expect(try stage.visitor.member("registration_access_token") == client.token)
    for token in [other.token, "x"] {
      try stage.configure(.get, client, token: token)
      try stage.expect(.registrationTokenWrong, 401, "invalid_token", naming: client.id)
    }
    try stage.visitor.call(.get, client.path)
    #expect(stage.visitor.status == 401)
    #expect(stage.condition == .registrationTokenMissing)
  }

  @Test("replaces its metadata; members that it leaves out are gone")
  func update() throws {
    let client = try stage.registered(", \"client_name\": \"A\", \"scope\": \"openid\"")
    let body =
      "{\"client_id\": \"\(client.id)\", \"client_secret\": \"\(client.secret ?? "")\", "
      + "\"redirect_uris\": [\"https://b.example/cb\"], \"client_name\": \"B\"}"
    #expect(try stage.configure(.put, client, body) == 200)
    #expect(stage.visitor.told.outcome == .registrationUpdated)
    #expect(try stage.visitor.member("client_name") == "B")
    #expect(!stage.visitor.page.contains("scope"))
    #expect(try stage.visitor.member("client_secret") == client.secret)
    stage.visitor.open(
      "/standard/authorize?client_id=\(client.id)&redirect_uri=\(RegistrationVisitor.callback)"
        + "&response_type=code&scope=openid")
    #expect(stage.condition == .redirectHostMismatch)
  }

  @Test("gets a secret when it becomes confidential, and loses it when it becomes public")
  func method() throws {
    let client = try stage.registered(", \"token_endpoint_auth_method\": \"none\"")
    let start = "{\"client_id\": \"\(client.id)\", \"redirect_uris\": [\"https://b.example/cb\"]"
    #expect(try stage.configure(.put, client, start + "}") == 200)
    #expect(try stage.visitor.member("client_secret").utf8.count == 43)
    #expect(
      try stage.configure(.put, client, start + ", \"token_endpoint_auth_method\": \"none\"}")
        == 200)
    #expect(!stage.visitor.page.contains("client_secret"))
  }

  @Test(
    "is not updated with members that only the server sets, or with another id or secret",
    arguments: [
      ("\"client_id\": \"other\"", "client_id"), ("\"x\": 1", "client_id"),
      ("\"client_id\": \"ID\", \"client_secret\": \"other\"", "client_secret"),
      ("\"client_id\": \"ID\", \"registration_access_token\": \"x\"", "registration_access_token"),
      ("\"client_id\": \"ID\", \"registration_client_uri\": \"x\"", "registration_client_uri"),
      ("\"client_id\": \"ID\", \"client_secret_expires_at\": 0", "client_secret_expires_at"),
      ("\"client_id\": \"ID\", \"client_id_issued_at\": 0", "client_id_issued_at"),
      ("\"client_id\": \"ID\", \"grant_types\": [\"magic\"]", "grant_types"),
    ])
  func badUpdate(_ members: String, _ word: String) throws {
    let client = try stage.registered()
    let members = members.replacingAll("ID", with: client.id)
    try stage.configure(
      .put, client, "{\"redirect_uris\": [\"https://b.example/cb\"], \(members)}")
    try stage.expect(.metadataInvalid, 400, "invalid_client_metadata", naming: word)
  }

  @Test("is gone after it was deleted, with its tokens")
  func delete() throws {
    let client = try stage.registered(", \"token_endpoint_auth_method\": \"client_secret_post\"")
    let token = try token(client)
    #expect(try userinfo(token) == 200)
    #expect(try stage.configure(.delete, client) == 204)
    #expect(stage.visitor.told.outcome == .unregistered)
    #expect(stage.visitor.told.client == client.id)
    #expect(try userinfo(token) == 401)
    #expect(stage.condition == .tokenRevoked)
    try stage.configure(.get, client)
    try stage.expect(.registrationTokenWrong, 401, "invalid_token", naming: client.id)
    stage.visitor.open("/standard/authorize?client_id=\(client.id)&response_type=code")
    #expect(stage.condition == .clientUnknown)
  }

  @Test("gets no code from a page that is still open after it was deleted")
  func openPages() throws {
    let target = "response_type=code&scope=openid&redirect_uri=\(RegistrationVisitor.callback)"
    let person = ["username": "alice", "password": "wonderland"]
    for isSignedIn in [false, true] {
      let client = try stage.registered()
      stage.visitor.open("/standard/authorize?client_id=\(client.id)&\(target)")
      if isSignedIn { stage.visitor.submit(person) }
      let page = stage.visitor.page
      #expect(try stage.configure(.delete, client) == 204)
      stage.visitor.submit(isSignedIn ? ["decision": "allow"] : person, on: page)
      #expect(stage.condition == .clientUnknown)
      #expect(stage.visitor.status == 400)
      #expect(stage.visitor.location.isEmpty)
      #expect(stage.visitor.told.remedy?.isEmpty == false)
    }
  }

  @Test("goes on after it was deleted where any client is accepted")
  func anyClient() throws {
    let stage = try RegistrationVisitor(anyClient: true)
    let client = try stage.registered()
    stage.visitor.open(
      "/standard/authorize?client_id=\(client.id)&redirect_uri=\(RegistrationVisitor.callback)"
        + "&response_type=code&scope=openid")
    let page = stage.visitor.page
    #expect(try stage.configure(.delete, client) == 204)
    stage.visitor.submit(["username": "alice", "password": "wonderland"], on: page)
    #expect(stage.visitor.page.contains("name=\"decision\""))
  }

  @Test("takes no other client's tokens along")
  func bystander() throws {
    let method = ", \"token_endpoint_auth_method\": \"client_secret_post\""
    let (client, other) = (try stage.registered(method), try stage.registered(method))
    let (first, second) = (try token(client), try token(other))
    #expect(try stage.configure(.delete, client) == 204)
    #expect(try userinfo(first) == 401)
    #expect(try userinfo(second) == 200)
  }

  @Test("belongs to a copy of the sandbox as it was then")
  func checkpoint() throws {
    let client = try stage.registered()
    let kept = stage.visitor.sandbox
    #expect(kept.client(client.id, at: "standard") != nil)
    #expect(try stage.configure(.delete, client) == 204)
    #expect(stage.visitor.sandbox.client(client.id, at: "standard") == nil)
    #expect(kept.client(client.id, at: "standard") != nil)
    #expect(kept.client(client.id, at: "vk") == nil)
    #expect(kept.clients.last?.id == client.id)
  }

  @Test("returns from a logout to the address that it has registered")
  func logout() throws {
    let client = try stage.registered(
      ", \"post_logout_redirect_uris\": [\"https://app.example/bye\"]")
    stage.visitor.open(
      "/standard/logout?client_id=\(client.id)&post_logout_redirect_uri=https://app.example/bye")
    #expect(stage.visitor.location == "https://app.example/bye")
  }
}
