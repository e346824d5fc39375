import Basics
import JOSE
import Testing

/// What `standard` can be made to put up with.
@Suite("Quirks of standard")
struct StandardQuirkTests {
  private static func parts(_ fields: TokenTranscriptTests.Form) -> [UInt8] {
    let parts = fields.map {
      "--b\r\nContent-Disposition: form-data; name=\"\($0.key)\"\r\n\r\n\($0.value)\r\n"
    }
    return Array((parts.joined() + "--b--\r\n").utf8)
  }

  @Test("a token request in parts is refused, unless the quirk reads it")
  func multipart() throws {
    for with in [[], ["multipart-token-request"]] {
      let visitor = try Visitor("standard", with: with)
      let code = try TokenTranscriptTests.standard(visitor)
      let type = ("Content-Type", "multipart/form-data; boundary=b")
      let body = Self.parts([
        "grant_type": "authorization_code", "code": code,
        "redirect_uri": TokenTranscriptTests.back,
      ])
      try visitor.call(
        .post, "/standard/token", TokenTranscriptTests.basic + [type], body: body)
      guard with.isEmpty else {
        #expect(visitor.status == 200, "\(visitor.page)")
        #expect(try !visitor.member("access_token").isEmpty)
        continue
      }
      #expect(visitor.status == 400)
      #expect(try visitor.member("error") == "invalid_request")
    }
  }

  @Test("the ID token of a refresh has no nonce, unless the quirk puts it there again")
  func nonce() throws {
    for with in [[], ["nonce-in-refreshed-id-token"]] {
      let visitor = try Visitor("standard", with: with)
      let code = try TokenTranscriptTests.standard(visitor)
      try visitor.post(
        "/standard/token",
        [
          "grant_type": "authorization_code", "code": code,
          "redirect_uri": TokenTranscriptTests.back,
        ], TokenTranscriptTests.basic)
      #expect(try JWS.parse(visitor.member("id_token")).payload["nonce"]?.stringValue == "n-0S6")
      // Also at the second refresh, when the first refresh token is no more.
      for _ in 0..<2 {
        try visitor.post(
          "/standard/token",
          ["grant_type": "refresh_token", "refresh_token": visitor.member("refresh_token")],
          TokenTranscriptTests.basic)
        let claims = try JWS.parse(visitor.member("id_token")).payload
        #expect(claims["nonce"]?.stringValue == (with.isEmpty ? nil : "n-0S6"))
      }
    }
  }

  @Test(
    "a code is redeemed only with its verifier, unless the quirk takes any",
    arguments: ["", String(repeating: "v", count: 43)])
  func verifiers(_ verifier: String) throws {
    for with in [[], ["any-verifier"]] {
      let visitor = try Visitor("standard", with: with)
      let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
      let code = try TokenTranscriptTests.standard(
        visitor, "&code_challenge=\(challenge)&code_challenge_method=S256")
      try visitor.post(
        "/standard/token",
        [
          "grant_type": "authorization_code", "code": code,
          "redirect_uri": TokenTranscriptTests.back, "code_verifier": verifier,
        ], TokenTranscriptTests.basic)
      #expect(visitor.status == (with.isEmpty ? 400 : 200), "\(visitor.page)")
    }
  }

  @Test("an access token that is sent twice is refused, unless the quirk counts it once")
  func twice() throws {
    for with in [["tokens-in-query"], ["tokens-in-query", "repeats-count-once"]] {
      let visitor = try Visitor("standard", with: with)
      try visitor.passwordGrant("openid")
      let token = try visitor.member("access_token")
      try visitor.call(
        .get, "/standard/userinfo?access_token=\(token)", [("Authorization", "Bearer \(token)")])
      #expect(visitor.status == (with.count == 1 ? 400 : 200), "\(visitor.page)")
    }
  }

  @Test("an access token in the query alone is taken where tokens count once, too")
  func queryAlone() throws {
    for with in [["tokens-in-query"], ["tokens-in-query", "repeats-count-once"]] {
      let visitor = try Visitor("standard", with: with)
      try visitor.passwordGrant("openid")
      let token = try visitor.member("access_token")
      try visitor.call(.get, "/standard/userinfo?access_token=\(token)")
      #expect(visitor.status == 200, "\(visitor.page)")
    }
  }

  @Test("a token without an audience calls no tool, unless the quirk takes any audience")
  func anyAudience() throws {
    for with in [[], ["mcp-any-audience"]] {
      let visitor = try Visitor("standard", with: with)
      try visitor.passwordGrant("mcp:read")
      try visitor.callTool("whoami", visitor.member("access_token"))
      #expect(visitor.status == (with.isEmpty ? 401 : 200), "\(visitor.page)")
    }
  }

  @Test("each is off by default, and says what it is good for")
  func off() throws {
    let standard = try #require(try Visitor.providers().first { $0.id == "standard" })
    #expect(standard.quirks.filter(\.on).map(\.id) == [])
    for id in ["multipart-token-request", "nonce-in-refreshed-id-token", "base64-verifiers"] {
      let quirk = try #require(standard.quirks.first { $0.id == id })
      #expect(!quirk.summary.isEmpty && !quirk.evidence.source.isEmpty)
    }
  }
}
