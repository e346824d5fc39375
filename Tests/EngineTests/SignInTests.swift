import ProviderModel
import Testing

/// Each provider's own words and order, from the first request to the place where the browser leaves.
@Suite("Signing in")
struct SignInTests {
  private func expect(_ location: String, _ pattern: String) throws {
    let matches = try Pattern(pattern).matches(location)
    #expect(matches, "\(location) is not \(pattern)")
  }

  static let vk =
    "/vk/authorize?client_id=753197&redirect_uri=https://oauth.vk.com/blank.html"
    + "&display=page&scope=6&response_type=token&v=5.52"

  @Test("VK sends a token in the fragment, and no page the second time")
  func vkToken() throws {
    let visitor = try Visitor("vk").open(Self.vk)
    visitor.submit(["email": "alice", "pass": "wonderland"]).submit(["allow": "1"])
    let pattern =
      "https://oauth\\.vk\\.com/blank\\.html#access_token=[0-9a-f]{85}&expires_in=86400&user_id=1"
    try expect(visitor.location, pattern)
    let first = visitor.location
    visitor.open(Self.vk)
    try expect(visitor.location, pattern)
    #expect(visitor.location != first)
  }

  @Test(
    "VK sends a code to the fragment of its own blank page, and to the query of anyone else's",
    arguments: [
      ("https://oauth.vk.com/blank.html", "#"), ("https://OAUTH.vk.com:8443/blank.html", "#"),
      ("http://127.0.0.1:8400/vk/blank.html", "#"), ("https://app.example/blank.html", "?"),
      ("https://oauth.vk.com/blank.html/", "?"), ("app:/blank.html", "?"),
    ])
  func vkBlank(uri: String, mark: String) throws {
    let visitor = try Visitor("vk", anyClient: true).open(
      "/vk/authorize?client_id=42&redirect_uri=\(uri)&response_type=code")
    visitor.submit(["email": "alice", "pass": "wonderland"]).submit(["allow": "1"])
    // One of them is an address of this server, which the visitor follows.
    #expect(visitor.transcript.contains("Location: \(uri)\(mark)code="))
  }

