import Testing

/// What is sent twice (RFC 6749 §3.1, RFC 6750 §2).
@Suite("What is sent twice")
struct RepeatTests {
  private static let start = TranscriptTests.standard + "code"

  @Test(
    "is told to the client, whose redirect URI is known to be good",
    arguments: [
      ("scope=openid", "scope", 2), ("nonce=1&nonce=2", "nonce", 2), ("state=x", "state", 2),
      ("response_type=code", "response_type", 2), ("prompt=login&prompt=none&prompt=", "prompt", 3),
    ])
  func parameter(_ more: String, _ name: String, _ count: Int) throws {
    let visitor = try Visitor("standard").open(Self.start + "&" + more)
    #expect(visitor.status == 302)
    #expect(visitor.told.condition == .parameterRepeated)
    #expect(visitor.told.why == "the parameter \(name) was sent \(count) times")
    // Of two states neither is the client's, so none comes back.
    let state = name == "state" ? "" : "&state=a+b"
    #expect(
      visitor.location
        == "http://127.0.0.1:7999/cb?error=invalid_request"
        + "&error_description=The+parameter+\(name)+was+sent+more+than+once.\(state)"
        + "&iss=http%3A%2F%2F127.0.0.1%3A8400%2Fstandard")
  }

  @Test(
    "is told to the person where neither the client nor the redirect URI can be trusted",
    arguments: ["client_id=web", "redirect_uri=http://127.0.0.1:7999/cb"])
  func untrusted(_ more: String) throws {
    let visitor = try Visitor("standard").open(Self.start + "&" + more)
    #expect(visitor.status == 400)
    #expect(visitor.told.condition == .parameterRepeated)
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
