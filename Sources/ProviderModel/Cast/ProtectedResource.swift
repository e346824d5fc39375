import Basics

/// A protected resource that a provider plays in addition to its own: an MCP server with a name, scopes and tools.
package struct ProtectedResource: Sendable {
  package private(set) var provider = ""
  /// The last segment of its address; empty for the provider's own server.
  package private(set) var path = ""
  /// `nil`: that of the fixture, as for everything below.
  package private(set) var name: String?
  package private(set) var scopes: [String]?
  /// The scopes that each tool needs.
  package private(set) var tools: [(name: String, scopes: [String])]?

  package init() {}

  package init(provider: String, path: String) {
    (self.provider, self.path) = (provider, path)
    name = path.isEmpty ? nil : path
  }

  /// Whether a text may be the last segment of an address.
  package static func isPath(_ text: String) -> Bool {
    text.utf8.count <= 64 && !text.isEmpty && !text.hasPrefix(".")
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
  }

  /// All scopes that it names.
  var allScopes: [String] { (scopes ?? []) + (tools ?? []).flatMap(\.scopes) }
}

extension ProtectedResource: CastPart {
  static let declaration: Declaration = .init(
    "resource",
    "A protected MCP server of the cast, at a provider that has an endpoint of the kind `mcp` (RFC 9728).",
    [
      .text(
        "provider", \.provider, type: .name(of: "provider"), "The provider that plays it.",
        example: "\"standard\""
      ).required,
      .text(
        "path", \.path,
        "The last segment of its address: `calendar` is at `/standard/mcp/calendar`.",
        or: "none: the entry changes the provider's own server", example: "\"calendar\""),
      .text(
        "name", \.name, "The display name.", or: "the provider's", example: "\"Calendar\""),
      .texts(
        "scopes", \.scopes, "The scopes that every call needs.", or: "the provider's",
        example: "[\"calendar:read\"]"),
      .init(
        Property(
          "tools", .map(.list(.text), keys: "names of tools"),
          "The tools, each with the scopes that a call needs in addition.",
          or: "the provider's tools",
          example: "{ \"whoami\": [], \"add_event\": [\"calendar:write\"] }"),
        write: { resource in
          resource.tools.map { tools in
            JSONValue(
              .object(
                JSONObject(
                  tools.map { tool in
                    JSONObject.Member(
                      tool.name, JSONValue(.array(tool.scopes.map { JSONValue(.string($0)) })))
                  })))
          }
        },
        read: { resource, reader, _ in
          guard reader.member("tools") != nil else { return false }
          resource.tools = reader.map("tools").map { name, value, pointer in
            if name.isEmpty {
              reader.findings.error(value, pointer, "expected the name of a tool, found \"\"")
            }
            guard let scopes = value.arrayValue else {
              reader.findings.error(
                value, pointer, "expected an array of scopes, found \(value.found)")
              return (name, [])
            }
            for (index, scope) in scopes.enumerated() where scope.stringValue == nil {
              reader.findings.error(
                scope, "\(pointer)/\(index)", "expected a scope, found \(scope.found)")
            }
            return (name, scopes.compactMap(\.stringValue))
          }
          return true
        }),
    ])

  mutating func check(_ reader: FixtureReader, _ context: CastReader) {
    if !path.isEmpty, !Self.isPath(path) {
      reader.findings.error(
        reader.value["path"], reader.at("path"),
        "expected one segment of at most 64 letters, digits, '-', '_' and '.', found \"\(path)\"")
    }
    for scope in allScopes where !ScopeToken.isWellFormed(scope) {
      reader.findings.error(reader.value, reader.pointer, ScopeToken.expected(scope))
    }
    guard !context.isTrusted, Self.declaration.hasRequiredTexts(reader.value),
      let home = context.providers.provider(provider)
    else {
      _ = context.isKnown(provider, reader.value["provider"], reader.at("provider"))
      return
    }
    if home.mcpServer == nil {
      reader.findings.error(
        reader.value["provider"], reader.at("provider"),
        "\(provider) has no endpoint of the kind mcp, so it plays no resource")
    }
  }
}

extension Provider {
  /// The MCP server that the provider plays.
  package var mcpServer: MCPServer? { endpoint(.mcp)?.service.mcp }

  /// The address of a resource below the origin of the server.
  package func address(of resource: ProtectedResource) -> String? {
    guard let endpoint = endpoint(.mcp) else { return nil }
    let bound = Set(endpoint.routes.flatMap(\.variables))
    return path(
      to: endpoint,
      variables.map { name, rule in
        bound.contains(name) && !resource.path.isEmpty ? resource.path : rule.fallback
      })
  }
}
