import Basics
import HTTPTypes
import ProviderModel

/// The checks of a request to an MCP server before its message counts: origin, token, audience, scopes, headers.
enum MCPAccess {
  /// A page of another site must not reach a server on this machine (DNS rebinding).
  static func checkOrigin(_ context: RequestContext) throws(Refusal) {
    guard let origin = context.request.headers.first(.origin) else { return }
    guard let host = URIReference(origin).host, context.site.answers(to: host) else {
      throw Refusal(
        .originForbidden, at: .mcp, facts: [("value", origin)],
        "the Origin \(origin) is neither loopback nor a host of this server",
        remedy: "call the server from a page on loopback, or add the host with --allow-host")
    }
  }

  /// The access token, which is for this resource and has the scopes of every call.
  static func credential(
    _ server: MCPServer, _ context: RequestContext
  ) throws(Refusal) -> Credential {
    try FixtureChecks.pass(context.endpoint.service.checks, early: true, context)
    let (credential, text) = try BearerToken.find(ServiceRequest(), context)
    context.show(credential, sentAs: text)
    try ResourceEndpoint.count(credential, context)
    try checkAudience(credential, server, context)
    try checkScopes(credential, context)
    try ResourceEndpoint.entitled(credential, context)
    try FixtureChecks.pass(context.endpoint.service.checks, context)
    return credential
  }

  private static func checkAudience(
    _ credential: Credential, _ server: MCPServer, _ context: RequestContext
  ) throws(Refusal) {
    let own = server.audiences.compactMap { context.facts.text($0) }
    guard let wanted = own.first,
      !credential.audience.contains(where: { one in own.contains { ResourceURI.same($0, one) } })
    else { return }
    let audience = credential.audience.joined(separator: ", ")
    throw Refusal(
      .tokenOtherAudience, at: .mcp, facts: [("value", audience)],
      audience.isEmpty
        ? "the token has no audience, and this resource is \(wanted)"
        : "the token is for \(audience), not for \(wanted)",
      remedy:
        "send resource=\(wanted) in the authorization request and in the token request")
  }

  /// The scopes that every call needs, and those of a tool.
  static func scopes(of tool: String?, _ context: RequestContext) -> [String] {
    let resource = context.facts.resource
    let common = resource?.scopes ?? []
    let more = tool.flatMap { resource?.tool($0) }?.scopes ?? []
    return common + more.filter { !common.contains($0) }
  }

  static func checkScopes(
    of tool: String? = nil, _ credential: Credential, _ context: RequestContext
  ) throws(Refusal) {
    let needed = scopes(of: tool, context)
    let lacking = needed.filter { !credential.scopes.contains($0) }
    guard !lacking.isEmpty else { return }
    let (all, lack) = (needed.joined(separator: " "), lacking.joined(separator: " "))
    // Everything that the call needs stands in one challenge: a client asks once.
    throw Refusal(
      .scopeInsufficient, at: .mcp, facts: [("value", lack), ("scope", all)],
      "\(tool.map { "the tool \($0)" } ?? "each call") needs the scope \(all); the token lacks \(lack)",
      remedy: "authorize again with the scopes of the token and \(lack)")
  }

  /// The header fields of every POST.
  static func checkHeaders(_ context: RequestContext) throws(Refusal) {
    let headers = context.request.headers
    let accepted = headers[values: .accept].joined(separator: ",").split(separator: ",")
      .map { Headers.mediaType($0) }
    let needed = [("application/json", "application/*"), ("text/event-stream", "text/*")]
    for (type, range) in needed
    where !accepted.contains(where: { $0 == type || $0 == range || $0 == "*/*" }) {
      throw Refusal(
        .acceptIncomplete, at: .mcp, facts: [("value", type)],
        "the Accept header does not list \(type)",
        remedy: "send Accept: application/json, text/event-stream")
    }
    let type = headers.mediaType
    guard type == "application/json" else {
      throw Refusal(
        .contentTypeUnsupported, at: .mcp, facts: [("value", type)],
        type.isEmpty ? "the request has no Content-Type" : "the Content-Type is \(type)",
        remedy: "send Content-Type: application/json")
    }
  }
}
