import Basics
import HTTPTypes
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// OpenID Connect Back-Channel Logout 1.0, with clients that listen.
@Suite("A session that ends")
struct BackChannelTests {
  private let stage: LogoutStage
  init() throws { stage = try LogoutStage() }

  @Test("is told to each of its clients by a logout token, before the browser goes on")
  func toldAtLogout() throws {
    let first = try LogoutStage.claims(try stage.signIn("one"))
    let hint = try stage.signIn("two")
    try stage.signIn("three")
    let claims = try LogoutStage.claims(hint)
    let sid = try #require(claims["sid"]?.stringValue)
    #expect(first["sid"]?.stringValue == sid && sid.utf8.count == 22)
    let answer = stage.open("/standard/logout?id_token_hint=\(hint)")
    #expect(answer.status.code == 200 && answer.text.contains("You are signed out."))
    let received = stage.received.sorted { $0.target < $1.target }
    #expect(received.map(\.target) == ["/one?a=b", "/two?a=b"])
    for (request, client) in zip(received, ["one", "two"]) {
      #expect(request.method == .post)
      #expect(request.headers[.contentType] == "application/x-www-form-urlencoded")
      let token = try LogoutStage.token(request)
      #expect(Visitor.keys.verifies(token))
      #expect(token.header["typ"] == "logout+jwt")
      let told = token.payload
      #expect(told["iss"] == claims["iss"] && told["sub"] == claims["sub"])
      #expect(told["aud"]?.stringValue == client && told["sid"]?.stringValue == sid)
      #expect(told["iat"]?.integerValue == Engine.instant)
      #expect(told["exp"]?.integerValue == Engine.instant + 120)
      #expect(told["jti"]?.stringValue?.utf8.count == 22 && told["nonce"] == nil)
      #expect(
        told["events"] == ["http://schemas.openid.net/event/backchannel-logout": [:]])
    }
    #expect(try stage.control("GET", "/sessions").arrayValue?.isEmpty == true)
    // It is over: the same hint ends nothing.
    _ = stage.open("/standard/logout?id_token_hint=\(hint)")
    #expect(stage.received.count == 2)
    let next = try LogoutStage.claims(try stage.signIn("one"))
    #expect(next["sid"] != claims["sid"])
  }

  @Test("is told by an encrypted token to a client whose ID tokens are encrypted")
  func encrypted() throws {
    let keys = [RecipientVisitor.rsa].compactMap(\.self)
    try stage.control(
      "PUT", "/clients/standard/sealed",
      [
        "redirect_uris": [JSONValue(.string(LogoutStage.callback))], "secret": "0123456789",
        "backchannel_logout_uri": JSONValue(.string("http://127.0.0.1:\(stage.port)/sealed")),
        "id_token_encrypted_response_alg": "RSA-OAEP",
        "jwks": JWK.set(keys.map { $0.publicJWK() }),
      ])
    let idToken = try stage.signIn("sealed")
    try stage.control("DELETE", "/sessions?person=alice")
    let body = try #require(stage.received.first).body
    let form = Parameters(formEncoded: String(decoding: body, as: UTF8.self)[...])
    let opened = try [idToken, #require(form.first("logout_token"))].map { text in
      let opened = try JWE.decrypt(text, keys: keys)
      #expect(opened.header["alg"] == "RSA-OAEP" && opened.header["cty"] == "JWT")
      return try JWS.parse(String(decoding: opened.plaintext, as: UTF8.self))
    }
    #expect(opened.map { $0.header["typ"] }.last == "logout+jwt")
    #expect(Set(opened.map { $0.payload["sid"]?.stringValue }).count == 1)
  }

  @Test("shows both sides of each call in the journal, after the request that led to it")
  func journal() throws {
    let hint = try stage.signIn("one")
    stage.status = 400
    _ = stage.open("/standard/logout?id_token_hint=\(hint)")
    let entries = try #require(try stage.control("GET", "/journal").arrayValue).suffix(2)
    let (logout, call) = (try #require(entries.first), try #require(entries.last))
    #expect(logout["outcome"] == "signed out" && logout["kind"] == "exchange")
    #expect(call["kind"] == "outgoing" && call["outcome"] == "not delivered: 400")
    #expect(call["client"] == "one" && call["person"] == "alice" && call["endpoint"] == "logout")
    #expect(call["request"]?["target"] == "/one?a=b" && call["request"]?["method"] == "POST")
    #expect(call["request"]?["body"]?.stringValue?.hasPrefix("logout_token=eyJ") == true)
    #expect(call["response"]?["status"]?.integerValue == 400)
    #expect(call["response"]?["body"] == "heard")
  }

  @Test("ends by command: one, or those of a person, a provider or a client")
  func commanded() throws {
    try stage.signIn("one")
    try stage.control("PUT", "/answer", ["sign_in": "bob", "consent": "granted"])
    try stage.signIn("two")
    let sessions = try #require(try stage.control("GET", "/sessions").arrayValue)
    #expect(sessions.map { $0["person"]?.stringValue } == ["alice", "bob"])
    #expect(sessions.map { $0["clients"]?.text() } == ["[\"one\"]", "[\"two\"]"])
    for query in ["person=carol", "provider=vk", "client=three", "person=alice&client=two"] {
      let ended = try stage.control("DELETE", "/sessions?\(query)")
      #expect(ended["sessions"]?.arrayValue?.isEmpty == true, "\(query)")
    }
    let ended = try stage.control("DELETE", "/sessions?person=bob&provider=standard")
    let call = try #require(ended["calls"]?.arrayValue?.first)
    #expect(call["client"] == "two" && call["accepted"]?.boolValue == true)
    #expect(call["status"]?.integerValue == 200 && call["failure"] == nil)
    #expect(call["address"]?.stringValue == "http://127.0.0.1:\(stage.port)/two?a=b")
    let entry = try #require(call["entry"]?.integerValue)
    #expect(try stage.control("GET", "/journal/\(entry)")["kind"] == "outgoing")
    let sid = try #require(sessions.first?["sid"]?.stringValue)
    let one = try stage.control("DELETE", "/sessions/\(sid)")
    #expect(one["sessions"]?.arrayValue?.first?["sid"]?.stringValue == sid)
    #expect(try LogoutStage.token(stage.received[1]).payload["sid"]?.stringValue == sid)
    let again = stage.open("/_understudy/sandboxes/default/sessions/\(sid)", .delete)
    #expect(again.status.code == 404 && again.text.contains("There is no such session."))
    let acts = try #require(try stage.control("GET", "/journal?kind=sessions").arrayValue)
    #expect(acts.count == 2 && acts[0].text().contains("of bob at standard was ended."))
  }

  @Test("has a failure where a client can't be called, and goes on")
  func failures() throws {
    try stage.put("one", ["backchannel_logout_uri": "http://192.0.2.1/out"])
    try stage.put("three", ["backchannel_logout_uri": "http://127.0.0.1:1/out"])
    for client in ["one", "two", "three"] { try stage.signIn(client) }
    let ended = try stage.control("DELETE", "/sessions")
    let calls = try #require(ended["calls"]?.arrayValue)
    #expect(calls.map { $0["accepted"]?.boolValue } == [false, true, false])
    #expect(
      calls[0]["failure"]
        == "http://192.0.2.1/out was not called: this server may not call the host 192.0.2.1")
    #expect(calls[2]["failure"]?.stringValue?.contains("could not be called") == true)
    #expect(calls[0]["status"] == nil)
    let entry = try #require(calls[0]["entry"]?.integerValue)
    let told = try stage.control("GET", "/journal/\(entry)")
    #expect(told["outcome"] == "not delivered" && told["remedy"] == "allow 192.0.2.1")
    #expect(told["why"] == calls[0]["failure"])
  }

  @Test("has the logout token that a rule orders, at a logout and by command")
  func wrongTokens() throws {
    func order(_ change: JSONValue) throws {
      try stage.control(
        "PUT", "/rules",
        [
          [
            "id": "wrong", "match": ["endpoint": "logout"], "times": 1,
            "then": ["change": ["tokens": ["logout": change]]],
          ]
        ])
    }
    for change in [
      ["claims": ["nonce": "n", "aud": "other", "events": JSONValue(.null)]], ["signature": "bad"],
      ["shift": -7200], ["header": ["typ": "JWT"]],
    ] as [JSONValue] {
      for isCommanded in [false, true] {
        let hint = try stage.signIn("one")
        try order(change)
        if isCommanded {
          try stage.control("DELETE", "/sessions")
        } else {
          _ = stage.open("/standard/logout?id_token_hint=\(hint)")
        }
        let token = try LogoutStage.token(try #require(stage.received.last))
        #expect(Visitor.keys.verifies(token) == (change["signature"] == nil))
        #expect((token.payload["nonce"] == "n") == (change["claims"] != nil))
        #expect((token.payload["events"] == nil) == (change["claims"] != nil))
        #expect((token.header["typ"] == "JWT") == (change["header"] != nil))
        let ends = change["shift"] == nil ? 120 : -7080
        #expect(token.payload["exp"]?.integerValue == Engine.instant + ends)
        let entry = try stage.control("GET", "/journal?kind=outgoing&limit=1").arrayValue?.last
        #expect(entry?["rule"] == "wrong")
        // It has fired its one time.
        try stage.signIn("one")
        try stage.control("DELETE", "/sessions")
        let right = try LogoutStage.token(try #require(stage.received.last))
        #expect(right.payload["nonce"] == nil && right.header["typ"] == "logout+jwt")
      }
    }
  }

  @Test("ends by a command that fires no other rule")
  func otherRules() throws {
    try stage.control(
      "POST", "/rules",
      ["id": "down", "match": ["endpoint": "logout"], "then": ["answer": ["status": 503]]])
    try stage.signIn("one")
    try stage.control("DELETE", "/sessions")
    #expect(stage.received.count == 1)
    #expect(try stage.control("GET", "/rules/down")["fired"]?.integerValue == 0)
  }

  @Test("is not told by HEAD, which ends nothing")
  func head() throws {
    let hint = try stage.signIn("one")
    #expect(stage.open("/standard/logout?id_token_hint=\(hint)", .head).status.code == 200)
    #expect(stage.received.isEmpty)
    #expect(try stage.control("GET", "/sessions").arrayValue?.count == 1)
  }

  @Test("has the issuer of the address at which its client signed in")
  func issuer() throws {
    let hint = try stage.signIn("one")
    let issuer = try LogoutStage.claims(hint)["iss"]
    _ = stage.send(
      Request(
        method: .delete, authority: "127.0.0.1:9", target: "/_understudy/sandboxes/default/sessions"
      ))
    #expect(try LogoutStage.token(stage.received[0]).payload["iss"] == issuer)
  }

  @Test("tells nobody where the provider has no logout tokens, and its metadata says so")
  func switchedOff() throws {
    let members = ["backchannel_logout_supported", "backchannel_logout_session_supported"]
    let path = "/standard/.well-known/openid-configuration"
    var metadata = try JSONReader().read(stage.open(path).body, file: "").root
    #expect(members.allSatisfy { metadata[$0]?.boolValue == true })
    try stage.control(
      "PUT", "/providers/standard/quirks", ["with": ["no-back-channel-logout"]])
    metadata = try JSONReader().read(stage.open(path).body, file: "").root
    #expect(members.allSatisfy { metadata[$0] == nil })
    let hint = try stage.signIn("one")
    _ = stage.open("/standard/logout?id_token_hint=\(hint)")
    #expect(stage.received.isEmpty)
  }
}
