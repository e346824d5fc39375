/// A program that calls the tools of a protected MCP server (Model Context Protocol 2025-11-25 and 2026-07-28).
struct MCPClient {
  let settings: Settings

  func run() throws(Rejection) -> Outcome {
    guard let url = settings["OAUTH_MCP_URL"] else {
      throw Rejection("no_server", "OAUTH_MCP_URL says which MCP server to call")
    }
    var session = MCPSession(settings, url)
    try session.begin()
    _ = try session.request("tools/list", [:])
    if settings.has("calls-no-tool") { return outcome(session, nil) }
    let result = try session.request(
      "tools/call", ["name": .text("whoami"), "arguments": .object([:])])
    return outcome(session, result["structuredContent"]?["sub"]?.text)
  }

  private func outcome(_ session: MCPSession, _ subject: String?) -> Outcome {
    Outcome(subject: subject, scopes: session.grant?.scopes ?? [])
  }
}
