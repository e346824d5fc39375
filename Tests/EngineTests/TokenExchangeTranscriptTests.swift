import Basics
import Testing

@testable import Engine

/// Token exchange (RFC 8693), byte for byte.
@Suite("Token exchange transcripts")
struct TokenExchangeTranscriptTests {
  @Test("of a token for an API, and of one with an actor")
  func story() throws {
    let stage = try ExchangeVisitor()
    let (subject, actor) = (try stage.token(of: "boss"), try stage.token(of: "helper"))
    let form = ["actor_token": actor, "actor_token_type": ExchangeVisitor.access]
      .mapValues { Optional($0) }
    try stage.exchange(
      stage.token(), ["audience": "billing", "scope": "email", "client_id": "native"])
    try stage.exchange(subject, form)
    try stage.introspect(stage.visitor.member("access_token"))
    try stage.exchange(stage.token(), ["requested_token_type": ExchangeVisitor.id])
    try TranscriptTests.compare("standard-token-exchange", stage.visitor)
  }

  @Test("of the errors of token exchange")
  func errors() throws {
    let stage = try ExchangeVisitor()
    let token = try stage.token()
    try stage.exchange(nil)
    try stage.exchange("nothing")
    let changes: [AssertionVisitor.Form] = [
      ["subject_token_type": nil], ["subject_token_type": "saml"],
      ["subject_token_type": ExchangeVisitor.id], ["actor_token": token],
      ["actor_token_type": ExchangeVisitor.access],
      ["actor_token": "x", "actor_token_type": ExchangeVisitor.access],
      ["actor_token": "x", "actor_token_type": ExchangeVisitor.refresh],
      ["requested_token_type": ExchangeVisitor.refresh], ["scope": "phone"],
      ["client_id": "api", "audience": "billing"],
      ["client_id": "api", "resource": "https://other.example"],
    ]
    for change in changes { try stage.exchange(token, change) }
    try stage.exchange(stage.token(of: "boss"))
    try stage.exchange(
      stage.token("refresh_token"),
      ["client_id": "api", "subject_token_type": ExchangeVisitor.refresh])
    let revoked = try stage.token()
    try stage.visitor.post("/standard/revoke", ["token": revoked, "client_id": "native"])
    try stage.exchange(revoked)
    stage.visitor.now += 3600
    try stage.exchange(token)
    try TranscriptTests.compare("standard-token-exchange-errors", stage.visitor)
  }
}
