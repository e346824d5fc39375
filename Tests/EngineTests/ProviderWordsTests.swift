import Basics
import Engine
import Foundation
import HTTPTypes
import JOSE
import ProviderModel
import Testing

/// What recordings and documentation say of a provider, line by line, where no transcript leads past it.
@Suite("A provider's own words")
struct ProviderWordsTests {
  static let key = "WebClientKey" + String(repeating: "0", count: 68)
  static let both = "authenticatingInstitutionId=128807&contextInstitutionId=128807"
  static let back = TokenTranscriptTests.back

  private func oclc(
    _ more: String, at path: String = "/oclc/oauth2/authorizeCode",
    scope: String = "&scope=WMS_NCIP",
    type: String = "code"
  ) -> String {
    "\(path)?client_id=\(Self.key)&redirect_uri=\(Self.back)&response_type=\(type)\(scope)\(more)"
  }

  private func basic(_ accept: String = "application/json") -> [(String, String)] {
    let pair = Base64.encode(Array("\(Self.key):\(TokenTranscriptTests.secret)".utf8))
    return [("Authorization", "Basic \(pair)"), ("Accept", accept)]
  }

  @Test("OCLC's older errors, byte for byte")
  func olderErrors() throws {
    let visitor = try Visitor("oclc", with: ["error-is-older-message"])
    let header =
      "http://www.worldcat.org/wskey/v2/hmac/v1 clientId=\"test\", timestamp=\"1\", nonce=\"2\", signature=\"3\""
    try visitor.call(
      .post, "/oclc/oauth2/accessToken?grant_type=client_credentials&scope=WMS_NCIP",
      [("Authorization", header), ("Accept", "application/json")])
    #expect(visitor.status == 401)
    #expect(
      visitor.page
        == "{\"code\":{\"type\":\"http\", \"value\":\"401\"},\"message\":\"WSKey test is invalid\"}"
    )
    try visitor.call(
      .post, "/oclc/oauth2/accessToken?grant_type=client_credentials&scope=FOO", basic())
    #expect(visitor.status == 403)
    #expect(
      visitor.page == "{\"error\":{\"errorMessage\":\"unauthorized_client\",\"errorCode\":403}}")
  }

  @Test(
    "OCLC's 403 is XML unless Accept names another type",
    arguments: [
      ("application/json", "{\"code\":403,\"message\":\"unauthorized_client\"}"),
      ("*/*", "<code type=\"http\">403</code><message>unauthorized_client</message>"),
      ("application/xml", "<code type=\"http\">403</code>"), ("text/html", "HTTP Status 403"),
    ])
  func forbidden(accept: String, text: String) throws {
    let visitor = try Visitor("oclc").call(
      .post, "/oclc/token?grant_type=client_credentials&scope=FOO", basic(accept))
    #expect(visitor.status == 403)
    #expect(visitor.page.contains(text))
  }

  @Test("OCLC's scope context names the institution, and no page asks for it")
  func context() throws {
    let start = oclc(
      "", at: "/oclc/oauth.oclc.org/auth", scope: "&scope=WMS_NCIP%20context:91475", type: "token")
    let visitor = try Visitor("oclc").open(start)
    visitor.submit(["username": "alice", "password": "wonderland"]).submit(["decision": "allow"])
    #expect(try visitor.parameter("context_institution_id") == "91475")
    #expect(try visitor.parameter("authenticating_institution_id") == "91475")
    let other = try Visitor("oclc", without: ["scope-names-institution"]).open(start)
    #expect(other.page.contains("Choose your institution"))
  }

  @Test(
    "OCLC answers incorrect parameters with a page that says which",
    arguments: [
      ("&authenticatingInstitutionId=128807", "&scope=WMS_NCIP", "Invalid contextInstitutionId"),
      (
        "&authenticatingInstitutionId=128807&contextInstitutionId=", "&scope=WMS_NCIP",
        "Invalid contextInstitutionId"
      ),
      ("&contextInstitutionId=128807", "&scope=WMS_NCIP", "Invalid authenticatingInstitutionId"),
      (
        "&authenticatingInstitutionId=abc&contextInstitutionId=1", "&scope=WMS_NCIP",
        "Invalid authenticatingInstitutionId"
      ),
      (
        "&authenticatingInstitutionId=1&contextInstitutionId=%3Cb%3E", "&scope=WMS_NCIP",
        "Invalid contextInstitutionId"
      ),
      ("&\(both)", "", "Invalid scope"), ("&\(both)", "&scope=", "Invalid scope"),
    ])
  func incorrect(more: String, scope: String, message: String) throws {
    let visitor = try Visitor("oclc").open(oclc(more, scope: scope))
    #expect(visitor.status == 400)
    #expect(
      visitor.page.contains("<div class=\"message wms-message-error\" role=\"alert\">\(message)<"))
    #expect(visitor.location.isEmpty)
  }

  @Test("OCLC's codes are good for the institutions of their request alone")
  func institutions() throws {
    let visitor = try Visitor("oclc").open(oclc("&\(Self.both)"))
    visitor.submit(["username": "alice", "password": "wonderland"])
    let code = try visitor.submit(["decision": "allow"]).parameter("code")
    let grant =
      "/oclc/oauth2/accessToken?grant_type=authorization_code&code=\(code)&redirect_uri=\(Self.back)"
    for other in [
      "&authenticatingInstitutionId=91475&contextInstitutionId=128807",
      "&authenticatingInstitutionId=128807&contextInstitutionId=91475",
    ] {
      try visitor.call(.post, grant + other, basic())
      #expect(visitor.status == 400)
      #expect(visitor.page.contains("\"message\":\"invalid_grant\""))
    }
    try visitor.call(.post, grant + "&\(Self.both)", basic())
    #expect(visitor.status == 200)
  }

  @Test("a body that can't be read does not make OCLC refuse a good token")
  func unreadableBody() throws {
    let visitor = try Visitor("oclc").open(oclc("&\(Self.both)", type: "token"))
    visitor.submit(["username": "alice", "password": "wonderland"]).submit(["decision": "allow"])
    let token = ("Authorization", "Bearer \(try visitor.parameter("access_token"))")
    let desk = "/oclc/128807.share.worldcat.org/ncip/circ-patron"
    let text = [("Content-Type", "text/plain"), ("Accept", "application/json")]
    try visitor.call(.post, desk, text + [token], body: Array("x".utf8))
    #expect(visitor.status == 400)
    #expect(visitor.page.contains("invalid_request"))
    try visitor.call(.post, desk, text, body: Array("x".utf8))
    #expect(visitor.status == 401)
  }

  @Test(
    "VK shows mobile browsers its mobile pages",
    arguments: [("Mozilla/5.0 (iPhone) Mobile/15E148", "mobile"), ("curl/8", "page")])
  func display(agent: String, display: String) throws {
    func shown(_ without: [String]) throws -> String {
      let visitor = try Visitor("vk", without: without).call(
        .get, "/vk/authorize?client_id=753197&response_type=token", [("User-Agent", agent)])
      let hidden = visitor.page.components(between: "name=\"to\" value=\"", and: "\"").first ?? ""
      let data = Data(base64Encoded: hidden.replacingAll("-", with: "=")) ?? Data()
      return String(decoding: data, as: UTF8.self)
    }
    #expect(try shown([]).contains("&display=\(display)&"))
    #expect(try shown(["mobile-browsers-see-mobile-pages"]).contains("&display=page&"))
  }

  @Test("with VK's plain link, Cancel never comes to the server, on neither page")
  func plainLink() throws {
    let link =
      "<a id=\"cancel\" href=\"https://oauth.vk.com/blank.html#error=access_denied&amp;"
      + "error_reason=user_denied&amp;error_description=User denied your request\">"
    let visitor = try Visitor("vk", with: ["cancel-is-plain-link"]).open(SignInTests.vk)
    #expect(visitor.page.contains(link) && visitor.page.contains("name=\"pass\""))
    visitor.submit(["email": "alice", "pass": "wrong"])
    #expect(visitor.page.contains(link) && visitor.page.contains("name=\"pass\""))
    visitor.submit(["email": "alice", "pass": "wonderland"])
    #expect(visitor.page.contains(link) && visitor.page.contains("name=\"allow\""))
  }

  @Test("VK's scope is a mask of bits, and no negative number is one")
  func mask() throws {
    let visitor = try Visitor("vk").open(
      "/vk/authorize?client_id=753197&response_type=token&scope=-1")
    #expect(visitor.status == 401)
    #expect(visitor.page.contains("\"invalid_scope\""))
  }

  @Test("an error of VK's API that is no 200 has WWW-Authenticate")
  func challenge() throws {
    let name = try #require(HTTPField.Name("WWW-Authenticate"))
    let usual = try Visitor("vk").call(.get, "/vk/method/users.get?v=5.131")
    #expect(usual.status == 200 && usual.headers[name] == nil)
    let other = try Visitor("vk", without: ["api-errors-are-200"]).call(
      .get, "/vk/method/users.get?v=5.131")
    #expect(other.status == 401 && other.headers[name]?.hasPrefix("Bearer") == true)
  }

  @Test("of a repeated token the last counts, and of two places the first")
  func repeats() throws {
    let visitor = try Visitor("vk").open(SignInTests.vk)
    visitor.submit(["email": "alice", "pass": "wonderland"]).submit(["allow": "1"])
    let good = try visitor.parameter("access_token")
    let users = "/vk/method/users.get?v=5.131"
    #expect(
      try visitor.call(.get, users + "&access_token=z&access_token=\(good)").page.contains(
        "\"response\""))
    #expect(
      try visitor.call(.get, users + "&access_token=\(good)&access_token=z").page.contains(
        "\"error\""))
    #expect(
      try visitor.post(users + "&access_token=\(good)", ["access_token": "z"]).page.contains(
        "\"response\""))
    #expect(
      try visitor.post(users + "&access_token=z", ["access_token": good]).page.contains("\"error\"")
    )
    let form: KeyValuePairs = ["access_token": "a", "access_token": "b"]
    #expect(try Visitor("standard").post("/standard/userinfo", form).page.contains("more than one"))
  }

  @Test("B2C's tasks ask who calls before they look at what was sent")
  func tasks() throws {
    for type in ["application/json", "text/plain"] {
      let visitor = try Visitor("azure-ad-b2c").call(
        .post, "/azure-ad-b2c/api/tasks", [("Content-Type", type)], body: Array("{".utf8))
      #expect(visitor.status == 401, "\(type): \(visitor.page)")
    }
  }

  @Test("B2C goes back from a logout to https and the native URI, and says so")
  func logout() throws {
    let visitor = try Visitor("azure-ad-b2c").open(
      TokenTranscriptTests.tenant
        + "/oauth2/v2.0/logout?p=B2C_1_signupsignin&post_logout_redirect_uri=http://x.example/")
    #expect(visitor.status == 200)
    #expect(visitor.page.contains("AADB2C90067"))
    #expect(visitor.page.contains("http://x.example/"))
  }

  @Test("B2C's answer of 2015 has six members, all of them strings")
  func strings() throws {
    let visitor = try Visitor("azure-ad-b2c", with: ["strings-of-2015"])
    let web = TokenTranscriptTests.web
    let code = try TokenTranscriptTests.b2c(visitor, "\(web)%20offline_access")
    try visitor.post(
      TokenTranscriptTests.tenant + "/oauth2/v2.0/token?p=B2C_1_signupsignin",
      [
        "grant_type": "authorization_code", "client_id": web,
        "client_secret": TokenTranscriptTests.secret, "code": code, "redirect_uri": Self.back,
      ])
    let matches = try Pattern(
      "\\{\"not_before\":\"1600000000\",\"token_type\":\"Bearer\",\"access_token\":\"[A-Za-z0-9_.-]{100,3000}\","
        + "\"scope\":\"\(web) offline_access\",\"expires_in\":\"3600\",\"refresh_token\":\"[A-Za-z0-9_.-]{100,900}\"\\}"
    ).matches(visitor.page)
    #expect(matches, "\(visitor.page)")
  }

  @Test("a person who denies is refused where no page asks for consent")
  func denies() throws {
    let visitor = try Visitor("azure-ad-b2c").open(TranscriptTests.b2c + "code")
    visitor.submit(["signInName": "denies", "password": "wonderland"])
    #expect(
      visitor.location.hasPrefix(
        "urn:ietf:wg:oauth:2.0:oob?error=access_denied&error_description=AADB2C90091"))
    visitor.open(TranscriptTests.b2c + "code")
    #expect(visitor.location.contains("error=access_denied"))
  }

  @Test("Instagram tells what is missing after the login, where it tells errors then")
  func afterLogin() throws {
    for start in ["response_type=code", "client_id=f68621ad1bd44bbf90818fe6851644cb"] {
      let visitor = try Visitor("instagram", with: ["errors-after-login"]).open(
        "/instagram/oauth/authorize/?\(start)")
      #expect(visitor.page.contains("name=\"password\""))
      visitor.submit(["username": "alice", "password": "wonderland"])
      #expect(visitor.status == 400)
      #expect(visitor.page.contains("You must include a valid client_id"))
    }
  }

  @Test("Instagram's successor ends its redirect in #_ and takes scopes with a comma")
  func basicDisplay() throws {
    let visitor = try Visitor(
      "instagram", with: ["basic-display-redirect", "basic-display-scopes"])
    visitor.open(
      "/instagram/oauth/authorize?client_id=c0ffee00c0ffee00c0ffee00c0ffee00&redirect_uri=\(Self.back)"
        + "&response_type=code&scope=user_profile,user_media")
    visitor.submit(["username": "alice", "password": "wonderland"]).submit(["allow": "Authorize"])
    #expect(try Pattern("\(Self.back)\\?code=[0-9a-f]{32}#_").matches(visitor.location))
  }

  @Test(
    "what is not UTF-8 is refused in the provider's own form, and never redirected",
    arguments: [
      ("standard", "/standard/authorize", "The parameter state has a value that is not known."),
      ("instagram", "/instagram/oauth/authorize/", "\"error_message\": \"Invalid state\""),
      ("vk", "/vk/authorize", "Invalid state parameter"),
      ("oclc", "/oclc/oauth2/authorizeCode", "Invalid state"),
    ])
  func notUTF8(_ id: String, _ path: String, _ text: String) throws {
    var sandbox = try Visitor.stage(id)
    var random = Entropy(seed: 1)
    let client = sandbox.cast.clients.first { $0.provider == id }
    let request = Request(
      method: .get, authority: Visitor.host,
      target: "\(path)?client_id=\(client?.id ?? "")&response_type=token&state=%FF"
        + "&redirect_uri=\(client?.redirectURIs.first ?? "")")
    let answer = sandbox.respond(to: request, at: Instants(Engine.instant), using: &random)
    #expect(answer.status == .badRequest && answer.headers[.location] == nil)
    #expect(String(decoding: answer.body, as: UTF8.self).contains(text))
  }
}
