import Basics
import ProviderModel

/// The protected resource that an endpoint is, or that its document describes.
enum ResourceLookup {
  private static func facts(of message: MCPMessage?, _ server: MCPServer) -> MCPFacts {
    var facts = MCPFacts()
    facts.revisions = server.revisions.map(\.rawValue)
    facts.id = message?.id
    facts.method = message?.method
    if message?.method == "tools/call" { facts.tool = message?.params["name"]?.stringValue }
    return facts
  }

  static func find(_ context: RequestContext) throws(Refusal) {
    let provider = context.provider
    var endpoint = context.endpoint
    if let place = endpoint.service.describes, provider.endpoints.indices.contains(place) {
      endpoint = provider.endpoints[place]
    } else if endpoint.service.mcp == nil, endpoint.service.metadata == nil {
      return
    }
    guard let server = endpoint.service.mcp else {
      context.facts.resource = ResourceFacts(
        name: provider.title,
        scopes: endpoint.service.token.scopes.compactMap { context.facts.text($0) },
        metadata: endpoint.service.metadata)
      return
    }
    let slot = server.variable.flatMap(provider.variable)
    let path = slot.flatMap { context.place.variables[$0] } ?? ""
    let own = context.cast.resource(path, at: provider.id)
    guard own != nil || path.isEmpty else {
      throw Refusal(
        .resourceUnknown, at: .mcp, facts: [("value", path)],
        "no cast has the resource \(path) of \(provider.id)",
        remedy:
          "start with --mcp-resource \(path), or add {\"provider\": \"\(provider.id)\", \"path\": \"\(path)\"} to resources of a cast"
      )
    }
    context.facts.resource = ResourceFacts(server, own, metadata: endpoint.service.metadata)
    if context.endpoint.kind == .mcp {
      context.facts.mcp = facts(of: context.reading.message, server)
    }
  }
}
