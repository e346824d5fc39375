import Basics
import JOSE
import Testing

@testable import Engine

/// Clients that authenticate by JWTs (RFC 7523), byte for byte. RS256 signatures are the same each time.
@Suite("Assertion transcripts")
struct AssertionTranscriptTests {
  @Test("of a client that signs with its key, and of one that signs with its secret")
  func story() throws {
    let stage = try AssertionVisitor()
    try stage.token(stage.jwt())
    try stage.token(stage.hmac(of: "web"))
    try stage.post("introspect", stage.jwt(), ["token": "unknown"])
    try TranscriptTests.compare("standard-assertions", stage.visitor)
  }

  @Test("of the errors of JWTs")
  func errors() throws {
    let stage = try AssertionVisitor()
    try stage.token(stage.jwt(), ["client_assertion_type": "jwt"])
    try stage.token(nil)
    try stage.token("a.b")
    try stage.token(stage.jwt(header: ["alg": "none"]))
    try stage.token(stage.jwt(of: "web"))
    try stage.token(stage.jwt(header: ["kid": "other"]))
    try stage.token(stage.jwt(by: AssertionVisitor.stranger))
    for (name, value) in [
      ("iss", "web"), ("aud", "https://other.example"), ("exp", nil), ("exp", 1),
      ("exp", 2_000_000_000), ("nbf", 1_700_000_000), ("iat", "now"), ("jti", nil),
    ] as [(String, JSONValue?)] {
      try stage.token(stage.jwt([name: value]))
    }
    try stage.token(stage.jwt(), ["client_id": "web"])
    let jwt = try stage.jwt()
    for _ in 0..<2 { try stage.token(jwt) }
    try TranscriptTests.compare("standard-assertion-errors", stage.visitor)
  }
}
