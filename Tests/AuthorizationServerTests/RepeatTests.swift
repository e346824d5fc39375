import Testing

/// What is sent twice (RFC 6749 §3.1, RFC 6750 §2).
@Suite("What is sent twice")
struct RepeatTests {
  private static let start = TranscriptTests.standard + "code"

  @Test(
    "is told to the client, whose redirect URI is known to be good",
    arguments: ["scope=openid", "nonce=1&nonce=2", "state=x", "response_type=code"])
  func parameter(_ more: String) throws {
    let visitor = try Visitor("standard").open(Self.start + "&" + more)
    #expect(visitor.status == 302)
    #expect(visitor.location.hasPrefix("http://127.0.0.1:7999/cb?error=invalid_request&"))
  }

  @Test(
    "is told to the person where neither the client nor the redirect URI can be trusted",
    arguments: ["client_id=web", "redirect_uri=http://127.0.0.1:7999/cb"])
  func untrusted(_ more: String) throws {
    let visitor = try Visitor("standard").open(Self.start + "&" + more)
    #expect(visitor.status == 400)
    #expect(visitor.location.isEmpty)
    #expect(visitor.page.contains("sent more than once"))
  }

  @Test("an access token in two places is refused with a challenge (RFC 6750 §3)")
  func token() throws {
    let visitor = try Visitor("standard")
    try visitor.post(
      "/standard/userinfo", ["access_token": "a"], [("Authorization", "Bearer b")])
    #expect(visitor.status == 400)
    #expect(visitor.headers[.wwwAuthenticate]?.contains("error=\"invalid_request\"") == true)
    #expect(try visitor.member("error") == "invalid_request")
  }
}
