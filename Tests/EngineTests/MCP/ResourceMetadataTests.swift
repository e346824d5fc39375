import Basics
import Testing

/// The metadata of protected resources (RFC 9728): where it is, and what it says.
@Suite("Protected resource metadata")
struct ResourceMetadataTests {
  static let cast = """
    { "schema": 1, "kind": "cast", "resources": [
      { "provider": "standard", "path": "calendar", "name": "Calendar", "scopes": ["calendar:read"],
        "tools": { "whoami": [], "add_event": ["calendar:write"] } }] }
    """
  /// A patch that switches MCP servers off.
  static let off = """
    { "endpoints": { "mcp": null, "resource-metadata": null, "resource-metadata-root": null },
      "links": { "mcp": null, "resource-metadata": null, "resource-metadata-root": null },
      "errors": { "mcp": null },
      "scope": { "known": { "mcp:read": null, "mcp:write": null } },
      "shapes": { "resource-metadata": null, "resource-metadata-root": null, "mcp-result": null,
        "mcp-accepted": null, "mcp-ended": null, "mcp-challenge": null, "mcp-token-error": null,
        "mcp-scope-error": null, "mcp-error": null, "mcp-version-error": null,
        "metadata": { "json": { "protected_resources": null,
          "scopes_supported": ["openid", "profile", "email", "address", "phone", "offline_access"] } } } }
    """
  private static let inserted = "/.well-known/oauth-protected-resource"

  @Test(
    "names the resource whose path stands behind the name of the document",
    arguments: [
      ("\(inserted)/standard/mcp", "/standard/mcp"),
      ("/standard\(inserted)/mcp", "/standard/mcp"),
      ("\(inserted)/standard", "/standard"),
      ("\(inserted)/standard/mcp/calendar", "/standard/mcp/calendar"),
    ])
  func place(path: String, resource: String) throws {
    let visitor = try Visitor("standard", cast: Self.cast)
    try visitor.call(.get, path)
    let origin = "http://\(Visitor.host)"
    #expect(try visitor.document["resource"]?.stringValue == origin + resource)
    #expect(
      try visitor.document["authorization_servers"]?.arrayValue == [
        .init(.string(origin + "/standard"))
      ])
    #expect(try visitor.document["bearer_methods_supported"]?.arrayValue == ["header"])
  }

  @Test("of a resource of the cast has the name and all scopes of the cast")
  func ownScopes() throws {
    let visitor = try Visitor("standard", cast: Self.cast)
    try visitor.call(.get, "\(Self.inserted)/standard/mcp/calendar")
    #expect(try visitor.document["resource_name"] == "Calendar")
    #expect(
      try visitor.document["scopes_supported"]?.arrayValue == ["calendar:read", "calendar:write"])
  }

  @Test("of a resource that no cast has is not found, with a sentence that names it")
  func unknown() throws {
    let visitor = try Visitor("standard")
    try visitor.call(.get, "\(Self.inserted)/standard/mcp/nothing")
    #expect(visitor.status == 404 && visitor.condition == .resourceUnknown)
    #expect(visitor.told.why == "no cast has the resource nothing of standard")
  }

  @Test("is found by the address that the challenge names, in a sandbox and at the provider's host")
  func challenge() throws {
    let server = try OwnServer()
    for (target, host) in [("/standard/mcp", "localhost:8400"), ("/mcp", "standard.test")] {
      let refused = server.ask(.post, target, host: host)
      let line = refused.headers[.wwwAuthenticate] ?? ""
      let address = try #require(
        line.components(between: "resource_metadata=\"", and: "\"").first, "\(line)")
      #expect(address.hasPrefix("http://\(host)/.well-known/oauth-protected-resource"))
      let path = String(address.dropFirst("http://\(host)".count))
      let metadata = try server.ask(path, host: host).json()
      #expect(metadata["resource"]?.stringValue == "http://\(host)\(target)")
    }
  }

  @Test("is announced by the authorization server, with the issuer in answers")
  func announced() throws {
    let visitor = try Visitor("standard")
    try visitor.call(.get, "/.well-known/oauth-authorization-server/standard")
    let metadata = try visitor.document
    #expect(metadata["protected_resources"]?.arrayValue == [.init(.string(Visitor.mcpURL))])
    #expect(metadata["authorization_response_iss_parameter_supported"]?.boolValue == true)
    #expect(metadata["code_challenge_methods_supported"]?.arrayValue == ["S256"])
  }

  @Test("and the server are gone when a fixture switches them off")
  func switchedOff() throws {
    let visitor = try Visitor(patching: Self.off)
    for path in ["/standard/mcp", "\(Self.inserted)/standard/mcp", "\(Self.inserted)/standard"] {
      try visitor.call(.get, path)
      #expect(visitor.status == 404)
    }
    try visitor.call(.get, "/standard/.well-known/openid-configuration")
    #expect(!visitor.page.contains("mcp") && !visitor.page.contains("protected_resources"))
    try visitor.passwordGrant("mcp:read")
    #expect(visitor.condition == .scopeUnknown)
  }
}

