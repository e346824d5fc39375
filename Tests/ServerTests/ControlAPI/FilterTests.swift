import Basics
import Testing

/// A filter that can match nothing would answer with an empty list, and a test that waits for one would wait in vain.
@Suite("A filter's value")
struct FilterTests {
  private let site: Site
  private let box: Box

  init() throws {
    site = try Site()
    box = try site.sandbox()
  }

  @Test(
    "that nothing can have is a mistake",
    arguments: [
      (
        "journal?provider=standrad", "There is no provider \"standrad\"; did you mean \"standard\"?"
      ),
      ("journal?endpoint=tokn", "There is no endpoint \"tokn\"; did you mean \"token\"?"),
      (
        "journal?provider=vk&endpoint=userinfo",
        "There is no endpoint \"userinfo\"; known here: "
      ),
      (
        "journal?condition=code_expird",
        "There is no condition \"code_expird\"; did you mean \"code_expired\"?"
      ),
      (
        "journal?outcome=refuse",
        "There is no outcome \"refuse\"; did you mean \"refused\"?"
      ),
      ("journal?outcome=denied", "There is no outcome \"denied\"; "),
      ("journal?outcome=refused:+code_expird", "did you mean \"code_expired\"?"),
      ("journal?person=alcie", "There is no person \"alcie\"; did you mean \"alice\"?"),
      ("journal?rule=r", "There is no rule \"r\"."),
      (
        "journal?kind=clocks",
        "There is no kind \"clocks\"; did you mean \"clock\"? Known here: answer, checkpoints, claims, "
      ),
      ("journal?path=standard/token", "path has to begin with \"/\", found \"standard/token\"."),
      (
        "journal?status=4xx",
        "status has to be that of an answer, 100 to 599, or 0 for none, found \"4xx\"."
      ),
      ("journal/count?status=42", "found \"42\"."),
      ("journal?wait=60&endpoint=tokn", "did you mean \"token\"?"),
      (
        "tokens?kind=id", "There is no kind \"id\"; known here: access, code, device_code, refresh."
      ),
      (
        "tokens?status=dead",
        "There is no status \"dead\"; known here: expired, live, revoked, spent."
      ),
      ("tokens?kind=access_token", "did you mean \"access\"? Known here: access, code, "),
      ("tokens?kind=authorization_code", "did you mean \"code\"? "),
      ("tokens?status=valid", "There is no status \"valid\"; did you mean \"live\"? "),
      ("tokens?provider=kv", "There is no provider \"kv\"; did you mean \"vk\"?"),
      ("tokens?client=wbe", "There is no client \"wbe\"; did you mean \"web\"?"),
      ("tokens?person=nobody", "There is no person \"nobody\"; "),
    ] as [(String, String)])
  func mistakes(_ query: String, _ detail: String) throws {
    let reply = try box.control("GET", "/\(query)")
    #expect(reply.status == 400, "\(reply.text)")
    #expect(reply.json["title"] == "A parameter of the query has a wrong value.")
    #expect(reply.json["detail"]?.stringValue?.contains(detail) == true, "\(reply.text)")
  }

  @Test(
    "that something can have is none, whether or not something has it now",
    arguments: [
      "provider=vk", "endpoint=users.get", "endpoint=token&provider=oclc", "condition=code_expired",
      "condition=code_other_institution", "outcome=refused", "outcome=refused:+stale+form",
      "outcome=granted", "outcome=page:+login", "outcome=by+rule+r", "outcome=by+rule",
      "outcome=404",
      "outcome=would+be+granted:+code", "kind=exchange", "kind=restore", "person=bob",
      "client=whoever", "path=/standard", "status=0", "status=302",
    ])
  func fine(_ query: String) throws {
    #expect(try box.order("GET", "/journal?\(query)") == [])
    #expect(try box.order("GET", "/journal/count?\(query)")["count"] == 0)
  }

  @Test("may name whoever has gone since")
  func gone() throws {
    try box.rule(["id": "r", "match": ["endpoint": "token"], "then": ["reset": true]])
    try box.rule(["id": "late", "match": ["endpoint": "authorize"], "then": ["delay": 0]])
    #expect(try box.authorize().parameter("code") != nil)
    try box.order("DELETE", "/rules")
    try box.order("DELETE", "/answer")
    try box.order("DELETE", "/people/alice")
    for query in ["person=alice", "rule=late"] {
      #expect(try box.order("GET", "/journal/count?\(query)")["count"] == 1, "\(query)")
    }
    #expect(try box.order("GET", "/tokens?person=alice").arrayValue?.count == 1)
    #expect(try box.control("GET", "/journal?rule=r").status == 400)
  }

  @Test("for a client finds what a client sent that nobody knows")
  func strangers() throws {
    _ = try box.authorize(client: "stranger")
    _ = try box.post(
      "/standard/token", "grant_type=authorization_code&code=1&client_id=stranger&client_secret=x")
    _ = try box.post(
      "/standard/token", "grant_type=authorization_code&code=1",
      ["Authorization": "Basic c3RyYW5nZXI6eA=="])
    _ = try box.authorize()
    let found = try box.order("GET", "/journal?client=stranger").arrayValue
    #expect(
      found?.compactMap { $0["condition"]?.stringValue }
        == ["client_unknown", "client_unknown", "client_unknown"])
    #expect(found?.allSatisfy { $0["client"] == "stranger" } == true)
    #expect(try box.order("GET", "/journal/count?client=web")["count"] == 1)
  }

  @Test("names of scopes are known ones where tokens are minted and where an answer stands")
  func scopes() throws {
    let minted = try box.control(
      "POST", "/tokens",
      ["provider": "standard", "client": "web", "person": "alice", "scopes": ["openid", "emial"]])
    #expect(minted.status == 422 && minted.json["pointer"] == "/scopes/1", "\(minted.text)")
    #expect(
      minted.json["detail"]?.stringValue?.hasPrefix(
        "standard knows no scope \"emial\"; did you mean \"email\"? Known here: ") == true)
    let answer = try box.control("PUT", "/answer", ["sign_in": "alice", "scopes": ["emial"]])
    #expect(answer.status == 422 && answer.json["pointer"] == "/scopes/0", "\(answer.text)")
    #expect(
      answer.json["detail"]?.stringValue?.hasPrefix(
        "no provider here knows a scope \"emial\"; did you mean \"email\"?") == true)
    // A scope of any provider will do: an answer stands for all of them.
    try box.order("PUT", "/answer", ["sign_in": "alice", "scopes": ["email", "wall", "WMS_NCIP"]])
  }
}
