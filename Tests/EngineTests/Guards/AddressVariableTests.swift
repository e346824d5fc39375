import Basics
import Engine
import HTTPTypes
import JOSE
import ProviderModel
import Testing

/// Variables of addresses that a cast has to know, and records that a request selects.
@Suite("A variable of an address")
struct AddressVariableTests {
  private static let cast = """
    {"schema": 1, "kind": "cast", "tables": {"own": {"tenants": [
      {"name": "first", "guid": "1", "rooms": ["red"]},
      {"name": "Second", "guid": "2", "rooms": ["Blue", "green"]}]}}}
    """

  private func server(fold: Bool = false) throws -> OwnServer {
    let file = OwnServer.provider(
      vars: """
        "tenant": { "table": "tenants", "missing": "tenant_unknown" },
        "room": { "among": "{{found.tenant.rooms}}", "missing": "room_unknown" }, "free": {}
        """,
      endpoints: """
        "room": { "kind": "document", "at": "main:/{tenant}/{room}/who", "answer": "who" },
        "tenant": { "kind": "document", "at": "main:/{tenant}/only", "answer": "only" },
        "free": { "kind": "document", "at": "main:/free/{free}", "answer": "free" },
        "page": { "kind": "authorize", "at": "main:/{tenant}/go" }
        """,
      shapes: """
        "who": { "json": { "it": "{{found.tenant.guid}} {{found.room}}" } },
        "only": { "json": { "it": "{{found.tenant.guid}}" } },
        "free": { "json": { "it": "{{vars.free}}" } }
        """,
      edits: [
        "\"repeats\": \"refuse\"":
          #""tables": { "tenants": { "key": "name", "also": ["guid"], "fold": \#(fold) } }, "repeats": "refuse""#,
        #""token_missing": { "shape": "bearer-challenge" }"#: """
        "tenant_unknown": { "shape": "token-error", "code": "no_tenant", "text": "{{err.param}} {{err.value}}" },
        "room_unknown": { "shape": "token-error", "code": "no_room", "text": "{{err.param}} {{err.value}}" },
        "token_missing": { "shape": "bearer-challenge" }
        """,
        #""authorize": { "kind": "authorize", "at": "main:/authorize", "methods": ["GET", "POST"] },"#:
          "",
        #""client_missing": {"#: """
        "tenant_unknown": { "shape": "refusal", "code": "no_tenant", "text": "No such tenant." },
          "room_unknown": { "shape": "refusal", "code": "no_room", "text": "No such room." },
        "client_missing": {
        """, #""authorize": { "to": "authorize" }"#: #""authorize": { "to": "page" }"#,
      ])
    return try OwnServer([file], casts: [Self.cast])
  }

  @Test(
    "is looked up by the key of its table, and by the other members that identify a record",
    arguments: [
      ("/own/first/only", "1"), ("/own/1/only", "1"), ("/own/Second/only", "2"),
      ("/own/2/only", "2"), ("/own/first/red/who", "1 red"), ("/own/Second/green/who", "2 green"),
      // Among the elements of a list, letters count alike in either case.
      ("/own/2/BLUE/who", "2 Blue"), ("/own/free/anything", "anything"),
    ])
  func found(_ path: String, _ it: String) throws {
    #expect(try server().text(path) == #"{"it":"\#(it)"}"#)
  }

  @Test(
    "that the cast does not know is refused, and the refusal names it",
    arguments: [
      ("/own/third/only", "no_tenant", "tenant third"),
      ("/own/second/only", "no_tenant", "tenant second"),
      ("/own/rooms/only", "no_tenant", "tenant rooms"),
      ("/own/third/red/who", "no_tenant", "tenant third"),
      ("/own/first/blue/who", "no_room", "room blue"),
    ])
  func missing(_ path: String, _ error: String, _ text: String) throws {
    let server = try server()
    let answer = server.ask(path)
    #expect(answer.status == 400)
    #expect(try answer.json()["error"]?.stringValue == error)
    #expect(try answer.json()["error_description"]?.stringValue == text)
    let words = text.split(separator: " ")
    #expect(server.told.why == "own knows no \(words[0]) \"\(words[1])\"")
    let known = words[0] == "tenant" ? "name one of first, Second, or " : ""
    #expect(server.told.remedy == known + "add it to \"tables\".\"own\" of a cast")
  }

  @Test("in the name of a host is looked up, too")
  func ofHost() throws {
    let file = OwnServer.provider(
      hosts: #""main": "own.test", "tenant": "{tenant}.own.test""#,
      vars: #""tenant": { "table": "tenants", "missing": "tenant_unknown" }"#,
      endpoints: #""only": { "kind": "document", "at": "tenant:/only", "answer": "only" }"#,
      shapes: #""only": { "json": { "it": "{{found.tenant.guid}}" } }"#,
      edits: [
        "\"repeats\": \"refuse\"":
          #""tables": { "tenants": { "key": "name" } }, "repeats": "refuse""#,
        #""token_missing": { "shape": "bearer-challenge" }"#: """
        "tenant_unknown": { "shape": "token-error", "code": "no_tenant", "text": "{{err.value}}" },
        "token_missing": { "shape": "bearer-challenge" }
        """,
        #""client_missing": {"#: """
        "tenant_unknown": { "shape": "refusal", "code": "no_tenant", "text": "No such tenant." },
        "client_missing": {
        """,
      ])
    let server = try OwnServer([file], casts: [Self.cast])
    #expect(server.text("/only", host: "first.own.test") == #"{"it":"1"}"#)
    let refused = server.ask("/only", host: "third.own.test")
    #expect(try refused.json()["error"]?.stringValue == "no_tenant")
  }

  @Test("is the same in either case where its table says so")
  func folded() throws {
    let server = try server(fold: true)
    #expect(server.text("/own/SECOND/only") == #"{"it":"2"}"#)
    #expect(server.ask("/own/third/only").status == 400)
    #expect(server.ask("/own/third/go").text.contains("No such tenant."))
    #expect(server.ask("/own/first/go").text.contains("client_id is missing"))
  }

  @Test("an API is the one whose name begins a scope, and not the first of the cast")
  func lookup() throws {
    let cast = """
      {"schema": 1, "kind": "cast", "tables": {"azure-ad-b2c": {"apis": [
        {"uri": "https://other.example/api", "aud": "the-other", "scopes": ["see", "do"]}]}}}
      """
    let visitor = try Visitor("azure-ad-b2c", cast: cast)
    func claims(_ scope: String) throws -> JSONValue {
      try visitor.post(
        "\(TokenTranscriptTests.tenant)/oauth2/v2.0/token?p=B2C_1_signupsignin",
        [
          "grant_type": "password", "client_id": TokenTranscriptTests.web,
          "client_secret": TokenTranscriptTests.secret, "username": "alice",
          "password": "wonderland", "scope": scope,
        ])
      return try JWS.parse(visitor.member("access_token")).payload
    }
    let other = try claims("https://other.example/api/see https://other.example/api/do")
    #expect(other["aud"] == "the-other" && other["scp"] == "see do")
    #expect(try claims(TokenTranscriptTests.read)["aud"] == "99999999-8888-4777-8666-555555555555")
    #expect(
      try claims("openid \(TokenTranscriptTests.web)")["aud"]?.stringValue
        == TokenTranscriptTests.web)
  }
}
