import Testing

/// A rich authorization request (RFC 9396), byte for byte.
@Suite("Transcripts of authorization details")
struct AuthorizationDetailsTranscriptTests {
  @Test("of details that are granted, introspected and narrowed, and of some that are wrong")
  func story() throws {
    let visitor = try Visitor("standard")
    let start =
      "/standard/authorize?client_id=web&redirect_uri=http%3A%2F%2F127.0.0.1%3A7999%2Fcb&response_type=code&state=st"
      + "&authorization_details="
    let both =
      "%5B%7B%22type%22:%22account_information%22,%22actions%22:%5B%22list%22,%22read%22%5D%7D%5D"
    visitor.open(start + both)
    visitor.submit(["username": "alice", "password": "wonderland"])
    visitor.submit(["decision": "allow"])
    let code = try visitor.parameter("code")
    let basic = TokenTranscriptTests.basic
    try visitor.post(
      "/standard/token",
      [
        "grant_type": "authorization_code", "code": code,
        "redirect_uri": "http://127.0.0.1:7999/cb",
      ], basic)
    var refresh = try visitor.member("refresh_token")
    try visitor.post(
      "/standard/introspect", ["token": try visitor.member("access_token")], basic)
    for actions in [#"["read"]"#, #"["write"]"#] {
      try visitor.post(
        "/standard/token",
        [
          "grant_type": "refresh_token", "refresh_token": refresh,
          "authorization_details": #"[{"type":"account_information","actions":\#(actions)}]"#,
        ], basic)
      if visitor.status == 200 { refresh = try visitor.member("refresh_token") }
    }
    visitor.open(start + "%5B%7B%22type%22:%22magic%22%7D%5D")
    try TranscriptTests.compare("standard-authorization-details", visitor)
  }
}
