import Basics
import JOSE
import ProviderModel
import Testing

/// What a token request is bound by: its parameters, its grant's rules, its resources.
@Suite("A grant's rule")
struct GrantBoundTests {
  private static let secret = StandardVisitor.secret
  private static let pair = "client_id=web&client_secret=\(secret)"

  // MARK: Repeats

  @Test(
    "a parameter that stands twice in one place is refused, also where another one stands in two",
    arguments: [
      ("", "grant_type=client_credentials&scope=&scope=", "scope"),
      ("?grant_type=client_credentials", "scope=&scope=&grant_type=client_credentials", "scope"),
      ("?grant_type=x&grant_type=y", "grant_type=client_credentials", "grant_type"),
      ("?code=a&code=b", "grant_type=client_credentials", "code"),
    ])
  func repeated(_ query: String, _ form: String, _ name: String) throws {
    let visitor = try Visitor(patching: #"{"endpoints": {"token": {"read": {"query": true}}}}"#)
    try visitor.post("/standard/token" + query, raw: "\(form)&\(Self.pair)")
    #expect(visitor.condition == .parameterRepeated)
    #expect(visitor.told.why == "the parameter \(name) was sent 2 times")
  }

  @Test("the same name in query and form is sent once, and the place counts that is read first")
  func places() throws {
    let visitor = try Visitor(patching: #"{"endpoints": {"token": {"read": {"query": true}}}}"#)
    try visitor.post(
      "/standard/token?grant_type=magic&client_id=nobody",
      raw: "grant_type=client_credentials&\(Self.pair)")
    #expect(visitor.status == 200, "\(visitor.page)")
    try visitor.post("/standard/token?grant_type=magic", raw: Self.pair)
    #expect(visitor.condition == .grantUnsupported)
  }

  @Test(
    "a parameter that stands twice has its last or first value where repeats are taken",
    arguments: [("last", "magic", "client_credentials"), ("first", "client_credentials", "magic")])
  func taken(_ repeats: String, _ first: String, _ second: String) throws {
    let visitor = try Visitor(patching: #"{"repeats": "\#(repeats)"}"#)
    try visitor.post(
      "/standard/token", raw: "grant_type=\(first)&grant_type=\(second)&\(Self.pair)")
    #expect(visitor.status == 200, "\(visitor.page)")
    try visitor.post(
      "/standard/token", raw: "grant_type=\(second)&grant_type=\(first)&\(Self.pair)")
    #expect(visitor.condition == .grantUnsupported)
  }

  @Test("introspection and revocation refuse a repeated parameter, too")
  func services() throws {
    let visitor = try Visitor("standard")
    for path in ["introspect", "revoke"] {
      try visitor.post("/standard/" + path, raw: "token=a&token=a&\(Self.pair)")
      #expect(visitor.condition == .parameterRepeated && visitor.status == 400)
    }
  }

  @Test("more than 512 parameters in one body are refused, and 512 are read")
  func many() throws {
    let visitor = try Visitor("standard")
    let form = "grant_type=client_credentials&" + Self.pair
    try visitor.post("/standard/token", raw: form + String(repeating: "&x", count: 509))
    #expect(visitor.status == 200, "\(visitor.page)")
    try visitor.post("/standard/token", raw: form + String(repeating: "&x", count: 510))
    #expect(visitor.status == 400 && visitor.condition == .bodyUnreadable)
    #expect(visitor.told.why?.contains("513 parameters") == true)
  }

  // MARK: Defaults and checks

  @Test("a parameter's default counts where it is left out or empty, and nowhere else")
  func fallback() throws {
    let visitor = try Visitor("vk")
    let at = "/vk/access_token?client_id=7999001&client_secret=\(Self.secret)"
    for (more, condition) in [
      ("&grant_type=client_credentials", nil), ("&grant_type=magic", .grantUnsupported),
      ("&grant_type=", .parameterMissing), ("", .parameterMissing),
    ] as [(String, Condition?)] {
      try visitor.call(.get, at + more)
      #expect(visitor.condition == condition, "\(more) \(visitor.page)")
    }
    #expect(visitor.told.why == "the request has no code")
  }

  @Test("a fixture's check sees the grant's number, which is 0 before it is opened")
  func number() throws {
    let check = """
      { "checks": { "probe": { "when": { "eq": ["{{req.token}}", "probe"] },
        "fail": "parameter_invalid", "why": "grant {{grant.id}}" } } }
      """
    let visitor = try Visitor(
      patching: """
        { "token": { "grants": { "password": \(check), "refresh_token": \(check) } } }
        """)
    try visitor.passwordGrant("openid", ["token": "probe"])
    #expect(visitor.condition == .parameterInvalid)
    #expect(visitor.told.why == "grant 0")
    try visitor.passwordGrant("openid")
    try visitor.passwordGrant("openid")
    let form = [
      "grant_type": "refresh_token", "refresh_token": try visitor.member("refresh_token"),
      "client_id": "web", "client_secret": Self.secret,
    ]
    try visitor.post("/standard/token", fields: form.merging(["token": "probe"]) { $1 })
    #expect(visitor.told.why == "grant 2")
    // What a check refuses is not spent.
    #expect(try visitor.post("/standard/token", fields: form).status == 200)
    try visitor.post("/standard/token", fields: form)
    #expect(visitor.condition == .refreshReused)
    try visitor.token(["grant_type": "client_credentials", "scope": "openid"])
    #expect(visitor.condition == .clientMissing)
    try visitor.post(
      "/standard/token", raw: "grant_type=client_credentials&scope=openid&\(Self.pair)")
    #expect(visitor.condition == .scopeNotAllowed)
  }

  @Test("scope is read by the grants that narrow, and by no other")
  func scoping() throws {
    let stage = try StandardVisitor()
    try stage.redeem(stage.code(), ["scope": "email"])
    #expect(try stage.visitor.member("scope") == StandardVisitor.scope)
    let refresh = try stage.visitor.member("refresh_token")
    try stage.refresh(refresh, ["scope": "email"])
    #expect(try stage.visitor.member("scope") == "email")
  }

  @Test("a redirect URI may be left out where the grant says so, and another one is still refused")
  func redirectOptional() throws {
    let stage = try StandardVisitor(
      patching: """
        { "token": { "grants": { "authorization_code": { "redirect_required": false } } } }
        """)
    try stage.redeem(stage.code(), ["redirect_uri": StandardVisitor.secondCallback])
    try stage.expectRefusal(.redirectMismatch, 400, "invalid_grant")
    #expect(try stage.redeem(stage.code(), ["redirect_uri": nil]).status == 200)
  }

  @Test("a verifier without a challenge is refused only where their form is checked")
  func verifierUnexpected() throws {
    for isChecked in [true, false] {
      let stage = try StandardVisitor(
        patching: #"{ "code_challenge": { "check_form": \#(isChecked) } }"#)
      try stage.redeem(stage.code(), ["code_verifier": String(repeating: "v", count: 43)])
      #expect(stage.condition == (isChecked ? .verifierUnexpected : nil))
    }
  }

  // MARK: Second uses

  @Test("a code whose second use is tolerated ends with its life, or with its grant")
  func tolerated() throws {
    let stage = try StandardVisitor(
      patching: """
        { "token": { "grants": { "authorization_code": { "reuse": "tolerate" } } } }
        """)
    let code = try stage.code()
    for wait in [0, 30, 29] {
      stage.visitor.now += wait
      #expect(try stage.redeem(code).status == 200)
    }
    stage.visitor.now += 1
    try stage.redeem(code)
    try stage.expectRefusal(.codeExpired, 400, "invalid_grant")
    let other = try stage.code()
    try stage.redeem(other)
    try stage.revoke(stage.visitor.member("refresh_token"))
    try stage.redeem(other)
    try stage.expectRefusal(.codeUnknown, 400, "invalid_grant")
    #expect(stage.visitor.told.why == "the code has been revoked")
  }

  @Test(
    "a second use is refused, and what it revokes is told",
    arguments: [
      ("refuse", "the code has been used"),
      ("revoke", "the code has been used; all that it yielded is revoked"),
    ])
  func reuse(_ rule: String, _ why: String) throws {
    let stage = try StandardVisitor(
      patching: """
        { "token": { "grants": { "authorization_code": { "reuse": "\(rule)" } } } }
        """)
    let code = try stage.code()
    try stage.redeem(code)
    let access = try stage.visitor.member("access_token")
    try stage.redeem(code)
    try stage.expectRefusal(.codeReused, 400, "invalid_grant")
    #expect(stage.visitor.told.why == why)
    #expect(try stage.userinfo(access) == (rule == "refuse" ? 200 : 401))
  }

  @Test("a refusal may repeat a refresh token that was never issued, or that is revoked")
  func repeatedText() throws {
    let visitor = try Visitor(
      patching: """
        { "errors": { "token": {
          "refresh_unknown": { "text": "no {{err.value}}" },
          "refresh_revoked": { "text": "revoked {{err.value?}}" } } } }
        """)
    func refresh(_ token: String) throws -> String {
      try visitor.post(
        "/standard/token", raw: "grant_type=refresh_token&refresh_token=\(token)&\(Self.pair)")
      return visitor.page
    }
    #expect(try refresh("xyz").contains("no xyz"))
    try visitor.passwordGrant("openid")
    let token = try visitor.member("refresh_token")
    try visitor.post("/standard/revoke", raw: "token=\(token)&\(Self.pair)")
    #expect(try refresh(token).contains("revoked \(token)"))
    #expect(visitor.condition == .refreshRevoked)
  }

  @Test("a code that was revoked before its use is told as one that was never issued")
  func revokedCode() throws {
    let stage = try StandardVisitor(
      patching: """
        { "answers": { "code token": { "issues": { "refresh": true },
            "parameters": { "refresh_token": "{{tok.refresh.value}}" } } },
          "errors": { "token": { "code_unknown": { "text": "no {{err.value?}}" } } } }
        """)
    let code = try stage.code(["response_type": "code token"])
    try stage.revoke(stage.visitor.parameter("refresh_token"))
    #expect(stage.status == 200)
    try stage.redeem(code)
    try stage.expectRefusal(.codeUnknown, 400, "invalid_grant")
    #expect(try stage.visitor.member("error_description") == "no " + code)
    #expect(stage.visitor.told.why == "the code has been revoked")
  }

  // MARK: Resources

  private func audience(_ visitor: Visitor) throws -> JSONValue? {
    let token = try visitor.member("access_token")
    return token.contains(".") ? try JWS.parse(token).payload["aud"] : nil
  }

  @Test("empty resources are none, and one that is named twice is one")
  func emptyResources() throws {
    let visitor = try Visitor("standard")
    let form = "grant_type=client_credentials&\(Self.pair)"
    for (more, audience) in [
      ("&resource=", nil), ("&resource=&resource=", nil),
      ("&resource=&resource=urn:a", "urn:a"), ("&resource=urn:a&resource=urn:a", "urn:a"),
    ] as [(String, JSONValue?)] {
      try visitor.post("/standard/token", raw: form + more)
      #expect(visitor.status == 200, "\(visitor.page)")
      #expect(try self.audience(visitor) == audience)
    }
  }

  @Test("a grant that names no resource leaves it to the client, and one that does keeps it")
  func leftToClient() throws {
    let stage = try StandardVisitor()
    try stage.redeem(stage.code(), ["resource": "urn:example:a"])
    #expect(try audience(stage.visitor) == "urn:example:a")
    let refresh = try stage.visitor.member("refresh_token")
    try stage.refresh(refresh)
    #expect(try audience(stage.visitor) == nil)
    try stage.redeem(stage.code(["resource": "urn:example:b"]))
    #expect(try audience(stage.visitor) == "urn:example:b")
    try stage.refresh(stage.visitor.member("refresh_token"), ["resource": "urn:example:a"])
    try stage.expectRefusal(.resourceInvalid, 400, "invalid_target")
  }

  @Test("a resource that is not granted, or not the client's, is refused with its remedy")
  func resourceRemedies() throws {
    let visitor = try Visitor("standard", cast: ClaimTranscriptTests.cast)
    let granted = "https://api.example.test"
    let code = try ClaimTranscriptTests.code(visitor, "openid", "&resource=\(granted)")
    func redeem(_ resource: String) throws {
      try visitor.post(
        "/standard/token",
        [
          "grant_type": "authorization_code", "code": code, "resource": resource,
          "redirect_uri": TokenTranscriptTests.back,
        ], ClaimTranscriptTests.basic("site"))
      #expect(visitor.condition == .resourceInvalid)
    }
    try redeem("urn:example:files")
    #expect(visitor.told.why == "the grant is not for urn:example:files")
    #expect(
      visitor.told.remedy
        == "ask for it in the authorization request, or for one of: \(granted)")
    try redeem("urn:example:other")
    #expect(visitor.told.why == "the client site may not request a token for urn:example:other")
    #expect(visitor.told.remedy == "add it to audiences of this client in its cast")
    try redeem("relative")
    #expect(visitor.told.remedy == "send an absolute URI without a fragment")
  }
}
