import Basics
import UserAgent

/// Finds the authorization server of an MCP server (RFC 9728, RFC 8414).
struct MCPDiscovery {
  /// What an MCP server says of itself.
  struct Resource {
    /// What tokens for it are for.
    var resource: String
    var issuer: String
    var scopes: [String]?
  }

  private static let name = "oauth-protected-resource"

  private let settings: Settings
  private let caller: Caller
  private let url: String

  init(_ settings: Settings, _ url: String) {
    self.settings = settings
    caller = Caller(settings)
    self.url = url
  }

  // MARK: The MCP server

  /// - Parameter told: the address that the challenge named.
  func resource(_ told: String?) throws(Rejection) -> Resource {
    for place in try places(told) {
      let answer = try caller.get(place.address)
      guard answer.status.code == 200, let object = answer.object else { continue }
      let resource = object["resource"]?.text
      guard let resource, place.resources.contains(resource) || takes(resource) else {
        throw Rejection("resource_mismatch", "the metadata is that of another resource")
      }
      guard let issuer = object["authorization_servers"]?.texts?.first else {
        throw Rejection("invalid_metadata", "the resource names no authorization server")
      }
      return Resource(
        resource: resource, issuer: issuer, scopes: object["scopes_supported"]?.texts)
    }
    throw Rejection("invalid_metadata", "the MCP server publishes no metadata")
  }

  private func takes(_ resource: String) -> Bool {
    // The same but for its fragment.
    if resource.contains("#") { return settings.has("resource-with-fragment") }
    return settings.has(
      url.hasPrefix(resource) ? "metadata-by-its-beginning" : "any-resource-metadata")
  }

  /// Where the metadata may be, each with the resources that it may be of.
  private func places(
    _ told: String?
  ) throws(Rejection) -> [(address: String, resources: [String])] {
    guard let server = WebAddress(url), server.isWeb else {
      throw Rejection("no_server", "expected a web address of an MCP server")
    }
    let root = "\(server.origin)/.well-known/\(Self.name)"
    let inserted = (root + server.path, [url])
    if let told, !settings.has("metadata-address-by-heart") { return [(told, [url])] }
    let all = [inserted, (root, [server.origin, server.origin + "/", url])]
    if settings.has("no-metadata-at-the-root") { return [inserted] }
    return settings.has("root-metadata-first") ? all.reversed() : all
  }

  // MARK: The authorization server

  /// Its metadata, by the first of its addresses that has one.
  func server(_ issuer: String) throws(Rejection) -> MCPServerMetadata {
    for address in try addresses(issuer) {
      let answer = try caller.get(address)
      guard answer.status.code == 200, let object = answer.object else { continue }
      guard object["issuer"]?.text == issuer || settings.has("mcp-any-metadata") else {
        throw Rejection("issuer_mismatch", "the metadata names another issuer")
      }
      return try MCPServerMetadata(settings, object)
    }
    throw Rejection("invalid_metadata", "the authorization server publishes no metadata")
  }

  private func addresses(_ issuer: String) throws(Rejection) -> [String] {
    guard let address = WebAddress(issuer), address.isWeb else {
      throw Rejection("invalid_metadata", "the issuer is no web address")
    }
    let path = address.path == "/" ? "" : address.path
    let root = "\(address.origin)/.well-known"
    let oauth = "\(root)/oauth-authorization-server\(path)"
    let openID = "\(root)/openid-configuration\(path)"
    if path.isEmpty {
      return settings.has("no-openid-at-the-root") ? [oauth] : [oauth, openID]
    }
    let appended = "\(issuer)/.well-known/openid-configuration"
    return settings.has("openid-appended-first")
      ? [oauth, appended, openID] : [oauth, openID, appended]
  }
}
