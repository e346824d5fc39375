import Basics
import TestSupport
import Testing

@Suite("conform examines an MCP client", .serialized, .timeLimit(.minutes(15)))
struct ConformMCPTests {
  @Test("that finds the authorization server by itself, also at the root of a server")
  func finds() throws {
    let ids = ["mcp-happy", "mcp-prm-wellknown-root", "mcp-as-order-root", "mcp-step-up"]
    let examined = try Examined(
      ["--only", ids.joined(separator: ",")], try Examined.reference(), profile: "mcp")
    for id in ids { #expect(examined[id] == "pass", "\(id): \(examined.result.errors)") }
  }

  @Test("that is told its server, and no client ID where it has to get one by itself")
  func told() throws {
    let script = """
      test "$1" = "$OAUTH_MCP_URL" || exit 9
      test -z "$OAUTH_SCOPE" || exit 9
      case $OAUTH_TEST_ID in
      mcp-happy) test -n "$OAUTH_CLIENT_ID" || exit 9 ;;
      *) test -z "$OAUTH_CLIENT_ID" || exit 9 ;;
      esac
      exec "$0" reference-client
      """
    let ids = ["mcp-happy", "mcp-cimd", "mcp-dcr-application-type", "mcp-token-auth-basic"]
    let examined = try Examined(
      ["--only", ids.joined(separator: ",")],
      ["/bin/sh", "-c", script, try Tool.location(of: "self-test").path, "{mcp}"],
      profile: "mcp")
    for id in ids { #expect(examined[id] == "pass", "\(id): \(examined.result.errors)") }
  }

  @Test("that does without registration: what needs it is skipped")
  func plain() throws {
    let script = """
      test -n "$OAUTH_CLIENT_ID" || exit 1
      exec "$0" reference-client
      """
    let examined = try Examined(
      ["--only", "mcp-happy,mcp-cimd,mcp-dcr-application-type"], script: script, profile: "mcp")
    #expect(
      examined.verdicts == [
        "mcp-happy": "pass", "mcp-cimd": "skip", "mcp-dcr-application-type": "skip",
      ], "\(examined.result.errors)")
  }

  @Test("and says what is missing where a program calls nobody")
  func hopeless() throws {
    let examined = try Examined(["--only", "mcp-happy"], script: "exit 0", profile: "mcp")
    #expect(examined.result.status == 3)
    #expect(
      examined.result.errors.contains("the client sent no request to the MCP server")
        && examined.result.errors.contains("OAUTH_MCP_URL"))
  }
}
