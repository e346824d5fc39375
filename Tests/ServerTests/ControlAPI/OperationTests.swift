import Basics
import Foundation
import ProviderModel
import Server
import Testing
import UnderstudyKit

@Suite("The control API")
struct OperationTests {
  private func caller() throws -> Caller {
    try Caller(try Understudy(seed: 1, clock: { .init(timeIntervalSince1970: 1_600_000_000) }))
  }

  @Test("has every operation do what its description says")
  func all() throws {
    let api = try caller()
    let made = try api.call(
      .post, "/sandboxes",
      [
        "name": "mine", "lifetime": "PT10M", "with": ["vk.documented-denial"], "seed": 7,
        "answer": ["sign_in": "alice", "consent": "granted"],
        "rules": [["match": ["provider": "vk"], "times": 0, "then": ["delay": 5]]],
        "cast": ["people": [["username": "carol", "password": "caterpillar"]]],
      ])
    #expect(made.status == 201)
    let box = "/sandboxes/\(try #require(made.body["id"]?.stringValue))"
    #expect(try api.call(.get, "/").body["sandboxes"] == "http://localhost/_understudy/sandboxes")
    #expect(try api.call(.get, "/sandboxes").body.arrayValue?.count == 2)
    #expect(
      try api.call(.put, "/configuration/team", ["with": ["vk.documented-denial"]]).status == 200)
    #expect(try api.call(.get, "/configuration/team").body["name"] == "team")
    #expect(try api.call(.get, "/configuration").body.arrayValue?.count == 1)
    #expect(try api.call(.delete, "/configuration/team").status == 204)
    #expect(try api.call(.get, box).body["name"] == "mine")
    #expect(try api.call(.get, "\(box)/clock").body["frozen"] == false)
    let frozen = try api.call(
      .post, "\(box)/clock", ["set": "2030-01-01T00:00:00Z", "freeze": true])
    #expect(frozen.body["now"] == "2030-01-01T00:00:00Z" && frozen.body["frozen"] == true)
    #expect(try api.call(.get, "\(box)/people").body.arrayValue?.count == 7)
    #expect(
      try api.call(.put, "\(box)/people/dave", ["password": "x", "outcome": "denies"]).status == 200
    )
    #expect(try api.call(.get, "\(box)/people/dave").body["outcome"] == "denies")
    let patched = try api.call(
      .patch, "\(box)/people/dave", ["outcome": .null, "roles": ["a"], "email_verified": false])
    #expect(
      patched.body == ["username": "dave", "roles": ["a"], "email_verified": false],
      "\(patched.text)")
    let claim: JSONValue = ["in": ["id_token", "access_token"], "scope": "openid"]
    #expect(try api.call(.put, "\(box)/claims/roles", claim).body == claim)
    #expect(try api.call(.get, "\(box)/claims/roles").body == claim)
    #expect(try api.call(.get, "\(box)/claims").body == ["roles": claim])
    #expect(try api.call(.delete, "\(box)/claims/roles").status == 204)
    #expect(try api.call(.get, "\(box)/claims/roles").status == 404)
    #expect(try api.call(.delete, "\(box)/people/dave").status == 204)
    #expect(try api.call(.get, "\(box)/people/dave").status == 404)
    let client = "\(box)/clients/vk/4711"
    let clients = try api.call(.get, "\(box)/clients").body.arrayValue?.count ?? 0
    #expect(try api.call(.put, client, ["redirect_uris": ["https://a.test/cb"]]).status == 200)
    #expect(try api.call(.get, client).body["redirect_uris"] == ["https://a.test/cb"])
    #expect(try api.call(.get, "\(box)/clients").body.arrayValue?.count == clients + 1)
    #expect(try api.call(.patch, client, ["kind": "public"]).body["kind"] == "public")
    #expect(try api.call(.delete, client).status == 204)
    #expect(try api.call(.get, "\(box)/answer").body["sign_in"] == "alice")
    #expect(try api.call(.put, "\(box)/answer", ["sign_in": "bob"]).body["sign_in"] == "bob")
    #expect(try api.call(.delete, "\(box)/answer").status == 204)
    #expect(try api.call(.get, "\(box)/rules").body.arrayValue?.count == 1)
    let rule: JSONValue = [
      "id": "late", "match": ["endpoint": "token"], "then": ["condition": "code_expired"],
    ]
    #expect(try api.call(.post, "\(box)/rules", rule).status == 201)
    #expect(try api.call(.get, "\(box)/rules/late").body["fired"] == 0)
    #expect(try api.call(.put, "\(box)/rules/late", ["on": false]).body["on"] == false)
    #expect(try api.call(.delete, "\(box)/rules/late").status == 204)
    #expect(try api.call(.put, "\(box)/rules", [rule]).body.arrayValue?.count == 1)
    #expect(try api.call(.delete, "\(box)/rules").status == 204)
    let scenarios = try api.call(.get, "/scenarios").body.arrayValue ?? []
    #expect(scenarios.contains { $0["id"] == "slow" })
    for scenario in scenarios {
      let named: JSONValue = ["scenario": scenario["id"] ?? ""]
      let rules = try api.call(.put, "\(box)/rules", named)
      #expect(rules.body.arrayValue?.count == scenario["rules"]?.arrayValue?.count)
    }
    #expect(try api.call(.delete, "\(box)/rules").status == 204)
    let minted = try api.call(
      .post, "\(box)/tokens", ["provider": "vk", "client": "753197", "person": "alice"])
    #expect(minted.body["access_token"]?.stringValue?.isEmpty == false)
    let tokens = try api.call(.get, "\(box)/tokens?status=live").body.arrayValue ?? []
    #expect(tokens.count == 1)
    #expect(try api.call(.post, "\(box)/tokens/1/expire").status == 204)
    #expect(try api.call(.post, "\(box)/tokens/1/revoke").status == 204)
    #expect(try api.call(.get, "\(box)/tokens").body.arrayValue?.first?["status"] == "revoked")
    let workloads = try api.call(.get, "\(box)/workloads").body.arrayValue ?? []
    #expect(workloads.contains { $0["provider"] == "standard" && $0["workload"] == "gitlab-ci" })
    let job = try api.call(
      .post, "\(box)/workloads", ["provider": "standard", "workload": "gitlab-ci"])
    #expect(job.body["claims"]?["iss"] == "https://gitlab.com", "\(job.text)")
    #expect(try api.call(.get, "\(box)/devices").body == [])
    #expect(
      try api.call(.post, "\(box)/devices/AB/approve", ["person": "alice"]).status == 404)
    #expect(try api.call(.post, "\(box)/devices/AB/deny").status == 404)
    #expect(try api.call(.post, "\(box)/clock", ["set": "2020-01-01T00:00:00Z"]).status == 409)
    #expect(try api.call(.get, "\(box)/checkpoints").body == [])
    #expect(try api.call(.post, "\(box)/checkpoints", ["name": "a"]).status == 201)
    #expect(try api.call(.post, "\(box)/checkpoints/a/restore").status == 200)
    #expect(try api.call(.delete, "\(box)/checkpoints/a").status == 204)
    #expect(
      try api.call(.get, "\(box)/providers").body.arrayValue?.map { $0["id"] }
        == BundledFixtures.index.map { .init(.string($0.id)) })
    #expect(try api.call(.get, "\(box)/providers/vk").body["title"] == "VK")
    let switched = try api.call(
      .put, "\(box)/providers/vk/quirks", ["without": ["email-in-body"]])
    let quirk = switched.body["quirks"]?.arrayValue?.first { $0["id"] == "email-in-body" }
    #expect(quirk?["on"] == false && quirk?["default"] == true)
    let entries = try api.call(.get, "\(box)/journal").body.arrayValue ?? []
    #expect(!entries.isEmpty)
    let number = try #require(entries.last?["n"]?.integerValue)
    #expect(
      try api.call(.get, "\(box)/journal/\(number)").body["n"] == JSONValue(.number("\(number)")))
    #expect(try api.call(.get, "\(box)/journal/count?kind=clock").body["count"] == 1)
    #expect(try api.call(.get, "\(box)/journal?format=ndjson").type == "application/x-ndjson")
    #expect(try api.call(.get, "\(box)/journal?format=har").body["log"]?["version"] == "1.2")
    #expect(try api.call(.get, "\(box)/sessions").body == [])
    #expect(try api.call(.delete, "\(box)/sessions").status == 200)
    #expect(try api.call(.delete, "\(box)/sessions/none").status == 404)
    let event = try api.call(
      .post, "\(box)/events",
      [
        "provider": "standard", "event": "session-revoked", "person": "nobody",
        "receiver": "http://127.0.0.1:7999/",
      ])
    #expect(event.status == 422 && event.text.contains("nobody"))
    let keys = try api.call(.get, "\(box)/keys").body
    #expect(try api.call(.post, "\(box)/keys", ["steps": ["publish"]]).body != keys)
    #expect(try api.call(.delete, "\(box)/journal").status == 204)
    #expect(try api.call(.get, "\(box)/journal").body == [])
    #expect(try api.call(.post, "\(box)/reset").status == 200)
    #expect(try api.call(.get, "\(box)/tokens").body == [])
    #expect(try api.call(.delete, box).status == 204)
    #expect(try api.call(.get, box).status == 410)
    #expect(api.called == api.described, "an operation without a test is one without a promise")
  }

  @Test(
    "refuses what it does not understand, says where, and does nothing by half",
    arguments: [
      ("/sandboxes", ["nmae": "x"], "/nmae"), ("/sandboxes", ["lifetime": "soon"], "/lifetime"),
      ("/sandboxes", ["with": ["vk.nothing"]], "/with/0"),
      ("/sandboxes", ["answer": ["sign_in": "nobody"]], "/answer/sign_in"),
      ("/sandboxes", ["rules": [["then": ["condition": "nothing"]]]], "/rules/0/then/condition"),
      ("/sandboxes/default/rules", [["then": ["reset": true]], ["then": [:]]], "/1/then"),
      (
        "/sandboxes/default/rules", ["match": ["endpoint": "tokn"], "then": ["reset": true]],
        "/match/endpoint"
      ),
      ("/sandboxes/default/clock", ["advance": -1], "/advance"),
      ("/sandboxes/default/clock", [:], ""),
      ("/sandboxes/default/tokens", ["provider": "vkk", "client": "1"], "/provider"),
    ] as [(String, JSONValue, String)])
  func bad(_ path: String, _ body: JSONValue, _ pointer: String) throws {
    let api = try caller()
    let reply = try api.call(.post, path, body)
    #expect(reply.status == 422 && reply.type == "application/problem+json", "\(reply.text)")
    #expect(reply.body["pointer"]?.stringValue == pointer, "\(reply.text)")
    #expect(try api.call(.get, "/sandboxes").body.arrayValue?.count == 1)
    #expect(try api.call(.get, "/sandboxes/default/rules").body == [])
  }

  @Test("has a problem document for what the transport refuses, too")
  func transport() throws {
    let site = try Site()
    let path = "/_understudy/sandboxes"
    let large = String(repeating: " ", count: 70_000)
    for reply in [
      try site.send("POST", path, ["Content-Type": "application/json"], large),
      try site.send("QUERY", path), try site.send("GET", path, ["Expect": "the worst"]),
    ] {
      #expect(reply.header("Content-Type") == "application/problem+json")
      #expect(reply.json["status"]?.integerValue == reply.status && reply.status < 500)
      #expect(reply.json["detail"]?.stringValue?.isEmpty == false)
    }
    #expect(
      try site.send("QUERY", "/vk/authorize").header("Content-Type")?.hasPrefix("text/plain")
        == true)
  }

  @Test("describes every property that the fixture language declares")
  func schemas() throws {
    let document = try Understudy(seed: 1).control(.get, "/openapi.json")
    let schemas = try #require(document["components"]?["schemas"])
    func names(_ path: String...) -> [String] {
      let object = path.reduce(schemas as JSONValue?) { $0?[$1] }
      return object?["properties"]?.objectValue?.names ?? []
    }
    func declared(_ schema: ObjectSchema) -> [String] { schema.members.map(\.name) }
    #expect(names("NewRule") == declared(.rule))
    #expect(names("NewRule", "properties", "match") == declared(.match))
    #expect(names("NewRule", "properties", "then") == declared(.effect))
    #expect(
      names("NewRule", "properties", "then", "properties", "change") == declared(.change))
    #expect(names("NewPerson") == declared(.person))
    #expect(names("NewClient") == declared(.client))
    #expect(names("Claim") == declared(.claim))
    let keys = schemas["NewRule"]?["properties"]?["then"]?["properties"]?["change"]?["properties"]?[
      "keys"]?["items"]?["enum"]?.arrayValue?.compactMap(\.stringValue)
    #expect(keys == Rule.Keys.allCases.map(\.rawValue))
  }

  @Test("answers neither foreign hosts nor pages of other origins")
  func foreign() throws {
    let api = try caller()
    let refused = try api.call(.get, "/sandboxes", host: "evil.test")
    #expect(refused.status == 421 && refused.text.contains("--allow-host evil.test."))
    // Somebody may paste it into a shell.
    let odd = try api.call(.get, "/sandboxes", host: "$(id)")
    #expect(odd.text.contains("--allow-host '$(id)'."), "\(odd.text)")
    let origin = ("Origin", "http://evil.test")
    #expect(try api.call(.get, "/sandboxes", headers: [origin]).status == 403)
    #expect(
      try api.call(.get, "/sandboxes", headers: [("Origin", "http://localhost")]).status == 200)
  }
}
