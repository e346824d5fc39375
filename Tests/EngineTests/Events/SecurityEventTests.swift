import Basics
import HTTPTypes
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// Security event tokens (RFC 8417), pushed to a receiver that listens (RFC 8935).
@Suite("A security event")
struct SecurityEventTests {
  private static let caep = "https://schemas.openid.net/secevent/caep/event-type/"
  private let stage: LogoutStage
  init() throws { stage = try LogoutStage() }

  private func order(_ more: JSONValue = [:]) -> JSONValue {
    var body = JSONObject([
      .init("provider", "standard"), .init("event", "session-revoked"), .init("person", "alice"),
      .init("receiver", JSONValue(.string("http://127.0.0.1:\(stage.port)/events"))),
    ])
    for member in more.objectValue ?? JSONObject() { body[member.name] = member.value }
    return JSONValue(.object(body))
  }

  @Test("is signed with the key that signs after a rotation, and so is a logout token")
  func rotated() throws {
    stage.status = 202
    let hint = try stage.signIn("one")
    let before = try JWS.parse(hint).kid
    _ = try stage.control("POST", "/keys", ["steps": ["publish", "use"]])
    let after = try JWS.parse(try stage.signIn("two")).kid
    #expect(after != nil && after != before)
    _ = try stage.control("POST", "/events", order())
    let event = try #require(stage.received.last)
    #expect(try JWS.parse(String(decoding: event.body, as: UTF8.self)).kid == after)
    _ = stage.open("/standard/logout?id_token_hint=\(hint)")
    #expect(try LogoutStage.token(#require(stage.received.last)).kid == after)
  }

  @Test(
    "is a signed token that a receiver gets", arguments: ["session-revoked", "credential-change"])
  func sent(_ name: String) throws {
    stage.status = 202
    let claims = try LogoutStage.claims(try stage.signIn("one"))
    let sent = try stage.control(
      "POST", "/events",
      order(["event": JSONValue(.string(name)), "audience": "me", "token": "t-1"]))
    #expect(sent["call"]?["accepted"]?.boolValue == true && sent["err"] == nil)
    let request = try #require(stage.received.last)
    #expect(request.method == .post && request.target == "/events")
    #expect(request.headers[.contentType] == "application/secevent+jwt")
    #expect(request.headers[.accept] == "application/json")
    #expect(request.headers[.authorization] == "Bearer t-1")
    let token = try JWS.parse(String(decoding: request.body, as: UTF8.self))
    #expect(Visitor.keys.verifies(token) && token.header["typ"] == "secevent+jwt")
    #expect(token.payload == sent["claims"])
    #expect(token.payload["iss"] == claims["iss"] && token.payload["aud"] == "me")
    #expect(token.payload["sub_id"]?["format"] == "iss_sub")
    #expect(token.payload["sub_id"]?["sub"] == claims["sub"])
    #expect(token.payload["iat"]?.integerValue == Engine.instant)
    // RFC 8417 §2.2 and SSF: neither sub nor exp.
    #expect(token.payload["sub"] == nil && token.payload["exp"] == nil)
    let event = try #require(token.payload["events"]?[Self.caep + name])
    #expect(event["event_timestamp"]?.integerValue == Engine.instant)
    #expect((event["change_type"] == "update") == (name == "credential-change"))
    let entry = try stage.control("GET", "/journal?kind=outgoing&limit=1").arrayValue?.last
    #expect(entry?["outcome"] == "delivered: 202" && entry?["person"] == "alice")
    #expect(entry?.text().contains("t-1") == false)
  }

  @Test("shows the error of a receiver that does not accept it")
  func refused() throws {
    stage.status = 400
    stage.body = "{\"err\": \"invalid_key\", \"description\": \"unknown kid\"}"
    let sent = try stage.control("POST", "/events", order())
    #expect(sent["call"]?["accepted"]?.boolValue == false)
    #expect(sent["call"]?["status"]?.integerValue == 400)
    #expect(sent["err"] == "invalid_key" && sent["description"] == "unknown kid")
  }

  @Test("has the subject, the members and the claims of the order")
  func changed() throws {
    let sent = try stage.control(
      "POST", "/events",
      order([
        "subject": ["format": "opaque", "id": "x"],
        "members": ["initiating_entity": JSONValue(.null), "reason_admin": ["en": "lost"]],
        "claims": ["txn": "t", "jti": JSONValue(.null)],
      ]))
    let claims = try #require(sent["claims"])
    #expect(claims["sub_id"]?["id"] == "x" && claims["txn"] == "t" && claims["jti"] == nil)
    let event = try #require(claims["events"]?[Self.caep + "session-revoked"])
    #expect(event["initiating_entity"] == nil && event["reason_admin"]?["en"] == "lost")
  }

  @Test("is not sent where the order is wrong, or to a host that is not allowed")
  func mistakes() throws {
    for (member, value) in [
      ("provider", "nowhere"), ("event", "session-revokd"), ("person", "nobody"),
      ("receiver", "app:/events"), ("token", "a b"),
    ] {
      let answer = stage.send(
        Request(
          method: .post, authority: "localhost", target: "/_understudy/sandboxes/default/events",
          headers: [.contentType: "application/json"],
          body: order([member: JSONValue(.string(value))]).encoded()))
      #expect(answer.status.code == 422 && answer.text.contains("/\(member)"), "\(answer.text)")
    }
    let sent = try stage.control("POST", "/events", order(["receiver": "http://192.0.2.1/events"]))
    #expect(sent["call"]?["failure"]?.stringValue?.contains("may not call the host") == true)
    #expect(stage.received.isEmpty)
  }

  @Test("is not known with the quirk")
  func switchedOff() throws {
    try stage.control("PUT", "/providers/standard/quirks", ["with": ["no-security-events"]])
    let answer = stage.send(
      Request(
        method: .post, authority: "localhost", target: "/_understudy/sandboxes/default/events",
        headers: [.contentType: "application/json"], body: order().encoded()))
    #expect(answer.status.code == 422 && answer.text.contains("standard has no event"))
  }
}
