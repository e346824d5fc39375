import Basics
import ProviderModel

/// The results of an MCP server's methods, as each revision has them.
enum MCPResults {
  static func initialized(
    _ revision: MCPRevision, _ server: MCPServer, _ context: RequestContext
  ) -> JSONObject {
    var result = JSONObject()
    result["protocolVersion"] = text(revision.rawValue)
    result["capabilities"] = capabilities
    result["serverInfo"] = serverInfo(context)
    if let instructions = server.instructions { result["instructions"] = text(instructions) }
    return result
  }

  static func discovered(_ server: MCPServer, _ context: RequestContext) -> JSONObject {
    var result = complete(context)
    result["supportedVersions"] = JSONValue(
      .array(server.revisions.map { text($0.rawValue) }))
    result["capabilities"] = capabilities
    if let instructions = server.instructions { result["instructions"] = text(instructions) }
    return cacheable(result)
  }

  static func tools(_ revision: MCPRevision, _ context: RequestContext) -> JSONObject {
    var result = revision.hasHandshake ? JSONObject() : complete(context)
    let tools = (context.facts.resource?.tools ?? []).map { name, tool in
      JSONValue(.object(describe(name, tool)))
    }
    result["tools"] = JSONValue(.array(tools))
    return revision.hasHandshake ? result : cacheable(result)
  }

  /// What a tool returned: structured, and as text for clients that read only that.
  static func called(
    _ value: JSONValue, _ revision: MCPRevision, _ context: RequestContext
  ) -> JSONObject {
    var result = content(value.stringValue ?? value.text(), isError: false, revision, context)
    if value.objectValue != nil { result["structuredContent"] = value }
    return result
  }

  static func failed(
    _ sentence: String, _ revision: MCPRevision, _ context: RequestContext
  ) -> JSONObject {
    content(sentence, isError: true, revision, context)
  }

  private static func content(
    _ words: String, isError: Bool, _ revision: MCPRevision, _ context: RequestContext
  ) -> JSONObject {
    var result = revision.hasHandshake ? JSONObject() : complete(context)
    var block = JSONObject()
    block["type"] = "text"
    block["text"] = text(words)
    result["content"] = JSONValue(.array([JSONValue(.object(block))]))
    result["isError"] = JSONValue(.bool(isError))
    return result
  }

  private static func describe(_ name: String, _ tool: MCPTool) -> JSONObject {
    var object = JSONObject()
    object["name"] = text(name)
    if let title = tool.title { object["title"] = text(title) }
    if !tool.description.isEmpty { object["description"] = text(tool.description) }
    var schema = JSONObject()
    for (name, value) in tool.input { schema[name] = value }
    if schema["type"] == nil { schema["type"] = "object" }
    object["inputSchema"] = JSONValue(.object(schema))
    return object
  }

  // MARK: Parts of every result

  private static let capabilities = JSONValue(
    .object(JSONObject([.init("tools", JSONValue(.object(JSONObject())))])))

  private static func serverInfo(_ context: RequestContext) -> JSONValue {
    var object = JSONObject()
    object["name"] = text(context.facts.resource?.name ?? context.provider.title)
    object["version"] = text(context.site.options.version)
    return JSONValue(.object(object))
  }

  /// The start of a result since 2026-07-28.
  private static func complete(_ context: RequestContext) -> JSONObject {
    var result = JSONObject()
    result["resultType"] = "complete"
    result["_meta"] = JSONValue(
      .object(JSONObject([.init(MCPVersion.metaServer, serverInfo(context))])))
    return result
  }

  /// A cast may change at any time, so nothing is kept by clients.
  private static func cacheable(_ result: JSONObject) -> JSONObject {
    var result = result
    result["ttlMs"] = 0
    result["cacheScope"] = "private"
    return result
  }

  private static func text(_ text: String) -> JSONValue { JSONValue(.string(text)) }
}
