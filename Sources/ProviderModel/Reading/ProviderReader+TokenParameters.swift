import Basics

/// Checks that the token endpoint reads the parameters that its grants need.
extension ProviderReader {
  func checkTokenParameters() {
    guard let endpoint = body.endpoints.first(where: { $0.kind == .token }) else { return }
    var asked: Set<String> = []
    func need(_ name: String, _ why: String) {
      let known = body.token.parameters.map(\.name)
      guard !known.contains(name), asked.insert(name).inserted else { return }
      let (value, pointer) = place(of: endpoint)
      let hint =
        Suggestion.nearest(to: name, among: known).map { "; is \"\($0)\" meant to be it?" }
        ?? "; add \"\(name)\": {} to token.parameters"
      findings.error(value, pointer, why + hint)
    }
    if body.endpoints.contains(where: { $0.kind == .token && $0.service.grant == nil }) {
      need(
        "grant_type",
        "the token endpoint reads no grant_type, so every request to it is refused as grant_missing"
      )
    }
    checkFixedGrants()
    checkReachableGrants()
    // Where not even that is read, the rest follows from it.
    let isRead = body.token.parameters.contains { $0.name == "grant_type" }
    let methods = isRead ? body.token.authentication : []
    if methods.contains(.post) || methods.contains(.none) {
      need("client_id", "a client names itself in the body by client_id, which is not read")
    }
    if methods.contains(.post) {
      need("client_secret", "a client authenticates by client_secret, which is not read")
    }
    if methods.contains(where: { [.privateKeyJWT, .clientSecretJWT].contains($0) }) {
      for parameter in ["client_assertion", "client_assertion_type"] {
        need(parameter, "a client authenticates by a JWT in \(parameter), which is not read")
      }
    }
    checkAudiences()
    for (name, rule) in body.token.grants {
      for parameter in Self.parameters(of: rule.kind) {
        need(parameter, "the grant \"\(name)\" needs the parameter \(parameter), which is not read")
      }
      if isRead, rule.kind == .code, rule.redirectRequired,
        body.parameters.contains(where: { $0.name == "redirect_uri" })
      {
        need(
          "redirect_uri",
          "the grant \"\(name)\" needs the redirect_uri of the authorization request again, which is not read (\"redirect_required\": false does without it)"
        )
      }
    }
  }

  /// A protected MCP server takes tokens for itself alone, and a client asks for one by `resource` (RFC 8707 §2).
  private func checkAudiences() {
    let names = (body.parameters + body.token.parameters).map(\.name)
    guard !names.contains("resource"),
      let server = body.endpoints.first(where: { $0.kind == .mcp })
    else { return }
    let pointer = JSONPointer.appending(server.name, to: "/endpoints")
    findings.error(
      tree.value(at: pointer), pointer,
      "\"\(server.name)\" takes tokens for itself alone, and no request can ask for one; add \"resource\": {} to parameters and to token.parameters"
    )
  }

  /// Reports grants of addresses that are not there, or that are found by `grant_type` alone.
  private func checkFixedGrants() {
    let grants = body.token.grants
    for endpoint in body.endpoints {
      guard let name = endpoint.service.grant else { continue }
      let pointer = JSONPointer.appending(endpoint.name, to: "/endpoints") + "/grant"
      let value = tree.value(at: pointer)
      guard let rule = grants.first(where: { $0.name == name })?.rule else {
        findings.error(
          value, pointer,
          "there is no grant \"\(name)\"" + Suggestion.hint(for: name, among: grants.map(\.name)),
          cause: "/token/grants")
        continue
      }
      if !rule.trusts.isEmpty {
        findings.error(
          value, pointer,
          "the grant \"\(name)\" takes JWTs of other issuers, and is known by grant_type alone")
      }
    }
  }

  /// Reports grants that no request can name, where every token endpoint has a grant of its own.
  private func checkReachableGrants() {
    let endpoints = body.endpoints.filter { $0.kind == .token }
    let fixed = endpoints.compactMap(\.service.grant)
    guard let first = endpoints.first, fixed.count == endpoints.count else { return }
    // A grant without an address may be meant by a name that is none.
    guard fixed.allSatisfy({ name in body.token.grants.contains { $0.name == name } }) else {
      return
    }
    let pointer = JSONPointer.appending(first.name, to: "/endpoints") + "/grant"
    for (name, _) in body.token.grants where !fixed.contains(name) {
      findings.error(
        tree.value(at: pointer), pointer,
        "no request can name the grant \"\(name)\", as every token endpoint has a grant of its own; leave \"grant\" out, or add a token endpoint with \"grant\": \"\(name)\""
      )
    }
  }

  /// The parameters of the token endpoint that the engine acts on, if the provider lists them.
  static let engineParameters: Set<String> = [
    "grant_type", "client_id", "client_secret", "client_assertion", "client_assertion_type",
    "code", "redirect_uri", "code_verifier", "refresh_token", "scope", "username", "password",
    "device_code", "assertion", "subject_token", "subject_token_type", "actor_token",
    "actor_token_type", "requested_token_type", "audience", "resource", "authorization_details",
    "token", "token_type_hint",
  ]

  static func parameters(of kind: GrantKind) -> [String] {
    switch kind {
    case .code: ["code"]
    case .refresh: ["refresh_token"]
    case .client: []
    case .password: ["username", "password"]
    case .device: ["device_code"]
    case .assertion: ["assertion"]
    case .exchange: ["subject_token"]
    }
  }

  /// Where parameters are listed, or could be.
  private func place(of endpoint: Endpoint) -> (JSONValue?, String) {
    if let parameters = tree["token"]?["parameters"] { return (parameters, "/token/parameters") }
    if let token = tree["token"] { return (token, "/token") }
    return (
      tree["endpoints"]?[endpoint.name], JSONPointer.appending(endpoint.name, to: "/endpoints")
    )
  }
}
