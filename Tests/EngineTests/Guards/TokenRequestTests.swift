import Basics
import HTTPTypes
import JOSE
import ProviderModel
import Testing

/// What a token request has to look like, and what else a grant is bound to than its client.
@Suite("A token request")
struct TokenRequestTests {
  @Test(
    "has each parameter once; one that is repeated is refused, and the code stays unspent",
    arguments: [
      "code", "redirect_uri", "grant_type", "client_id", "client_secret", "code_verifier", "scope",
    ])
  func repeated(_ name: String) throws {
    let stage = try StandardVisitor()
    let code = try stage.code()
    let once = [
      "grant_type": "authorization_code", "code": code, "redirect_uri": StandardVisitor.callback,
      "client_id": "web", "client_secret": StandardVisitor.secret,
    ]
    // The same value twice is not the same parameter once.
    let form = once.map { "\($0.key)=\($0.value)" } + ["\(name)=\(once[name] ?? "x")"]
    let more = once[name] == nil ? ["\(name)=x"] : []
    try stage.visitor.call(
      .post, "/standard/token", [("Content-Type", "application/x-www-form-urlencoded")],
      body: Array((form + more).joined(separator: "&").utf8))
    try stage.expectRefusal(.parameterRepeated, 400, "invalid_request")
    #expect(stage.visitor.told.why == "the parameter \(name) was sent 2 times")
    #expect(try stage.redeem(code).status == 200)
  }

  @Test(
    "is a form in UTF-8, and is sent by POST",
    arguments: [
      ("text/plain", "a=b", 400, Condition.contentTypeUnsupported),
      ("application/json", "{}", 400, .contentTypeUnsupported),
      ("", "grant_type=x", 400, .contentTypeUnsupported),
      ("multipart/form-data; boundary=b", "--b--", 400, .contentTypeUnsupported),
      ("application/x-www-form-urlencoded", "grant_type=%FF", 400, .bodyUnreadable),
      ("application/x-www-form-urlencoded", "", 400, .grantMissing),
    ])
  func body(_ type: String, _ text: String, _ status: Int, _ condition: Condition) throws {
    let stage = try StandardVisitor()
    let headers = type.isEmpty ? [] : [("Content-Type", type)]
    try stage.visitor.call(.post, "/standard/token", headers, body: Array(text.utf8))
    try stage.expectRefusal(condition, status, "invalid_request")
    #expect(try stage.visitor.call(.get, "/standard/token").status == 405)
    #expect(stage.visitor.headers[.allow] == "POST, OPTIONS")
  }

  @Test("asks for no more resources than the client may, and for those of the grant alone")
  func resources() throws {
    let visitor = try Visitor("standard", cast: ClaimTranscriptTests.cast)
    let granted = "https://api.example.test"
    visitor.open(
      "/standard/authorize?client_id=site&redirect_uri=\(TokenTranscriptTests.back)"
        + "&response_type=code&scope=openid%20offline_access&resource=\(granted)")
    let code = try visitor.parameter("code")
    func redeem(_ resource: String?) throws -> Condition? {
      var form =
        "grant_type=authorization_code&code=\(code)&redirect_uri=\(TokenTranscriptTests.back)"
      if let resource { form += "&resource=\(resource)" }
      try visitor.call(
        .post, "/standard/token",
        [("Content-Type", "application/x-www-form-urlencoded")]
          + ClaimTranscriptTests.basic("site"),
        body: Array(form.utf8))
      return visitor.told.condition
    }
    // The second one is the client's, and was not granted.
    for other in [
      "https://evil.example", "urn:example:files", "no-uri", granted + "/", granted + "%23a",
    ] {
      #expect(try redeem(other) == .resourceInvalid, "\(other)")
      #expect(try visitor.member("error") == "invalid_target")
    }
    #expect(try redeem(granted) == nil)
    visitor.open(
      "/standard/authorize?client_id=site&redirect_uri=\(TokenTranscriptTests.back)"
        + "&response_type=code&scope=openid&resource=https://evil.example")
    #expect(visitor.told.condition == .resourceInvalid)
    #expect(try visitor.parameter("error") == "invalid_target")
  }

  // MARK: Where it is sent

  private static let tenant = """
    {"schema": 1, "kind": "cast", "tables": {"azure-ad-b2c": {"tenants": [
      {"name": "two.onmicrosoft.com", "guid": "00000000-9a37-4307-8b3d-cc311f58d925",
       "policies": ["B2C_1_a", "B2C_1_b"]}]}}}
    """

