/// What the user of an MCP client granted, and the authorization server that it came from.
struct MCPGrant {
  private static let patience = 120.0

  private let client: Client
  private let resource: String
  private var tokens: Tokens
  let identity: MCPIdentity
  /// The scopes of the last authorization request.
  private(set) var asked: [String] = []

  var access: String { tokens.access }
  var refresh: String? { tokens.refresh }
  var scopes: [String] { tokens.scopes ?? asked }

  /// Finds the authorization server, signs the user in, and redeems the code.
  /// - Parameters:
  ///   - challenge: the parameters of the 401.
  ///   - known: the client's registration before.
  init(
    _ settings: Settings, _ url: String, _ challenge: [String: String], known: MCPIdentity? = nil
  ) throws(Rejection) {
    let discovery = MCPDiscovery(settings, url)
    let metadata = try discovery.resource(challenge["resource_metadata"])
    let server = try discovery.server(metadata.issuer)
    let scopes = MCPScopes(settings, challenge["scope"], metadata, server.scopes).chosen
    if let known, known.issuer == server.provider.issuer || settings.has("one-id-for-all") {
      identity = known
    } else {
      identity = try MCPIdentity(settings, server)
    }
    client = Client(identity.settings, server.provider)
    resource = metadata.resource
    tokens = Tokens(access: "")
    try authorize(scopes)
  }

  mutating func authorize(_ scopes: [String]) throws(Rejection) {
    asked = scopes
    let loopback = try Loopback(client.settings.redirectURI, client.settings)
    defer { loopback.close() }
    var flow = client.flow(loopback.redirectURI)
    flow.scopes = scopes
    let sent = flow
    loopback.expect(flow) { [client] (form) throws(Rejection) in try client.check(form, sent) }
    try Opener(client.settings).open(client.authorizeURL(with: request(flow)))
    let callback = try loopback.wait(Self.patience)
    guard let code = callback.code else {
      throw Rejection("invalid_callback", "the callback has no code")
    }
    tokens = try redeem(code, flow)
  }

  mutating func renew() throws(Rejection) {
    guard let token = tokens.refresh else {
      throw Rejection("invalid_grant", "there is no refresh token")
    }
    var form = Form([("grant_type", "refresh_token"), ("refresh_token", token)])
    if !client.has("refreshes-without-resource"), !client.has("never-names-a-resource") {
      form.pairs.append(("resource", resource))
    }
    var new = try client.tokens(form)
    new.refresh = new.refresh ?? token
    tokens = new
  }

  /// RFC 8707 §2: the request says which server the token is for.
  private func request(_ flow: Flow) -> Form {
    var form = client.request(flow)
    form.pairs.removeAll { $0.name == "scope" && $0.value.isEmpty || $0.name == "nonce" }
    if client.has("authorizes-without-resource") || client.has("never-names-a-resource") {
      return form
    }
    form.pairs.append(("resource", resource))
    if client.has("two-resources") { form.pairs.append(("resource", client.provider.issuer)) }
    return form
  }

  private func redeem(_ code: String, _ flow: Flow) throws(Rejection) -> Tokens {
    var form = Form([
      ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", flow.redirectURI),
      ("code_verifier", flow.verifier),
    ])
    if !client.has("redeems-without-resource"), !client.has("never-names-a-resource") {
      form.pairs.append(
        ("resource", client.has("two-resources") ? client.provider.issuer : resource))
    }
    return try client.tokens(form)
  }
}

/// Which scopes an MCP client asks for at first.
struct MCPScopes {
  let chosen: [String]

  /// Those of the challenge, else all that the MCP server has, else none. For a refresh token, the authorization server
  /// wants a scope of its own.
  init(
    _ settings: Settings, _ challenged: String?, _ metadata: MCPDiscovery.Resource,
    _ offered: [String]
  ) {
    let told = challenged?.split(separator: " ").map(String.init)
    var scopes = told ?? metadata.scopes ?? []
    if told != nil, let all = metadata.scopes, settings.has("all-supported-scopes") { scopes = all }
    if told == nil, metadata.scopes != nil, settings.has("no-scope-without-challenge") {
      scopes = []
    }
    if told == nil, metadata.scopes == nil, settings.has("a-scope-by-default") {
      scopes = ["profile"]
    }
    let offline = "offline_access"
    let isOffered = offered.contains(offline) || settings.has("offline-access-always")
    if !scopes.isEmpty, isOffered, !scopes.contains(offline) { scopes.append(offline) }
    chosen = scopes
  }
}
