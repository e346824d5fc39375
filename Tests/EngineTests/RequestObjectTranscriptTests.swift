import Testing

/// Request objects (RFC 9101), granted and refused, byte for byte.
@Suite("Transcripts of request objects")
struct RequestObjectTranscriptTests {
  @Test("of a request object that is granted, and of some that are refused")
  func story() throws {
    let stage = try RequestObjectVisitor()
    stage.open(try stage.object(by: AssertionVisitor.rsa))
    stage.standard.typePassword().allow()
    stage.open(stage.hmac(of: "web"), as: "web")
    for changes in [["client_id": "web"], ["exp": 1], ["aud": "https://other.test"]]
      as [RequestObjectVisitor.Changes]
    {
      stage.open(try stage.object(of: "signer", changes, by: AssertionVisitor.rsa))
    }
    stage.open("x")
    try TranscriptTests.compare("standard-request-objects", stage.visitor)
  }
}
