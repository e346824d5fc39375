import Basics
import ProviderModel
import Testing

/// Tools of an MCP server, of the fixture and of a cast.
@Suite("Tools of an MCP server")
struct MCPToolTests {
  @Test("whoami tells subject, client, scopes and audience of the token, structured and as text")
  func whoami() throws {
    let visitor = try Visitor("standard")
    let token = try visitor.mcpToken("mcp:read openid")
    try visitor.callTool("whoami", token)
    let result = try visitor.document["result"]
    let told = try #require(result?["structuredContent"])
    #expect(told["username"] == "alice" && told["client_id"] == "web")
    #expect(told["scope"] == "mcp:read openid")
    #expect(told["aud"]?.stringValue == Visitor.mcpURL)
    #expect(told["sub"]?.stringValue?.isEmpty == false)
    let text = result?["content"]?.arrayValue?.first?["text"]?.stringValue
    #expect(text == told.text())
  }

  @Test("of a client that acts for itself names no person")
  func machine() throws {
    let visitor = try Visitor("standard")
    try visitor.post(
      "/standard/token",
      fields: [
        "grant_type": "client_credentials", "client_id": "web",
        "client_secret": StandardVisitor.secret, "scope": "mcp:read", "resource": Visitor.mcpURL,
      ])
    try visitor.callTool("whoami", visitor.member("access_token"))
    let told = try visitor.document["result"]?["structuredContent"]
    #expect(told?["username"] == nil && told?["sub"] == nil && told?["client_id"] == "web")
  }

  @Test("keep notes for each person, in the sandbox")
  func notes() throws {
    let visitor = try Visitor("standard")
    let token = try visitor.mcpToken("mcp:read mcp:write")
    try visitor.callTool("add_note", token, arguments: "{\"text\":\"Buy milk\"}")
    try visitor.callTool("list_notes", token)
    let notes = try visitor.document["result"]?["structuredContent"]?["notes"]?.arrayValue
    #expect(notes?.map { $0["text"]?.stringValue } == ["Buy milk"])
  }

  @Test(
    "check their arguments by the schema",
    arguments: [
      ("{}", "the argument text is missing"), ("{\"text\":7}", "the argument text is "),
      ("{\"text\":\"a\",\"more\":1}", "the tool has no argument more"),
    ])
  func arguments(sent: String, sentence: String) throws {
    let visitor = try Visitor("standard")
    let token = try visitor.mcpToken("mcp:read mcp:write")
    try visitor.callTool("add_note", token, arguments: sent)
    let result = try visitor.document["result"]
    #expect(result?["isError"]?.boolValue == true)
    #expect(
      result?["content"]?.arrayValue?.first?["text"]?.stringValue?.hasPrefix(
        sentence) == true)
  }

  @Test("of a resource of the cast have the cast's names and scopes")
  func ofCast() throws {
    let visitor = try Visitor("standard", cast: ResourceMetadataTests.cast)
    let path = "/standard/mcp/calendar"
    let resource = "http://\(Visitor.host)\(path)"
    let token = try visitor.mcpToken("calendar:read", resource: resource)
    try visitor.mcp(
      Visitor.message("tools/list"), token, Visitor.modern("tools/list"), at: path)
    let tools = try visitor.document["result"]?["tools"]?.arrayValue
    #expect(tools?.map { $0["name"]?.stringValue } == ["whoami", "add_event"])
    try visitor.callTool("add_event", token, at: path)
    #expect(visitor.status == 403)
    #expect(visitor.challenge.contains("scope=\"calendar:read calendar:write\""))
    try visitor.callTool("whoami", token)
    #expect(visitor.status == 401 && visitor.condition == .tokenOtherAudience)
  }

  @Test("that only a cast names have no description, take any arguments, and answer as whoami")
  func named() throws {
    let visitor = try Visitor("standard", cast: ResourceMetadataTests.cast)
    let path = "/standard/mcp/calendar"
    let token = try visitor.mcpToken(
      "calendar:read calendar:write", resource: "http://\(Visitor.host)\(path)")
    try visitor.mcp(
      Visitor.message("tools/list"), token, Visitor.modern("tools/list"), at: path)
    let tools = try visitor.document["result"]?["tools"]?.arrayValue
    #expect(tools?.first?["title"] == "Who am I")
    #expect(tools?.last == ["name": "add_event", "inputSchema": ["type": "object"]])
    try visitor.callTool("add_event", token, arguments: "{\"text\":\"Lunch\"}", at: path)
    let result = try visitor.document["result"]
    #expect(result?["isError"]?.boolValue == false)
    #expect(result?["structuredContent"]?["username"] == "alice")
  }

  @Test(
    "names that mean nothing are mistakes of the fixture, with their places",
    arguments: [
      (
        #"{ "mcp": { "mcp": { "variable": "resorce" } } }"#, "/endpoints/mcp/mcp/variable",
        "no address of the endpoint has the variable \"resorce\"; did you mean \"resource\"?"
      ),
      (
        #"{ "resource-metadata": { "describes": "token" } }"#,
        "/endpoints/resource-metadata/describes",
        "expected an endpoint of the kind mcp or resource; \"token\" is of the kind token"
      ),
    ])
  func unknownNames(patch: String, pointer: String, sentence: String) throws {
    let text = Engine.text(patching: "{ \"endpoints\": \(patch) }")
    var set = FixtureSet()
    _ = try set.add(Array(text.utf8), name: "standard.json")
    let found = set.check("standard").filter { $0.severity == .error }
    #expect(found.map(\.pointer) == [pointer] && found.map(\.sentence) == [sentence])
  }

  @Test("what an endpoint of the kind mcp can't use is a mistake of the fixture")
  func useless() throws {
    for name in ["read", "collection", "signature"] {
      let text = Engine.text(
        patching: #"{ "endpoints": { "mcp": { "\#(name)": { "form": true } } } }"#)
      var set = FixtureSet()
      _ = try set.add(Array(text.utf8), name: "standard.json")
      #expect(
        set.check("standard").contains {
          $0.sentence.hasPrefix("\"\(name)\" has no effect at an endpoint of the kind mcp")
        })
    }
  }
}