  @Test("is sent under the policy that its code or refresh token was issued under")
  func policy() throws {
    let visitor = try Visitor("azure-ad-b2c", cast: Self.tenant)
    let at = "/azure-ad-b2c/two.onmicrosoft.com/oauth2/v2.0"
    let web = TokenTranscriptTests.web
    visitor.open(
      "\(at)/authorize?p=B2C_1_a&client_id=\(web)&redirect_uri=\(TokenTranscriptTests.back)"
        + "&response_type=code&scope=openid%20offline_access%20\(web)&nonce=1")
    visitor.submit(["signInName": "alice", "password": "wonderland"])
    let code = try visitor.parameter("code")
    func post(_ policy: String, _ form: TokenTranscriptTests.Form) throws -> Condition? {
      try visitor.post("\(at)/token?p=\(policy)", form)
      return visitor.told.condition
    }
    let redeem: TokenTranscriptTests.Form = [
      "grant_type": "authorization_code", "code": code, "client_id": web,
      "client_secret": TokenTranscriptTests.secret, "redirect_uri": TokenTranscriptTests.back,
    ]
    #expect(try post("B2C_1_b", redeem) == Condition("code_other_policy"))
    #expect(visitor.status == 400)
    #expect(try post("B2C_1_a", redeem) == nil)
    let refresh: TokenTranscriptTests.Form = [
      "grant_type": "refresh_token", "refresh_token": try visitor.member("refresh_token"),
      "client_id": web, "client_secret": TokenTranscriptTests.secret,
    ]
    #expect(try post("B2C_1_b", refresh) == Condition("refresh_other_policy"))
    #expect(try post("B2C_1_nowhere", refresh) == Condition("policy_unknown"))
    #expect(try post("B2C_1_a", refresh) == nil)
  }

  @Test("authenticates in a way that the provider knows")
  func unknownMethod() throws {
    let visitor = try Visitor("oclc")
    let target =
      "/oclc/oauth2/accessToken?grant_type=client_credentials&scope=WMS_NCIP"
      + "&client_id=\(RequestSignatureTests.web.key)&client_secret=\(TokenTranscriptTests.secret)"
    try visitor.call(.post, target, [("Accept", "application/json")])
    #expect(visitor.told.condition == .clientAuthUnsupported)
    #expect(visitor.status == 401)
  }

  // MARK: Tokens that look like ours

  @Test("a JWT is no token by its hash, by another signature or by none")
  func forged() throws {
    let visitor = try Visitor(
      "standard", cast: ClaimTranscriptTests.cast,
      text: ResourceTests.text(audience: "https://api.example.test"))
    visitor.open(
      "/standard/authorize?client_id=site&redirect_uri=\(TokenTranscriptTests.back)"
        + "&response_type=code&scope=openid&resource=https://api.example.test")
    try visitor.post(
      "/standard/token",
      [
        "grant_type": "authorization_code", "code": visitor.parameter("code"),
        "redirect_uri": TokenTranscriptTests.back,
      ], ClaimTranscriptTests.basic("site"))
    let token = try visitor.member("access_token")
    let parts = token.split(separator: ".").map(String.init)
    try #require(parts.count == 3)
    func call(_ token: String) throws -> Condition? {
      try visitor.call(.get, "/standard/userinfo", [("Authorization", "Bearer \(token)")])
      return visitor.told.condition
    }
    #expect(try call(token) == nil)
    let hash = "#" + Base64URL.encode(Digest.sha256(Array(parts[1].utf8)))
    let unsigned = Base64URL.encode(Array(#"{"alg":"none","typ":"at+jwt"}"#.utf8))
    let claims = try #require(Base64URL.decode(parts[1])).map {
      $0 == UInt8(ascii: "a") ? 0x62 : $0
    }
    for other in [
      hash, "\(unsigned).\(parts[1]).", "\(unsigned).\(parts[1]).\(parts[2])",
      "\(parts[0]).\(parts[1]).", "\(parts[0]).\(parts[1])", token + ".", "." + token,
      "\(parts[0]).\(parts[1]).\(String(parts[2].reversed()))",
      "\(parts[0]).\(Base64URL.encode(claims)).\(parts[2])",
    ] {
      let isOdd = other.hasPrefix("#")
      #expect(try call(other) == (isOdd ? .tokenMalformed : .tokenUnknown), "\(other)")
      #expect(visitor.status == (isOdd ? 400 : 401))
    }
  }
}
