import Basics
import Testing

/// `refresh_token` (RFC 6749 §6): who may, and what the answer holds.
@Suite("A refresh")
struct RefreshTests {
  private static let oclc = "/oclc/oauth2/accessToken?grant_type=refresh_token"
  private static let web = "WebClientKey" + String(repeating: "0", count: 68)
  private static let mobile = "MobileClientKey" + String(repeating: "0", count: 65)

  @Test("is a mobile app's by its client_id alone")
  func mobile() throws {
    let visitor = try Visitor("oclc").open(TranscriptTests.oclc + "token")
    visitor.submit(["username": "alice", "password": "wonderland"]).submit(["decision": "allow"])
    let token = try visitor.parameter("refresh_token")
    let target = "\(Self.oclc)&refresh_token=\(token)&client_id=\(Self.mobile)"
    try visitor.call(.post, target, [("Accept", "application/json")])
    #expect(visitor.status == 200, "\(visitor.page)")
    #expect(try visitor.member("access_token").hasPrefix("tk_"))
  }

  @Test("is a web client's only with its secret")
  func web() throws {
    let visitor = try Visitor("oclc").open(
      "/oclc/oauth2/authorizeCode?client_id=\(Self.web)&redirect_uri=http://127.0.0.1:7999/cb"
        + "&authenticatingInstitutionId=128807&contextInstitutionId=128807&response_type=code"
        + "&scope=WMS_NCIP%20refresh_token")
    visitor.submit(["username": "alice", "password": "wonderland"]).submit(["decision": "allow"])
    let json = ("Accept", "application/json")
    let basic = ("Authorization", "Basic " + Self.basic(Self.web, "understudy-secret-0123456789"))
    try visitor.post(
      "/oclc/oauth.oclc.org/token",
      [
        "grant_type": "authorization_code", "code": visitor.parameter("code"),
        "redirect_uri": "http://127.0.0.1:7999/cb",
      ], [json, basic])
    // The newer host says what was granted, too.
    #expect(try visitor.member("scopes") == "WMS_NCIP refresh_token")
    let token = try visitor.member("refresh_token")
    let target = "\(Self.oclc)&refresh_token=\(token)"
    #expect(try visitor.call(.post, "\(target)&client_id=\(Self.web)", [json]).status == 401)
    #expect(try visitor.call(.post, target, [json, basic]).status == 200)
    #expect(!visitor.page.contains("scopes"))
  }

  @Test("that gives no new refresh token has no member for one")
  func kept() throws {
    let text = Engine.text("providers/standard.json")
      .replacingAll("\"rotates\": true", with: "\"rotates\": false")
      .replacingAll("{{tok.refresh.value?}}", with: "{{tok.refresh.value}}")
    #expect(text.contains("{{tok.refresh.value}}") && text.contains("\"rotates\": false"))
    let visitor = Visitor(
      try Transport.call.open(try Visitor.stage("standard", text: text)))
    let code = try TokenTranscriptTests.standard(visitor)
    try visitor.post(
      "/standard/token",
      [
        "grant_type": "authorization_code", "code": code, "redirect_uri": TokenTranscriptTests.back,
      ], TokenTranscriptTests.basic)
    let token = try visitor.member("refresh_token")
    for _ in 0..<2 {
      try visitor.post(
        "/standard/token", ["grant_type": "refresh_token", "refresh_token": token],
        TokenTranscriptTests.basic)
      #expect(visitor.status == 200)
      #expect(!visitor.page.contains("refresh_token"))
    }
  }

  private static func basic(_ id: String, _ secret: String) -> String {
    Base64.encode(Array("\(id):\(secret)".utf8))
  }
}
