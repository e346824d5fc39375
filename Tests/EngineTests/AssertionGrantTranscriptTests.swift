import Basics
import JOSE
import Testing

@testable import Engine

/// The JWT bearer grant (RFC 7523 §2.1), byte for byte.
@Suite("JWT bearer transcripts")
struct AssertionGrantTranscriptTests {
  @Test("of a JWT for a person, and of one for a client")
  func story() throws {
    let stage = try IssuerVisitor()
    try stage.token(stage.jwt())
    try stage.visitor.call(
      .get, "/standard/userinfo",
      [("Authorization", "Bearer \(stage.visitor.member("access_token"))")])
    try stage.jobToken()
    try TranscriptTests.compare("standard-jwt-bearer", stage.visitor)
  }

  @Test("of the errors of JWTs of other issuers")
  func errors() throws {
    let stage = try IssuerVisitor()
    try stage.token(nil)
    try stage.token("a.b")
    try stage.token(stage.jwt(header: ["alg": "none"]))
    try stage.token(stage.jwt(header: ["kid": "other"]))
    try stage.token(stage.jwt(by: AssertionVisitor.stranger))
    for (name, value) in [
      ("iss", "https://other.example"), ("aud", "https://other.example"), ("sub", nil),
      ("exp", nil), ("exp", 1), ("exp", 2_000_000_000), ("nbf", 1_700_000_000), ("iat", "now"),
      ("email", "nobody@example.test"),
    ] as [(String, JSONValue?)] {
      try stage.token(stage.jwt([name: value]))
    }
    try stage.jobToken(["sub": "repo:other/repo:main"])
    try stage.jobToken(["ref": "refs/heads/other"])
    try stage.jobToken([:], ["client_id": "native"])
    try stage.jobToken([:], ["scope": "mcp:write"])
    let jwt = try stage.jwt()
    for _ in 0..<2 { try stage.token(jwt) }
    try TranscriptTests.compare("standard-jwt-bearer-errors", stage.visitor)
  }
}
