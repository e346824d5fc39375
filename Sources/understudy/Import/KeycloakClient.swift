import Basics

/// A client of a realm that Keycloak has exported.
struct KeycloakClient {
  private let value: JSONValue
  private let place: String

  init(_ value: JSONValue, at place: String) { (self.value, self.place) = (value, place) }

  /// The names that the members of a client have in an export.
  static let sources = [
    "client_id": "clientId", "redirect_uris": "redirectUris",
    "post_logout_redirect_uris": "attributes",
    "id_token_signed_response_alg": "attributes", "backchannel_logout_uri": "attributes",
    "frontchannel_logout_uri": "attributes", "jwks": "attributes",
  ]
  /// The members that are true or false.
  static let flags = [
    "publicClient", "bearerOnly", "enabled", "standardFlowEnabled", "implicitFlowEnabled",
    "directAccessGrantsEnabled", "serviceAccountsEnabled",
  ]
  /// Clients that every realm has.
  private static let builtIn: Set<String> = [
    "account", "account-console", "admin-cli", "broker", "realm-management",
    "security-admin-console",
  ]

  /// The client in the format of a cast; `nil` for one that is left out.
  mutating func client(_ result: inout Imported) -> JSONObject? {
    guard let id = value["clientId"]?.filledText else {
      result.note(place, "the client has no clientId, and is left out")
      return nil
    }
    guard !Self.builtIn.contains(id) else { return nil }
    for (isLeftOut, why) in [
      (value["protocol"]?.filledText ?? "openid-connect" != "openid-connect", "speaks SAML"),
      (value["bearerOnly"]?.boolValue == true, "only accepts tokens (bearerOnly)"),
      (value["enabled"]?.boolValue == false, "is not enabled"),
    ] where isLeftOut {
      result.note(place, "the client \(id) \(why), and is left out")
      return nil
    }
    var client: JSONObject = [
      "provider": JSONValue(.string(KeycloakRealm.provider)), "client_id": JSONValue(.string(id)),
    ]
    // A name such as ${client_account} is a key of Keycloak's translations.
    if let name = value["name"]?.filledText, !name.hasPrefix("${") {
      client["name"] = JSONValue(.string(name))
    }
    addAuthentication(to: &client, id, &result)
    let redirects = redirectURIs(value["redirectUris"], "redirectUris", &result)
    client["redirect_uris"] = Self.list(redirects)
    addGrants(to: &client)
    addAttributes(to: &client, redirects, &result)
    if value["webOrigins"]?.arrayValue?.isEmpty == false, value["publicClient"] != true {
      result.note("\(place)/webOrigins", "every origin may call the token endpoint")
    }
    return client
  }

  private static func list(_ texts: [String]) -> JSONValue {
    JSONValue(.array(texts.map { JSONValue(.string($0)) }))
  }

  private func attribute(_ name: String) -> String? { value["attributes"]?[name]?.filledText }

  // MARK: Authentication

  private func addAuthentication(
    to client: inout JSONObject, _ id: String, _ result: inout Imported
  ) {
    if value["publicClient"]?.boolValue == true {
      client["kind"] = "public"
      return
    }
    client["kind"] = "confidential"
    let type = value["clientAuthenticatorType"]?.filledText ?? "client-secret"
    if type == "client-jwt", let text = attribute("jwks.string"),
      let keys = try? JSONReader().read(Array(text.utf8), file: "").root
    {
      client["token_endpoint_auth_method"] = "private_key_jwt"
      client["jwks"] = keys
      return
    }
    if type == "client-secret-jwt" { client["token_endpoint_auth_method"] = "client_secret_jwt" }
    if !["client-secret", "client-secret-jwt"].contains(type) {
      result.note(
        "\(place)/clientAuthenticatorType",
        "\(id) authenticates by a secret here, found \(type) without keys in the file")
    }
    if let secret = value["secret"]?.filledText, secret.contains(where: { $0 != "*" }) {
      client["secret"] = JSONValue(.string(secret))
    } else {
      let secret = "\(id)-secret-0123456789"
      client["secret"] = JSONValue(.string(secret))
      result.note(
        "\(place)/secret", "the export does not have the secret of \(id), which is \(secret) here")
    }
  }

