import UserAgent

/// The registration that the server made (RFC 7591 §3.2.1). It may differ from the request.
struct RegisteredAs: Sendable {
  /// The whole response.
  let response: Value
  var id: String
  var secret: String?
  var method: String
  var redirectURI: String
  /// `nil` where the server says nothing of scopes.
  let scopes: [String]?
  /// Seconds since 1970; 0 for a secret that never expires.
  let secretEnds: Double
  /// RFC 7592 §3: where the registration is managed, and by which token.
  var token: String?
  let address: String?

  /// - Parameter sent: the metadata of the request, which counts where the response repeats nothing.
  init(_ response: Value, sent: [String: Value], _ client: Client) throws(Rejection) {
    self.response = response
    func member(_ name: String) -> Value? {
      let told = response[name]
      return told == .null ? sent[name] : told ?? sent[name]
    }
    guard let id = response["client_id"]?.text, !id.isEmpty else {
      throw Rejection("invalid_registration", "the registration response has no client_id")
    }
    self.id = id
    secret = response["client_secret"]?.text
    method = member("token_endpoint_auth_method")?.text ?? "client_secret_basic"
    if method == "client_secret_basic", client.has("forgets-its-secret") { secret = nil }
    scopes = member("scope")?.text?.split(separator: " ").map(String.init)
    secretEnds = response["client_secret_expires_at"]?.number ?? 0
    token = response["registration_access_token"]?.text
    address = response["registration_client_uri"]?.text
    let own = sent["redirect_uris"]?.texts?.first ?? ""
    let known = member("redirect_uris")?.texts ?? [own]
    let usable = known.contains(own) ? own : known.first(where: Self.canListen)
    guard let place = client.has("own-redirect-whatever-is-registered") ? own : usable else {
      throw Rejection("invalid_registration", "no registered redirect URI is one to listen at")
    }
    redirectURI = place
    try check(member("grant_types")?.texts ?? [], client)
  }

  private static func canListen(_ uri: String) -> Bool {
    guard let address = WebAddress(uri) else { return false }
    return address.scheme == "http" && address.host == "127.0.0.1"
  }

  private func check(_ grants: [String], _ client: Client) throws(Rejection) {
    guard
      grants.isEmpty || grants.contains("authorization_code")
        || client.has("signs-in-without-the-grant")
    else {
      throw Rejection("invalid_registration", "the client is registered for no code")
    }
    let needsSecret = ["client_secret_basic", "client_secret_post"].contains(method)
    guard
      needsSecret ? secret != nil || client.has("forgets-its-secret") : method == "none"
    else {
      throw Rejection("invalid_registration", "the client can't authenticate by \(method)")
    }
  }

  func hasExpired(_ client: Client) -> Bool {
    guard secret != nil else { return false }
    if secretEnds == 0 { return client.has("zero-is-the-past") }
    return secretEnds <= Clock.now && !client.has("uses-expired-secrets")
  }

  /// The environment of a client with this registration.
  func variables(_ settings: Settings) -> [String: String] {
    let asked = settings.scopes
    let most = settings.has("asks-for-more-than-registered") ? nil : scopes
    var variables = [
      "OAUTH_CLIENT_ID": id, "OAUTH_REDIRECT_URI": redirectURI, "OAUTH_AUTH_METHOD": method,
      "OAUTH_SCOPE": asked.filter { most?.contains($0) ?? true }.joined(separator: " "),
    ]
    if method != "none" { variables["OAUTH_CLIENT_SECRET"] = secret }
    return variables
  }
}
