import Testing

/// Authorization responses that are signed JWTs (JARM), byte for byte.
@Suite("Transcripts of signed responses")
struct SignedResponseTranscriptTests {
  private static let start =
    "/standard/authorize?client_id=web&redirect_uri=http%3A%2F%2F127.0.0.1%3A7999%2Fcb&scope=openid&state=st"

  @Test("of a grant, an error and a form")
  func story() throws {
    let visitor = try Visitor("standard")
    visitor.open(Self.start + "&response_type=code&response_mode=jwt")
    visitor.submit(["username": "alice", "password": "wonderland"])
    visitor.submit(["decision": "allow"])
    visitor.open(Self.start + "&response_type=code&response_mode=jwt&max_age=x")
    visitor.open(Self.start + "&response_type=token&response_mode=jwt")
    visitor.open(Self.start + "&response_type=code&response_mode=form_post.jwt")
    try TranscriptTests.compare("standard-jarm", visitor)
  }
}
