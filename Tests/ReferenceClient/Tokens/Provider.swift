import UserAgent

/// The server, as its metadata describes it (RFC 8414; OIDC Discovery).
struct Provider: Sendable {
  var issuer: String
  var authorize: String
  var token: String?
  var userinfo: String?
  var keys: String?
  /// Whether each callback names its issuer (RFC 9207).
  var namesItself = false

  /// Reads the metadata anew: it is not kept from one run to the next.
  static func discover(_ settings: Settings, _ caller: Caller) throws(Rejection) -> Provider {
    let answer = try caller.get(settings.discovery)
    guard answer.status.code == 200, let metadata = answer.object else {
      throw Rejection("invalid_metadata", "the metadata came with \(answer.status.code)")
    }
    guard metadata["issuer"]?.text == settings.issuer else {
      throw Rejection("issuer_mismatch", "the metadata names another issuer")
    }
    func address(_ name: String) throws(Rejection) -> String? {
      guard let value = metadata[name] else { return nil }
      guard let text = value.text, WebAddress(text)?.isWeb == true else {
        throw Rejection("invalid_metadata", "\(name) is no web address")
      }
      return text
    }
    guard let authorize = try address("authorization_endpoint") else {
      throw Rejection("invalid_metadata", "there is no authorization_endpoint")
    }
    return Provider(
      issuer: settings.issuer, authorize: authorize, token: try address("token_endpoint"),
      userinfo: try address("userinfo_endpoint"), keys: try address("jwks_uri"),
      namesItself: metadata["authorization_response_iss_parameter_supported"]?.flag == true)
  }

  /// As the environment has it: for servers that publish no metadata.
  static func told(_ settings: Settings) throws(Rejection) -> Provider {
    guard let authorize = settings["OAUTH_AUTHORIZE_URL"] else {
      throw Rejection("invalid_metadata", "there is no authorization endpoint")
    }
    return Provider(
      issuer: settings.issuer, authorize: authorize, token: settings["OAUTH_TOKEN_URL"],
      userinfo: settings["OAUTH_USERINFO_URL"], keys: settings["OAUTH_JWKS_URL"])
  }
}
