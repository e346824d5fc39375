import Testing

/// Small changes to a shipped fixture, and what they come to.
@Suite("A fixture that says otherwise")
struct FixtureVariationTests {
  private func visitor(_ id: String, _ changes: [(String, String)]) throws -> Visitor {
    var text = Engine.text("providers/\(id).json")
    for (old, new) in changes {
      #expect(text.contains(old), "\(old)")
      text = text.replacingAll(old, with: new)
    }
    return Visitor(try Transport.call.open(try Visitor.stage(id, text: text)))
  }

  @Test("an empty header value is left out: a header can't be empty, and nothing breaks")
  func emptyHeader() throws {
    let visitor = try visitor(
      "standard",
      [
        (
          #""WWW-Authenticate": "{{> challenge-scheme}} realm=\"{{provider.id}}\"{{> challenge-algs}}" }"#,
          #""X-Odd": "{{query.x?}}", "WWW-Authenticate": "Bearer" }"#
        )
      ])
    try visitor.call(.get, "/standard/userinfo")
    #expect(visitor.status == 401)
    #expect(visitor.headers[.wwwAuthenticate] == "Bearer")
    #expect(!visitor.headers.contains { $0.name == "X-Odd" })
    try visitor.call(.get, "/standard/userinfo?x=y")
    #expect(visitor.headers.contains { $0.name == "X-Odd" && $0.value == "y" })
  }

  @Test("a refusal names a parameter as the provider calls it")
  func renamed() throws {
    let visitor = try visitor(
      "standard",
      [
        (
          #""client_id": {}, "client_secret": {}, "code_verifier""#,
          #""client_id": { "name": "app" }, "client_secret": {}, "code_verifier""#
        ),
        (
          #""text": "The request names no client.""#,
          #""text": "The request has no {{err.param}}.""#
        ),
      ])
    try visitor.post("/standard/token", ["grant_type": "authorization_code", "code": "x"])
    #expect(try visitor.member("error_description") == "The request has no app.")
  }

  @Test("a check of a resource may look at each element of a list")
  func each() throws {
    let visitor = try visitor(
      "standard",
      [
        (
          #""answer": "userinfo""#,
          #"""
          "checks": { "no-email": {
            "each": "{{token.scope}}", "when": { "eq": ["{{item}}", "email"] }, "fail": "scope_insufficient",
            "why": "the token has the scope {{item}}", "remedy": "ask for less" } },
          "answer": "userinfo"
          """#
        )
      ])
    let code = try TokenTranscriptTests.standard(visitor)
    try visitor.post(
      "/standard/token",
      [
        "grant_type": "authorization_code", "code": code, "redirect_uri": TokenTranscriptTests.back,
      ], TokenTranscriptTests.basic)
    let token = try visitor.member("access_token")
    try visitor.call(.get, "/standard/userinfo", [("Authorization", "Bearer \(token)")])
    #expect(visitor.status == 403)
    #expect(try visitor.member("error") == "insufficient_scope")
  }

  @Test("Cancel stands on the page also for a client that nobody has registered")
  func cancel() throws {
    let visitor = try Visitor("vk", with: ["cancel-is-plain-link"], anyClient: true).open(
      "/vk/authorize?client_id=42&redirect_uri=https://a.example/cb&response_type=token")
    #expect(visitor.page.contains("<a id=\"cancel\" href=\"https://a.example/cb#error="))
  }
}
