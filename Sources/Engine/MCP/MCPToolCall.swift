import Basics
import ProviderModel

/// One call of a tool: its scopes, its arguments, its result.
enum MCPToolCall {
  static func decide(
    _ message: MCPMessage, _ revision: MCPRevision, _ credential: Credential,
    _ context: RequestContext
  ) throws(Refusal) -> Outcome {
    guard let name = message.params["name"]?.stringValue, !name.isEmpty else {
      throw Refusal(
        .parameterMissing, at: .mcp, facts: [("param", "name")], "tools/call has no name",
        remedy: "send the tool's name, as tools/list has it")
    }
    guard let tool = context.facts.resource?.tool(name) else {
      let known = context.facts.resource?.tools.map(\.name).joined(separator: ", ") ?? ""
      throw Refusal(
        .toolUnknown, at: .mcp, facts: [("value", name)], "there is no tool \(name)",
        remedy: "call one of: \(known)")
    }
    try MCPAccess.checkScopes(of: name, credential, context)
    let why = "tools/call \(name) (MCP \(revision.rawValue))"
    let arguments: JSONObject
    switch message.params["arguments"] {
    case nil: arguments = JSONObject()
    case .some(let value):
      guard let object = value.objectValue else {
        throw Refusal(
          .parameterInvalid, at: .mcp, facts: [("param", "arguments"), ("value", value.found)],
          "arguments is \(value.found)", remedy: "send arguments as an object")
      }
      arguments = object
    }
    if let flaw = MCPArguments.flaw(of: arguments, tool) {
      guard revision.returnsArgumentErrors else { throw flaw }
      return MCPEndpoint.answered(
        MCPResults.failed(flaw.sentence, revision, context), "\(why): \(flaw.sentence)", context)
    }
    let sent = arguments.map { Parameters.Parameter($0.name, Value.text(of: $0.value)) }
    context.facts.service = ServiceFacts(body: sent, shown: sent)
    if let use = tool.collection { try Collections.handle(use, context) }
    let result = context.facts.value(of: tool.result)?.json ?? JSONValue(.object(JSONObject()))
    return MCPEndpoint.answered(MCPResults.called(result, revision, context), why, context)
  }
}

/// The check of a tool's arguments by its JSON Schema.
enum MCPArguments {
  static func flaw(of arguments: JSONObject, _ tool: MCPTool) -> Refusal? {
    guard
      let flaw = ObjectFlaw.first(in: arguments, tool.input, of: "argument", owner: "tool")
    else { return nil }
    guard let value = arguments[flaw.member] else {
      return Refusal(
        .parameterMissing, at: .mcp, facts: [("param", flaw.member)], flaw.sentence,
        remedy: "send it in arguments")
    }
    return Refusal(
      .parameterInvalid, at: .mcp,
      facts: [("param", flaw.member), ("value", Value.text(of: value))], flaw.sentence,
      remedy: .say(flaw.remedy))
  }
}