/// Mismatches of vendors, as quirks that are off by default.
@Suite("Mismatches of metadata")
struct MetadataMismatchTests {
  @Test("resource-metadata-at-root leaves the root form, and challenges do not say where")
  func atRoot() throws {
    let visitor = try Visitor("standard", with: ["resource-metadata-at-root"])
    try visitor.call(.get, "/.well-known/oauth-protected-resource/standard/mcp")
    #expect(visitor.status == 404)
    try visitor.call(.get, "/.well-known/oauth-protected-resource/standard")
    #expect(visitor.status == 200)
    try visitor.mcp("{}", nil)
    #expect(visitor.challenge == "Bearer realm=\"standard\", scope=\"mcp:read\"")
  }

  @Test(
    "resource-metadata-at-root and each revision keep what the other one changes of a challenge",
    arguments: [nil, "mcp-2026-07-28", "mcp-2025-11-25", "mcp-2025-06-18"], [true, false])
  func challenges(revision: String?, isAtRoot: Bool) throws {
    let quirks = [revision, isAtRoot ? "resource-metadata-at-root" : nil].compactMap(\.self)
    let visitor = try Visitor("standard", with: quirks)
    let poor = try visitor.mcpToken("openid")
    for (token, status) in [(nil, 401), ("unknown", 401), (poor, 403)] {
      try visitor.callTool("whoami", token)
      #expect(visitor.status == status)
      #expect(visitor.challenge.hasPrefix("Bearer realm=\"standard\""))
      #expect(visitor.challenge.contains(", resource_metadata=\"http://") != isAtRoot)
      #expect(
        visitor.challenge.contains(", scope=\"mcp:read\"") != (revision == "mcp-2025-06-18"))
    }
  }

  @Test("the metadata of a resource may name its own address")
  func address() throws {
    let visitor = try Visitor(
      patching:
        #"{ "shapes": { "resource-metadata": { "json": { "here": "{{resource.metadata}}" } } } }"#)
    let path = "/.well-known/oauth-protected-resource/standard/mcp"
    try visitor.call(.get, path)
    #expect(try visitor.document["here"]?.stringValue == "http://\(Visitor.host)\(path)")
  }

  @Test("resource-metadata-other-resource names another resource")
  func otherResource() throws {
    let visitor = try Visitor("standard", with: ["resource-metadata-other-resource"])
    try visitor.call(.get, "/.well-known/oauth-protected-resource/standard/mcp")
    #expect(try visitor.document["resource"]?.stringValue == Visitor.mcpURL + "/other")
  }

  @Test("metadata-at-openid-only leaves OpenID Connect's address")
  func openIDOnly() throws {
    let visitor = try Visitor("standard", with: ["metadata-at-openid-only"])
    try visitor.call(.get, "/.well-known/oauth-authorization-server/standard")
    #expect(visitor.status == 404)
    try visitor.call(.get, "/standard/.well-known/openid-configuration")
    #expect(visitor.status == 200)
  }

  @Test(
    "issuer-with-slash and no-challenge-methods change the metadata of the authorization server")
  func server() throws {
    let visitor = try Visitor("standard", with: ["issuer-with-slash", "no-challenge-methods"])
    try visitor.call(.get, "/standard/.well-known/openid-configuration")
    #expect(try visitor.document["issuer"]?.stringValue == "http://\(Visitor.host)/standard/")
    #expect(try visitor.document["code_challenge_methods_supported"] == nil)
  }
}
