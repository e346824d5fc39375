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