  // MARK: Redirect URIs

  /// Absolute ones: a path begins at the root URL.
  private func redirectURIs(
    _ list: JSONValue?, _ member: String, _ result: inout Imported
  ) -> [String] {
    var uris: [String] = []
    for (index, uri) in (list?.arrayValue ?? []).compactMap(\.stringValue).enumerated() {
      let pointer = "\(place)/\(member)/\(index)"
      if let uri = absolute(uri, pointer, &result) { uris.append(uri) }
    }
    return uris
  }

  private func absolute(_ uri: String, _ pointer: String, _ result: inout Imported) -> String? {
    if uri == "*" || uri == "/*" && rootURL == nil {
      result.note(
        pointer, "\(uri) is any address: add the client's own, or start with --accept-any-client")
      return nil
    }
    guard uri.hasPrefix("/") else { return uri }
    guard let rootURL else {
      result.note(pointer, "\(uri) is a path, and the client has no rootUrl that begins with http")
      return nil
    }
    return rootURL + uri
  }

  private var rootURL: String? {
    guard var url = value["rootUrl"]?.filledText, url.hasPrefix("http") else { return nil }
    while url.hasSuffix("/") { url.removeLast() }
    return url
  }

  // MARK: Grants

  private func addGrants(to client: inout JSONObject) {
    let hasCode = value["standardFlowEnabled"]?.boolValue ?? true
    let isImplicit = value["implicitFlowEnabled"]?.boolValue == true
    var grants: [String] = []
    if hasCode { grants += ["authorization_code"] }
    if isImplicit { grants.append("implicit") }
    grants.append("refresh_token")
    if value["directAccessGrantsEnabled"]?.boolValue == true { grants.append("password") }
    if value["serviceAccountsEnabled"]?.boolValue == true { grants.append("client_credentials") }
    if attribute("oauth2.device.authorization.grant.enabled") == "true" {
      grants.append("urn:ietf:params:oauth:grant-type:device_code")
    }
    client["grant_types"] = Self.list(grants)
    var types: [String] = []
    if hasCode { types += ["code", "none"] }
    if isImplicit { types += ["token", "id_token", "id_token token"] }
    if hasCode, isImplicit { types += ["code id_token", "code token", "code id_token token"] }
    client["response_types"] = Self.list(types)
  }

  // MARK: Attributes

  private func addAttributes(
    to client: inout JSONObject, _ redirects: [String], _ result: inout Imported
  ) {
    for (name, member) in [
      ("id.token.signed.response.alg", "id_token_signed_response_alg"),
      ("backchannel.logout.url", "backchannel_logout_uri"),
      ("frontchannel.logout.url", "frontchannel_logout_uri"),
    ] {
      if let text = attribute(name) { client[member] = JSONValue(.string(text)) }
    }
    if attribute("require.pushed.authorization.requests") == "true" {
      client["require_pushed_authorization_requests"] = true
    }
    if let text = attribute("post.logout.redirect.uris") {
      var uris: [String] = []
      for uri in text.replacing("##", with: "\n").split(separator: "\n").map(String.init) {
        let pointer = "\(place)/attributes/post.logout.redirect.uris"
        // A plus stands for the redirect URIs.
        if uri == "+" {
          uris += redirects
        } else if uri != "-", let uri = absolute(uri, pointer, &result) {
          uris.append(uri)
        }
      }
      client["post_logout_redirect_uris"] = Self.list(uris)
    }
    for (name, sentence) in [
      ("pkce.code.challenge.method", "a code challenge is not required"),
      ("access.token.lifespan", "all clients have access tokens of one lifetime"),
      ("dpop.bound.access.tokens", "the provider keycloak has no DPoP"),
      ("tls.client.certificate.bound.access.tokens", "tokens are bound to no certificate"),
      ("client.session.max.lifespan", "all clients have sessions of one lifetime"),
    ] {
      guard let text = attribute(name), text != "false" else { continue }
      result.note(
        JSONPointer.appending(name, to: "\(place)/attributes"), "\(sentence), found \(text)")
    }
  }
}
