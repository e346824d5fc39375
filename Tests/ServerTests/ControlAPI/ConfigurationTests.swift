import Basics
import HTTPTypes
import Server
import Testing

/// What an administrator sets for all sandboxes.
@Suite("The configuration of all sandboxes")
struct ConfigurationTests {
  private let house: House

  init() throws {
    house = try House { setting in
      setting.house.tokens = [
        "team 0123456789abcdef people=1", "all fedcba9876543210 administrator",
      ]
      .compactMap { try? ControlToken(line: $0) }
    }
  }

  private func ask(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil,
    by token: String = "fedcba9876543210"
  ) throws -> Answer {
    try house.send(
      method, "/_understudy" + path, body, headers: [.authorization: "Bearer \(token)"])
  }

  private func people(_ sandbox: String) throws -> [String] {
    let list = try ask(.get, "/sandboxes/\(sandbox)/people").json().arrayValue ?? []
    return list.compactMap { $0["username"]?.stringValue }
  }

  private func make(_ id: String, _ more: JSONObject = JSONObject()) throws -> Int {
    var body = more
    body["id"] = JSONValue(.string(id))
    return try ask(.post, "/sandboxes", JSONValue(.object(body))).status.code
  }

  private func quirk(_ id: String, _ sandbox: String) throws -> Bool? {
    let provider = try ask(.get, "/sandboxes/\(sandbox)/providers/vk").json()
    let quirks = provider["quirks"]?.arrayValue ?? []
    return quirks.first { $0["id"]?.stringValue == id }?["on"]?.boolValue
  }

  private static let carol: JSONValue = ["username": "carol", "password": "caterpillar"]

  @Test("gives people and quirks to sandboxes that are made later, until it is removed")
  func later() throws {
    #expect(try make("before") == 201)
    let usual = try people("before")
    let part: JSONValue = ["cast": ["people": [Self.carol]], "with": ["vk.documented-denial"]]
    let put = try ask(.put, "/configuration/team", part)
    #expect(put.status == .ok)
    #expect(try put.json()["name"] == "team")
    #expect(try make("during") == 201)
    #expect(try people("during") == usual + ["carol"])
    #expect(try people("before") == usual && people("default") == usual)
    #expect(try quirk("documented-denial", "during") == true)
    #expect(try quirk("documented-denial", "before") == false)
    #expect(try make("other", ["without": ["vk.documented-denial"]]) == 201)
    #expect(try quirk("documented-denial", "other") == false)
    _ = try ask(.post, "/sandboxes/during/reset")
    #expect(try people("during") == usual + ["carol"])
    #expect(try ask(.delete, "/configuration/team").status == .noContent)
    #expect(try make("after") == 201)
    #expect(try people("after") == usual && people("during").contains("carol"))
  }

  @Test("gives scenarios to all sandboxes, and replaces one of the same name")
  func scenarios() throws {
    #expect(try make("before") == 201)
    let rule: JSONValue = [
      "match": ["endpoint": "token"], "then": ["condition": "code_reused"],
    ]
    let scenario: JSONValue = ["id": "codes-expire", "title": "Ours", "rules": [rule]]
    #expect(try ask(.put, "/configuration/team", ["scenarios": [scenario]]).status == .ok)
    let listed = try ask(.get, "/scenarios").json().arrayValue ?? []
    #expect(listed.filter { $0["id"] == "codes-expire" }.map { $0["title"] } == ["Ours"])
    let added = try ask(.post, "/sandboxes/before/rules", ["scenario": "codes-expire"]).json()
    #expect(added.arrayValue?.first?["then"] == ["condition": "code_reused"])
    #expect(try make("after", ["rules": ["scenario": "codes-expire"]]) == 201)
  }

  @Test("applies its parts in the order of their names")
  func order() throws {
    func dave(_ name: String) -> JSONValue {
      [
        "cast": [
          "people": [["username": "dave", "password": "x", "name": JSONValue(.string(name))]]
        ]
      ]
    }
    #expect(try ask(.put, "/configuration/b", dave("Second")).status == .ok)
    #expect(try ask(.put, "/configuration/a", dave("First")).status == .ok)
    let names = try ask(.get, "/configuration").json().arrayValue?.map { $0["name"] }
    #expect(names == ["a", "b"])
    #expect(try make("made") == 201)
    #expect(try ask(.get, "/sandboxes/made/people/dave").json()["name"] == "Second")
  }

  @Test(
    "refuses what does not fit, with its place",
    arguments: [
      (["with": ["vk.none"]], 422, "/with/0"), (["cast": ["people": [[:]]]], 422, "/cast/people/0"),
      (["scenarios": [["id": "a", "rules": [["match": [:]]]]]], 422, "/scenarios/0/rules/0"),
      (["scenarios": [["rules": []]]], 422, "/scenarios/0/id"),
      (["scenarios": "codes-expire"], 422, "/scenarios"), (["casts": [:]], 422, "/casts"),
    ] as [(JSONValue, Int, String)])
  func mistakes(_ part: JSONValue, _ status: Int, _ pointer: String) throws {
    let answer = try ask(.put, "/configuration/team", part)
    #expect(answer.status.code == status)
    let found = try answer.json()["pointer"]?.stringValue ?? ""
    #expect(found.hasPrefix(pointer), "\(answer.text)")
    #expect(try ask(.get, "/configuration").json() == [])
    #expect(try ask(.put, "/configuration/Team", [:]).status == .badRequest)
    #expect(try ask(.get, "/configuration/none").status == .notFound)
    #expect(try ask(.delete, "/configuration/none").status == .notFound)
  }

  @Test("has a largest size")
  func bounds() throws {
    for number in 0..<64 {
      #expect(try ask(.put, "/configuration/part-\(number)", [:]).status == .ok)
    }
    #expect(try ask(.put, "/configuration/part-64", [:]).status == .conflict)
    #expect(try ask(.put, "/configuration/part-63", [:]).status == .ok)
    let long = JSONValue(.string(String(repeating: "a", count: 70_000)))
    let large: JSONValue = [
      "cast": ["people": [["username": "dave", "password": "x", "name": long]]]
    ]
    #expect(try ask(.put, "/configuration/part-0", large).status == .conflict)
  }

  @Test("is an administrator's, and its people count for nobody's quota")
  func tokens() throws {
    let team = "0123456789abcdef"
    #expect(try ask(.get, "/configuration", by: team).status == .forbidden)
    #expect(try ask(.put, "/configuration/team", [:], by: team).status == .forbidden)
    #expect(try ask(.delete, "/configuration/team", by: team).status == .forbidden)
    #expect(
      try ask(.put, "/configuration/team", ["cast": ["people": [Self.carol]]]).status == .ok)
    #expect(try ask(.post, "/sandboxes", ["id": "mine"], by: team).status == .created)
    func put(_ name: String) throws -> Int {
      try ask(.put, "/sandboxes/mine/people/\(name)", ["password": "x"], by: team).status.code
    }
    #expect(try put("one") == 200)
    #expect(try put("two") == 403)
    #expect(try put("carol") == 200)
  }
}
