import Basics
import Testing
import UnderstudyKit

/// What the OpenAPI document says of the operations and bodies.
@Suite("The OpenAPI document")
struct DescriptionTests {
  private static let shared = Result { try Understudy(seed: 1).control(.get, "/openapi.json") }
  private let document: JSONValue

  init() throws { document = try Self.shared.get() }

  private func operation(_ method: String, _ path: String) throws -> JSONValue {
    try #require(document["paths"]?[path]?[method], "\(method) \(path)")
  }

  private func schema(_ names: String...) throws -> JSONValue {
    let schemas = try #require(document["components"]?["schemas"])
    return try #require(names.reduce(schemas as JSONValue?) { $0?[$1] }, "\(names)")
  }

  private static let box = "/sandboxes/{sandbox}"

  @Test(
    "lists the problems that an operation can have, and no others",
    arguments: [
      ("get", "/", [200, 400, 401, 403, 421]),
      ("get", "/sandboxes", [200, 400, 401, 403, 421]),
      ("post", "/sandboxes", [201, 400, 401, 403, 409, 413, 415, 421, 422, 503]),
      ("get", box, [200, 400, 401, 403, 404, 410, 421, 503]),
      ("delete", box, [204, 400, 401, 403, 404, 409, 410, 421, 503]),
      ("put", box + "/answer", [200, 400, 401, 403, 404, 410, 413, 415, 421, 422, 503]),
      ("get", box + "/journal", [200, 400, 401, 403, 404, 410, 421, 429, 503]),
    ])
  func statuses(_ method: String, _ path: String, _ expected: [Int]) throws {
    let responses = try operation(method, path)["responses"]?.objectValue?.names ?? []
    #expect(responses.compactMap { Int($0) }.sorted() == expected)
  }

  @Test(
    "lists the parameters of path and query, and leaves the list out where there are none",
    arguments: [
      ("get", "/", nil), ("get", "/scenarios", nil),
      ("get", "/sandboxes", ["query limit", "query after"]),
      ("delete", box, ["path sandbox"]),
      (
        "get", box + "/clients/{provider}/{client}",
        ["path sandbox", "path provider", "path client"]
      ),
      (
        "get", box + "/tokens",
        [
          "path sandbox", "query provider", "query client", "query person", "query kind",
          "query status",
        ]
      ),
    ] as [(String, String, [String]?)])
  func parameters(_ method: String, _ path: String, _ expected: [String]?) throws {
    let parameters = try operation(method, path)["parameters"]?.arrayValue
    #expect(
      parameters?.map { "\($0["in"]?.stringValue ?? "") \($0["name"]?.stringValue ?? "")" }
        == expected)
  }

  @Test("lists the words of a filter that has few")
  func words() throws {
    func words(_ path: String) throws -> [String: [String]] {
      let parameters = try operation("get", Self.box + path)["parameters"]?.arrayValue ?? []
      return parameters.reduce(into: [:]) { words, parameter in
        guard let name = parameter["name"]?.stringValue else { return }
        words[name] = parameter["schema"]?["enum"]?.arrayValue?.compactMap(\.stringValue)
      }
    }
    #expect(
      try words("/journal/count") == [
        "kind": [
          "exchange", "answer", "checkpoints", "claims", "clients", "clock", "device", "keys",
          "outgoing", "people", "quirks", "reset", "restore", "rules", "sessions", "tokens",
        ]
      ])
    #expect(
      try words("/tokens") == [
        "kind": ["code", "access", "refresh", "device_code"],
        "status": ["live", "expired", "spent", "revoked"],
      ])
  }

  @Test("describes a body where an operation reads one")
  func bodies() throws {
    let made = try operation("post", "/sandboxes")["requestBody"]
    #expect(made?["required"] == false)
    #expect(
      made?["content"]?["application/json"]?["schema"] == [
        "$ref": "#/components/schemas/NewSandbox"
      ])
    #expect(try operation("put", Self.box + "/answer")["requestBody"]?["required"] == true)
    #expect(try operation("get", Self.box)["requestBody"] == nil)
  }

  @Test("has lines as a type of the journal alone")
  func formats() throws {
    func types(_ path: String) throws -> [String] {
      try operation("get", path)["responses"]?["200"]?["content"]?.objectValue?.names ?? []
    }
    #expect(try types(Self.box + "/journal") == ["application/json", "application/x-ndjson"])
    #expect(try types(Self.box + "/journal/count") == ["application/json"])
    #expect(try types("/sandboxes") == ["application/json"])
  }

  // MARK: Schemas

  @Test("allows other members of a person alone")
  func open() throws {
    #expect(try schema("NewPerson", "additionalProperties") == true)
    for name in ["NewClient", "NewRule", "Claim"] {
      #expect(try schema(name, "additionalProperties") == false, "\(name)")
    }
  }

  @Test("says which members are needed, also where one of two is")
  func needed() throws {
    #expect(try schema("NewPerson")["required"] == ["password"])
    #expect(try schema("PersonPatch")["required"] == nil)
    #expect(try schema("NewRule")["anyOf"] == [["required": ["then"]], ["required": ["limit"]]])
    #expect(try schema("NewPerson")["anyOf"] == nil)
    #expect(try schema("NewClient")["anyOf"] == nil)
  }

  @Test("says which objects may not be empty")
  func empty() throws {
    #expect(try schema("NewRule", "properties", "then")["minProperties"] == 1)
    #expect(
      try schema("NewRule", "properties", "then", "properties", "change")["minProperties"] == 1)
    #expect(try schema("ClockChange")["minProperties"] == 1)
    for name in ["NewRule", "NewClient", "NewPerson"] {
      #expect(try schema(name)["minProperties"] == nil, "\(name)")
    }
  }

  @Test("says which members exclude each other: a flag only where it is true")
  func conflicts() throws {
    let then = try schema("NewRule", "properties", "then")
    let pairs = then["not"]?["anyOf"]?.arrayValue ?? []
    #expect(pairs.contains(["allOf": [["required": ["condition"]], ["required": ["answer"]]]]))
    let isReset: JSONValue = ["required": ["reset"], "properties": ["reset": ["const": true]]]
    #expect(pairs.contains(["allOf": [["required": ["condition"]], isReset]]))
    #expect(
      then["properties"]?["answer"]?["not"]?["anyOf"]
        == [["allOf": [["required": ["body"]], ["required": ["json"]]]]])
    for name in ["NewRule", "NewClient", "NewPerson"] {
      #expect(try schema(name)["not"] == nil, "\(name)")
    }
  }

  @Test("requires each member of an answer that cannot be missing, and no other")
  func required() throws {
    let names = try schema("Token")["required"]?.arrayValue?.compactMap(\.stringValue)
    #expect(
      names == ["id", "kind", "provider", "client", "scopes", "issued", "status"])
  }
}
