import Foundation
import TestSupport
import Testing

@Suite("--mcp-resource", .serialized, .timeLimit(.minutes(15)))
struct MCPResourceTests {
  private static let metadata = "/.well-known/oauth-protected-resource"

  @Test(
    "plays a server of this name, by option and by variable, and prints its address",
    arguments: [
      (["--mcp-resource", "calendar"], [:], ["/standard/mcp/calendar"]),
      (["--mcp-resource", "/standard/mcp/calendar"], [:], ["/standard/mcp/calendar"]),
      (["--mcp-resource", "/mcp/calendar"], [:], ["/standard/mcp/calendar"]),
      (["--mcp-resource", "/calendar"], [:], ["/standard/mcp/calendar"]),
      (["--mcp-resource", "mcp"], [:], ["/standard/mcp/mcp"]),
      (["--mcp-resource=a,b"], [:], ["/standard/mcp/a", "/standard/mcp/b"]),
      (["--mcp-resource"], [:], ["/standard/mcp"]),
      (["--mcp-resource", "/standard/mcp"], [:], ["/standard/mcp"]),
      ([], ["UNDERSTUDY_MCP_RESOURCE": "1"], ["/standard/mcp"]),
      ([], ["UNDERSTUDY_MCP_RESOURCE": "mail"], ["/standard/mcp/mail"]),
    ] as [([String], [String: String], [String])])
  func plays(_ options: [String], _ environment: [String: String], _ paths: [String]) throws {
    let served = try Served(options, environment: environment)
    for path in paths {
      let found = try served.get(Self.metadata + path)
      #expect(found.status == 200)
      #expect(found.body.contains("\"resource\":\"http://127.0.0.1:"))
      #expect(found.body.contains("\(path)\",\"authorization_servers\""))
    }
    let errors = served.stop().errors
    for path in paths {
      #expect(errors.contains("A protected MCP server is at http://127.0.0.1:"), "\(errors)")
      #expect(errors.contains("\(path)\n"), "\(errors)")
    }
  }

  @Test("prints the address by which programs come, as the metadata has it")
  func programs() throws {
    let served = try Served([
      "--mcp-resource", "calendar", "--public-url", "http://localhost:8400", "--internal-url",
      "http://understudy:8400",
    ])
    let address = "http://understudy:8400/standard/mcp/calendar"
    let found = try served.get(
      Self.metadata + "/standard/mcp/calendar", host: "127.0.0.1:\(served.port)")
    #expect(found.body.contains("\"resource\":\"\(address)\""))
    #expect(served.stop().errors.contains("A protected MCP server is at \(address)\n"))
  }

  @Test(
    "refuses what is no name, with what was expected",
    arguments: ["a/b/c/d", "a b", "..", "/standard/mcp/a/b", "/", "//"])
  func refuses(name: String) throws {
    let result = try Tool(["serve", "--port", "0", "--mcp-resource", name]).finish()
    #expect(result.status == 2)
    #expect(result.errors.contains("--mcp-resource \(name): expected a name"), "\(result.errors)")
  }

  @Test(
    "has no empty names, and no name at a provider without an MCP server",
    arguments: [
      (",", "expected a name before and after each comma"),
      ("a,,b", "expected a name before and after each comma"),
      ("a,", "expected a name before and after each comma"),
      ("vk/calendar", "vk has no endpoint of the kind mcp"),
    ])
  func says(names: String, sentence: String) throws {
    let result = try Tool(["serve", "--port", "0", "--mcp-resource", names]).finish()
    #expect(result.status == 2)
    #expect(result.errors.contains("--mcp-resource \(names): \(sentence)"), "\(result.errors)")
  }

  @Test("is refused where no provider plays MCP servers")
  func noServer() throws {
    let scratch = try Scratch()
    let provider = try scratch.write(madeUpProvider(), to: "made-up.json")
    let result = try Tool(
      ["serve", "--port", "0", "--no-bundled", "--provider", provider, "--mcp-resource", "a"]
    ).finish()
    #expect(result.status == 2)
    #expect(result.errors.contains("no provider has an endpoint of the kind mcp"))
  }

  @Test("keeps what a cast says of a resource of this name")
  func cast() throws {
    let scratch = try Scratch()
    let file = try scratch.write(
      """
      { "kind": "cast", "resources": [
        { "provider": "standard", "path": "mail", "name": "Mail", "scopes": ["mail:read"] }] }
      """, to: "cast.json")
    let served = try Served(["--cast", file, "--mcp-resource", "mail"])
    let found = try served.get(Self.metadata + "/standard/mcp/mail")
    #expect(found.body.contains("\"resource_name\":\"Mail\""))
    #expect(try served.get("/").body.contains("/standard/mcp/mail"))
    _ = served.stop()
  }

  @Test(
    "a cast's resource is checked",
    arguments: [
      ("\"provider\": \"vk\"", "vk has no endpoint of the kind mcp, so it plays no resource"),
      ("\"provider\": \"standard\", \"path\": \"a/b\"", "expected one segment of at most 64"),
      ("\"provider\": \"standard\", \"scopes\": [\"a b\"]", "expected one scope"),
      ("\"provider\": \"standard\", \"tools\": { \"whoami\": 1 }", "expected an array of scopes"),
      (
        "\"provider\": \"standard\", \"tools\": { \"whoami\": [1] }",
        "expected a scope, found a number (at /resources/0/tools/whoami/0)"
      ),
      (
        "\"provider\": \"standard\", \"tools\": { \"\": [] }",
        "expected the name of a tool, found \"\" (at /resources/0/tools/)"
      ),
      ("\"path\": \"a\"", "provider"), ("\"provider\": \"standart\"", "did you mean"),
    ])
  func checked(members: String, sentence: String) throws {
    let scratch = try Scratch()
    let file = try scratch.write(
      "{ \"kind\": \"cast\", \"resources\": [{ \(members) }] }", to: "cast.json")
    let result = try Tool(["check", file]).finish()
    #expect(result.status == 2, "\(result.output)")
    #expect(result.output.contains(sentence), "\(result.output)")
  }
}
