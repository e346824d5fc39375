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

/// The check of a tool's arguments by its JSON Schema: what is missing, what is unknown, and the types.
enum MCPArguments {
  static func flaw(of arguments: JSONObject, _ tool: MCPTool) -> Refusal? {
    func keyword(_ name: String) -> JSONValue? { tool.input.first { $0.name == name }?.value }
    let properties = keyword("properties")?.objectValue ?? JSONObject()
    for name in (keyword("required")?.arrayValue ?? []).compactMap(\.stringValue)
    where arguments[name] == nil {
      return Refusal(
        .parameterMissing, at: .mcp, facts: [("param", name)], "the argument \(name) is missing",
        remedy: "send it in arguments")
    }
    for argument in arguments {
      guard let schema = properties[argument.name] else {
        if keyword("additionalProperties")?.boolValue != false { continue }
        return invalid(argument, "the tool has no argument \(argument.name)", "leave it out")
      }
      if let type = schema["type"]?.stringValue, !isOf(type, argument.value) {
        return invalid(
          argument, "the argument \(argument.name) is \(argument.value.found)", "send a \(type)")
      }
      if let values = schema["enum"]?.arrayValue, !values.contains(argument.value) {
        return invalid(
          argument, "the argument \(argument.name) has a value that is not listed",
          "send one of: \(values.map { $0.text() }.joined(separator: ", "))")
      }
    }
    return nil
  }

  private static func isOf(_ type: String, _ value: JSONValue) -> Bool {
    switch (type, value.content) {
    case ("string", .string), ("boolean", .bool), ("array", .array), ("object", .object),
      ("null", .null), ("number", .number):
      true
    case ("integer", .number(let text)): Int(text) != nil
    case ("string", _), ("boolean", _), ("array", _), ("object", _), ("null", _), ("number", _),
      ("integer", _):
      false
    default: true
    }
  }

  private static func invalid(
    _ argument: JSONObject.Member, _ sentence: String, _ remedy: String
  ) -> Refusal {
    Refusal(
      .parameterInvalid, at: .mcp,
      facts: [("param", argument.name), ("value", Value.text(of: argument.value))], sentence,
      remedy: .say(remedy))
  }
}
