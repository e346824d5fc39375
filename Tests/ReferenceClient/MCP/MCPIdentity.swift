import Basics
import HTTPTypes

/// The registration of an MCP client at an authorization server.
struct MCPIdentity {
  /// Where the client would publish its metadata.
  private static let document = "https://reference-client.example/oauth/client.json"

  /// With the client's ID there, and its secret, if it has one.
  let settings: Settings
  /// The authorization server that knows the ID.
  let issuer: String

  /// By an ID that it was told, else by its document, else by registration.
  init(_ told: Settings, _ server: MCPServerMetadata) throws(Rejection) {
    issuer = server.provider.issuer
    let isTold = !told.clientID.isEmpty && !told.has("registers-although-told")
    if isTold {
      settings = told
    } else if server.takesDocuments, !told.has("no-document") {
      settings = told.told(["OAUTH_CLIENT_ID": Self.document, "OAUTH_CLIENT_SECRET": nil])
    } else {
      settings = try Self.registered(told, server)
    }
  }

  /// RFC 7591 §3.
  private static func registered(
    _ settings: Settings, _ server: MCPServerMetadata
  ) throws(Rejection) -> Settings {
    guard let endpoint = server.register else {
      throw Rejection("no_client", "the authorization server takes no registrations")
    }
    let method = method(settings, server.methods)
    var members: [String: Value] = [
      "client_name": .text("Reference client"),
      "redirect_uris": .list([.text(settings.redirectURI)]),
      "grant_types": .list([.text("authorization_code"), .text("refresh_token")]),
      "response_types": .list([.text("code")]), "token_endpoint_auth_method": .text(method),
      "application_type": .text("native"),
    ]
    if settings.has("mcp-no-application-type") { members["application_type"] = nil }
    let headers: Headers = [.accept: "application/json", .contentType: "application/json"]
    let answer = try Caller(settings).send(
      .post, endpoint, headers, Array(Value.object(members).written.utf8))
    guard answer.status.code == 201 || answer.status.code == 200,
      let id = answer.object?["client_id"]?.text
    else {
      throw Rejection(
        answer.object?["error"]?.text ?? "registration_refused",
        "the registration was answered by \(answer.status.code)")
    }
    let granted = answer.object?["token_endpoint_auth_method"]?.text ?? method
    return settings.told([
      "OAUTH_CLIENT_ID": id, "OAUTH_AUTH_METHOD": granted,
      "OAUTH_CLIENT_SECRET": granted == "none" ? nil : answer.object?["client_secret"]?.text,
    ])
  }

  /// The first that it knows of those that the server has.
  private static func method(_ settings: Settings, _ methods: [String]) -> String {
    let known = ["none", "client_secret_basic", "client_secret_post"]
    guard methods.count == 1, let only = methods.first else {
      return known.first(where: methods.contains) ?? "client_secret_basic"
    }
    if only == "client_secret_basic", settings.has("registers-without-basic") { return "none" }
    if only == "client_secret_post", settings.has("registers-without-post") { return "none" }
    if only == "none", settings.has("registers-with-a-secret") { return "client_secret_basic" }
    return only
  }
}
