import Basics
import HTTPTypes
import ProviderModel
import Testing

/// A visitor as an MCP client.
extension Visitor {
  static let mcpURL = "http://\(host)/standard/mcp"
  static let revision = "2026-07-28"

  /// An access token of alice for the MCP server of `standard`.
  func mcpToken(
    _ scope: String = "mcp:read", resource: String = mcpURL, as person: String = "alice"
  ) throws -> String {
    try passwordGrant(scope, ["resource": resource], as: person)
    return try member("access_token")
  }

  /// The header fields of a request since 2026-07-28.
  static func modern(
    _ method: String, name: String? = nil, version: String = revision
  ) -> [(String, String)] {
    [("MCP-Protocol-Version", version), ("Mcp-Method", method)]
      + (name.map { [("Mcp-Name", $0)] } ?? [])
  }

  static let meta = """
    "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}
    """

  /// A message of 2026-07-28.
  static func message(_ method: String, _ parameters: String = "") -> String {
    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"\(method)\",\"params\":{\(parameters)\(parameters.isEmpty ? "" : ",")\(meta)}}"
  }

  /// Posts a message.
  @discardableResult
  func mcp(
    _ body: String, _ token: String?, _ headers: [(String, String)] = [],
    accept: String? = "application/json, text/event-stream",
    type: String? = "application/json", at path: String = "/standard/mcp"
  ) throws -> Visitor {
    var fields = token.map { [("Authorization", "Bearer \($0)")] } ?? []
    if let accept { fields.append(("Accept", accept)) }
    if let type { fields.append(("Content-Type", type)) }
    return try call(.post, path, fields + headers, body: Array(body.utf8))
  }

  /// Calls a tool as a client of 2026-07-28 does.
  @discardableResult
  func callTool(
    _ name: String, _ token: String?, arguments: String = "{}", at path: String = "/standard/mcp"
  ) throws -> Visitor {
    try mcp(
      Self.message("tools/call", "\"name\":\"\(name)\",\"arguments\":\(arguments)"), token,
      Self.modern("tools/call", name: name), at: path)
  }

  /// Begins a session as a client of an earlier revision does.
  /// - Returns: the session's ID.
  @discardableResult
  func initialize(_ token: String, _ version: String = "2025-11-25") throws -> String? {
    try mcp(
      """
      {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\(version)","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
      """, token)
    return HTTPField.Name("Mcp-Session-Id").flatMap { headers[$0] }
  }

  /// The JSON of the answer.
  var document: JSONValue {
    get throws { try JSONReader().read(Array(page.utf8), file: "the answer").root }
  }

  /// The code of the JSON-RPC error.
  var errorCode: Int? {
    get throws { try document["error"]?["code"]?.integerValue }
  }

  var challenge: String { headers[.wwwAuthenticate] ?? "" }
}
