import HTTPTypes
import ProviderModel

/// A refusal that a rule orders at an MCP server has the facts of the server's own: they are those of the message.
enum MCPRefusal {
  /// - Returns: `nil` for conditions that other endpoints have, too.
  static func facts(
    of condition: Condition, _ presented: Presented, _ context: RequestContext
  ) -> [(name: String, value: String)]? {
    guard context.endpoint.service.mcp != nil || condition == .resourceUnknown else { return nil }
    // The server would refuse this very message, so its own words are at hand.
    if let own = context.reading.unreadable, own.condition == condition { return own.facts }
    let (headers, message) = (context.request.headers, context.reading.message)
    func text(_ name: String) -> String { message?.params[name]?.stringValue ?? "" }
    switch condition {
    case .originForbidden: return [("value", headers.first(.origin) ?? "")]
    case .acceptIncomplete: return [("value", headers.first(.accept) ?? "")]
    case .contentTypeUnsupported: return [("value", headers.first(.contentType) ?? "")]
    case .bodyUnreadable, .sessionMissing: return []
    case .batchUnsupported: return [("count", "1")]
    case .messageInvalid: return [("param", "method")]
    case .versionUnsupported:
      let said = message?.meta[MCPVersion.metaVersion] ?? message?.params["protocolVersion"]
      let version = headers.first(.mcpProtocolVersion) ?? said?.stringValue
      return [("value", version ?? MCPSession.live(context)?.revision.rawValue ?? "")]
    case .headerMismatch:
      let version = headers.first(.mcpProtocolVersion) ?? ""
      return [("param", "MCP-Protocol-Version"), ("value", version)]
    case .sessionUnknown: return [("value", headers.first(.mcpSessionID) ?? "")]
    case .methodUnsupported: return [("value", message?.method ?? "")]
    case .parameterMissing: return [("param", parameter(of: message, context))]
    case .parameterInvalid:
      let arguments = message?.params["arguments"]?.found ?? ""
      return [("param", "arguments"), ("value", arguments)]
    case .toolUnknown: return [("value", text("name"))]
    case .resourceUnknown:
      let variable = context.provider.mcpServer?.variable.flatMap(context.provider.variable)
      return [("value", variable.flatMap { context.place.variables[$0] } ?? "")]
    case .tokenOtherAudience:
      let audience = presented.known(context).first?.audience ?? []
      return [("value", audience.joined(separator: ", "))]
    case .scopeInsufficient:
      let token = presented.known(context).first
      let held = token?.scopes ?? []
      func lacking(_ scopes: [String]) -> [String] { scopes.filter { !held.contains($0) } }
      var needed = MCPAccess.scopes(of: text("name"), context)
      // A rule may order a step-up where the server would ask for none.
      if token == nil || lacking(needed).isEmpty {
        needed = context.facts.resource?.allScopes ?? []
      }
      let value = lacking(needed).isEmpty ? needed : lacking(needed)
      return [
        ("value", value.joined(separator: " ")), ("scope", needed.joined(separator: " ")),
      ]
    default: return nil
    }
  }

  /// The parameter that every message of a method has.
  private static func parameter(of message: MCPMessage?, _ context: RequestContext) -> String {
    switch message?.method {
    case "tools/call": "name"
    case "initialize": "protocolVersion"
    // In a session, a message of another method may have no parameters.
    default: MCPSession.live(context) == nil ? "_meta.\(MCPVersion.metaVersion)" : "params"
    }
  }
}
