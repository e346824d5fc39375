import Basics

/// The variables that a program under examination gets: ours, with a home of its own and our openers first.
struct RunEnvironment {
  let values: [String: String]

  init(
    _ sandbox: CheckSandbox, _ folder: CheckRunFolder, profile: String, responseType: String,
    key: [(name: String, path: String)]
  ) {
    var values = Self.inherited
    for (name, value) in sandbox.server.host.variables { values[name] = value }
    let known = sandbox.placeholders.values
    let record = sandbox.toldClient.record
    // A client that is told an ID has no reason to get one by itself.
    let asksForOwnID = ["dcr", "cimd"].contains(where: sandbox.check.needs.contains)
    let told: [(String, String?)] = [
      ("OAUTH_TEST_ID", sandbox.check.id), ("OAUTH_PROFILE", profile),
      ("OAUTH_ISSUER", known["issuer"]), ("OAUTH_DISCOVERY_URL", known["discovery"]),
      ("OAUTH_AUTHORIZE_URL", known["authorize"]), ("OAUTH_TOKEN_URL", known["token"]),
      ("OAUTH_DEVICE_AUTHORIZATION_URL", known["device_authorization"]),
      ("OAUTH_PUSHED_AUTHORIZATION_URL", known["pushed_authorization"]),
      ("OAUTH_USERINFO_URL", known["userinfo"]), ("OAUTH_JWKS_URL", known["jwks"]),
      ("OAUTH_RESOURCE_URL", known["resource"]), ("OAUTH_MCP_URL", known["mcp"]),
      ("OAUTH_CLIENT_ID", asksForOwnID ? nil : sandbox.client.id),
      ("OAUTH_CLIENT_SECRET", sandbox.client.secret),
      ("OAUTH_REDIRECT_URI", sandbox.client.redirectURIs.first),
      ("OAUTH_INITIAL_ACCESS_TOKEN", known["initial_access_token"]),
      // An MCP client finds out which scopes a server wants.
      ("OAUTH_SCOPE", sandbox.check.flow == .mcp ? nil : sandbox.scope),
      ("OAUTH_RESPONSE_TYPE", responseType.isEmpty ? nil : responseType),
      ("OAUTH_SUBJECT_TOKEN", known["subject_token"]),
      ("OAUTH_SUBJECT_TOKEN_TYPE", known["subject_token_type"]),
      ("OAUTH_REPORT_URL", known["report"]), ("PORT", known["port"]),
      ("OAUTH_RESPONSE_MODE", sandbox.check.needs.contains("form_post") ? "form_post" : nil),
      ("OAUTH_ID_TOKEN_ALG", record["id_token_signed_response_alg"]?.stringValue),
      ("OAUTH_MAX_AGE", sandbox.check.needs.contains("max_age") ? "60" : nil),
    ]
    for (name, value) in told { values[name] = value }
    for (name, path) in key { values[name] = path }
    values["HOME"] = folder.home
    values["TMPDIR"] = folder.temporary
    values["XDG_CONFIG_HOME"] = "\(folder.home)/.config"
    values["XDG_DATA_HOME"] = "\(folder.home)/.local/share"
    values["XDG_STATE_HOME"] = "\(folder.home)/.local/state"
    values["XDG_CACHE_HOME"] = "\(folder.home)/.cache"
    values["XDG_RUNTIME_DIR"] = "\(folder.path)/run"
    values["PATH"] = folder.openers + ":" + (values["PATH"] ?? "/usr/local/bin:/usr/bin:/bin")
    values["BROWSER"] = "\(folder.openers)/browser"
    for name in ["NO_PROXY", "no_proxy"] where values[name] == nil {
      values[name] = "localhost,127.0.0.1,::1"
    }
    self.values = values
  }

  // What is said about another run of ours is not for this one.
  private static let inherited = ProcessEnvironment.values.filter {
    !$0.key.hasPrefix("OAUTH_") && !$0.key.hasPrefix("UNDERSTUDY_")
  }
}