  @Test("VK's denial carries a reason, unless that quirk is off")
  func vkDenial() throws {
    let visitor = try Visitor("vk").open(Self.vk)
    visitor.submit(["email": "alice", "pass": "wonderland"]).cancel()
    #expect(
      visitor.location
        == "https://oauth.vk.com/blank.html#error=access_denied&error_reason=user_denied"
        + "&error_description=User%20denied%20your%20request")
    let other = try Visitor("vk", with: ["documented-denial"]).open(Self.vk).cancel()
    #expect(
      other.location
        == "https://oauth.vk.com/blank.html#error=access_denied"
        + "&error_description=The+user+or+authorization+server+denied+the+request.")
  }

  @Test("a wrong password at VK is a page with a message and never a redirect to the client")
  func vkWrongPassword() throws {
    let visitor = try Visitor("vk").open(Self.vk).submit(["email": "alice", "pass": "no"])
    #expect(visitor.status == 200)
    #expect(visitor.page.contains("Указан неверный логин или пароль."))
  }

  @Test("with scope offline VK's token never expires")
  func vkOffline() throws {
    let visitor = try Visitor("vk").open(
      "/vk/authorize?client_id=753197&scope=offline&response_type=token")
    visitor.submit(["email": "bob", "pass": "builder"]).submit(["allow": "1"])
    #expect(visitor.location.hasSuffix("&expires_in=0&user_id=8492"))
  }

  static let instagram =
    "/instagram/oauth/authorize/?client_id=1f074f314d1347789cc9d9a9d19ee342"
    + "&redirect_uri=nsscreencast://instagram_callback&response_type=token"

  @Test("Instagram sends a token without a type, and a denial in the query")
  func instagram() throws {
    let visitor = try Visitor("instagram").open(Self.instagram)
    visitor.submit(["username": "alice", "password": "wonderland"])
    visitor.submit(["allow": "Authorize"])
    try expect(
      visitor.location,
      "nsscreencast://instagram_callback#access_token=2125818477\\.1f074f3\\.[0-9a-f]{32}")
    let refusing = try Visitor("instagram").open(Self.instagram)
    refusing.submit(["username": "alice", "password": "wonderland"]).submit(["allow": "Cancel"])
    #expect(
      refusing.location
        == "nsscreencast://instagram_callback?error=access_denied&error_reason=user_denied"
        + "&error_description=The+user+denied+your+request")
  }

  @Test("B2C sends a code to an urn, state first, and its denial in lower-case hex")
  func b2c() throws {
    let start =
      "/azure-ad-b2c/kidventusb2c.onmicrosoft.com/oauth2/v2.0/authorize?p=B2C_1_signupsignin"
      + "&client_id=90c0fe63-bcf2-44d5-8fb7-b8bbc0b29dc6&response_type=code"
      + "&redirect_uri=urn:ietf:wg:oauth:2.0:oob"
      + "&scope=openid%2090c0fe63-bcf2-44d5-8fb7-b8bbc0b29dc6&state=x"
    let visitor = try Visitor("azure-ad-b2c").open(start)
    visitor.submit(["signInName": "alice", "password": "wonderland"])
    try expect(
      visitor.location, "urn:ietf:wg:oauth:2\\.0:oob\\?state=x&code=[A-Za-z0-9_.-]{700,900}")
    let documented = try Visitor("azure-ad-b2c", without: ["state-first"]).open(start)
    documented.submit(["signInName": "alice", "password": "wonderland"])
    try expect(
      documented.location, "urn:ietf:wg:oauth:2\\.0:oob\\?code=[A-Za-z0-9_.-]{700,900}&state=x")
    let refusing = try Visitor("azure-ad-b2c").open(start).cancel()
    #expect(
      refusing.location.hasPrefix(
        "urn:ietf:wg:oauth:2.0:oob?error=access_denied&error_description=AADB2C90091%3a+The+user+"
          + "has+cancelled+entering+self-asserted+information.%0d%0aCorrelation+ID%3a+"))
    #expect(refusing.location.hasSuffix("Timestamp%3a+2020-09-13+12%3a26%3a40Z%0d%0a&state=x"))
  }

  @Test("OCLC answers in the order of 2017, with dates that hold a space")
  func oclc() throws {
    let start =
      "/oclc/oauth2/authorizeCode?client_id=MobileClientKey" + String(repeating: "0", count: 65)
      + "&authenticatingInstitutionId=128807&contextInstitutionId=128807"
      + "&redirect_uri=ncipapp://user_agent_flow&response_type=token&scope=WMS_NCIP"
    let visitor = try Visitor("oclc").open(start)
    visitor.submit(["username": "alice", "password": "wonderland"]).submit(["decision": "allow"])
    try expect(
      visitor.location,
      "ncipapp://user_agent_flow#access_token=tk_[A-Za-z0-9]{36}"
        + "&principalID=cbd6f7f9-0000-4000-8000-000000000001"
        + "&principalIDNS=urn:oclc:platform:128807&context_institution_id=128807"
        + "&authenticating_institution_id=128807&token_type=bearer&expires_in=1199"
        + "&expires_at=2020-09-13%2012:46:39Z")
    let refusing = try Visitor("oclc").open(start)
    refusing.submit(["username": "alice", "password": "wonderland"])
    refusing.submit(["decision": "deny"])
    #expect(
      refusing.location
        == "ncipapp://user_agent_flow#error=access_denied&error_description=User+denied+access")
  }

  @Test("nobody is ever redirected to a URI that is not registered")
  func unregistered() throws {
    for uri in [
      "https://evil.example/cb", "javascript:alert(1)", "http://tactilapp.com.evil.example",
    ] {
      let visitor = try Visitor("instagram").open(
        "/instagram/oauth/authorize?client_id=f68621ad1bd44bbf90818fe6851644cb&response_type=token"
          + "&redirect_uri=\(uri)")
      #expect(visitor.status == 400)
      #expect(visitor.location.isEmpty)
    }
  }

  @Test("a form without its ticket is refused")
  func csrf() throws {
    let visitor = try Visitor("standard").open(
      "/standard/login", form: "username=alice&password=wonderland")
    #expect(visitor.status == 403)
  }
}
