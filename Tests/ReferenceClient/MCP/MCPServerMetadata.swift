import Basics
import UserAgent

/// What an MCP client has to know of an authorization server, checked before anything is done with it.
struct MCPServerMetadata {
  var provider: Provider
  var scopes: [String]
  var methods: [String]
  var register: String?
  /// Whether it takes the address of a client's metadata for its ID.
  var takesDocuments: Bool

  init(_ settings: Settings, _ object: Value) throws(Rejection) {
    let issuer = object["issuer"]?.text ?? ""
    try Self.checkChallenges(settings, object["code_challenge_methods_supported"]?.texts)
    guard let authorize = object["authorization_endpoint"]?.text,
      Self.isSafe(authorize) || Self.takes(authorize, settings)
    else {
      throw Rejection("invalid_metadata", "authorization_endpoint is not for a browser")
    }
    provider = Provider(issuer: issuer, authorize: authorize)
    provider.token = object["token_endpoint"]?.text
    provider.namesItself =
      object["authorization_response_iss_parameter_supported"]?.flag == true
    scopes = object["scopes_supported"]?.texts ?? []
    methods = object["token_endpoint_auth_methods_supported"]?.texts ?? ["client_secret_basic"]
    register = object["registration_endpoint"]?.text
    takesDocuments = object["client_id_metadata_document_supported"]?.flag == true
  }

  private static func checkChallenges(
    _ settings: Settings, _ methods: [String]?
  ) throws(Rejection) {
    guard let methods else {
      if settings.has("goes-on-without-challenge-methods") { return }
      throw Rejection("no_pkce", "the authorization server says nothing of code challenges")
    }
    guard methods.contains("S256") || settings.has("any-challenge-method") else {
      throw Rejection("no_pkce", "the authorization server takes no S256 challenge")
    }
  }

  /// A web address that is encrypted, or on this machine: whatever else it is, a shell or a browser may run it.
  private static func isSafe(_ text: String) -> Bool {
    guard let address = WebAddress(text), let authority = address.authority else { return false }
    let isName = authority.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "-.:[]".utf8.contains(byte)
    }
    let isNear = ["127.0.0.1", "localhost", "[::1]"].contains(address.host)
    return isName && (address.scheme == "https" || address.scheme == "http" && isNear)
  }

  private static func takes(_ text: String, _ settings: Settings) -> Bool {
    if text.hasPrefix("javascript:") { return settings.has("opens-scripts") }
    if text.hasPrefix("file:") { return settings.has("opens-files") }
    if text.hasPrefix("-") { return settings.has("opens-options") }
    return settings.has("opens-commands")
  }
}
