import Basics
import UserAgent

/// The server, as its metadata describes it (RFC 8414; OIDC Discovery).
struct Provider: Sendable {
  var issuer: String
  var authorize: String
  var token: String?
  var device: String?
  /// Where authorization requests are pushed (RFC 9126).
  var push: String?
  var requiresPush = false
  var register: String?
  var userinfo: String?
  var keys: String?
  var revoke: String?
  var introspect: String?
  var endSession: String?
  /// The methods of code challenges that it lists.
  var challenges: [String]?
  /// Whether each callback names its issuer (RFC 9207).
  var namesItself = false

  /// Reads the metadata anew: it is not kept from one run to the next. No redirect is followed.
  static func discover(_ settings: Settings, _ caller: Caller) throws(Rejection) -> Provider {
    if settings.has("no-discovery") { return try told(settings) }
    let answer = try caller.get(settings.discovery)
    if settings.has("falls-back-after-\(answer.status.code)") { return try told(settings) }
    if settings.has("dies-of-a-redirect"), answer.status.code == 302 { Console.die() }
    guard answer.status.code == 200, let metadata = answer.object else {
      throw Rejection("invalid_metadata", "the metadata came with \(answer.status.code)")
    }
    let isOptional = settings.has("issuer-of-metadata-optional")
    guard let issuer = metadata["issuer"]?.text ?? (isOptional ? settings.issuer : nil),
      isOurs(issuer, settings)
    else {
      throw Rejection("issuer_mismatch", "the metadata names another issuer")
    }
    func address(_ name: String) throws(Rejection) -> String? {
      guard let value = metadata[name] else { return nil }
      let isAny = name == "authorization_endpoint" && settings.has("any-authorization-endpoint")
      guard let text = value.text, isAny || WebAddress(text)?.isWeb == true else {
        throw Rejection("invalid_metadata", "\(name) is no web address")
      }
      let isPlain = settings.issuer.hasPrefix("https:") && text.hasPrefix("http:")
      if isPlain, !takesPlain(name, settings) {
        throw Rejection("invalid_metadata", "\(name) is without TLS")
      }
      return text
    }
    guard let authorize = try address("authorization_endpoint") else {
      throw Rejection("invalid_metadata", "there is no authorization_endpoint")
    }
    var provider = Provider(issuer: settings.issuer, authorize: authorize)
    provider.token = try address("token_endpoint")
    provider.device = try address("device_authorization_endpoint")
    provider.push = try address("pushed_authorization_request_endpoint")
    provider.requiresPush = metadata["require_pushed_authorization_requests"]?.flag == true
    provider.register = try address("registration_endpoint")
    provider.userinfo = try address("userinfo_endpoint")
    provider.keys = try address("jwks_uri")
    provider.revoke = try address("revocation_endpoint")
    provider.introspect = try address("introspection_endpoint")
    provider.endSession = try address("end_session_endpoint")
    provider.challenges = metadata["code_challenge_methods_supported"]?.texts
    provider.namesItself =
      metadata["authorization_response_iss_parameter_supported"]?.flag == true
    return provider
  }

  /// Of mutants alone.
  private static func takesPlain(_ name: String, _ settings: Settings) -> Bool {
    settings.profile == "native-code"
      ? settings.has("native-plain-\(name)") : settings.has("plain-\(name)")
  }

  /// By simple string comparison (RFC 8414 §3.3).
  private static func isOurs(_ issuer: String, _ settings: Settings) -> Bool {
    if issuer == settings.issuer + "/" { return settings.has("metadata-without-slash") }
    if issuer != settings.issuer, issuer.lowercased() == settings.issuer.lowercased() {
      return settings.has("metadata-in-any-case")
    }
    if issuer != settings.issuer,
      NearText.withoutPort(issuer) == NearText.withoutPort(settings.issuer)
    {
      return settings.has("metadata-without-port")
    }
    return issuer == settings.issuer || settings.has("any-metadata")
  }

  /// As the environment has it: for servers that publish no metadata.
  static func told(_ settings: Settings) throws(Rejection) -> Provider {
    guard let authorize = settings["OAUTH_AUTHORIZE_URL"] else {
      throw Rejection("invalid_metadata", "there is no authorization endpoint")
    }
    var provider = Provider(
      issuer: settings.issuer, authorize: authorize, token: settings["OAUTH_TOKEN_URL"],
      userinfo: settings["OAUTH_USERINFO_URL"], keys: settings["OAUTH_JWKS_URL"])
    // Nobody is told of it, and who reads no metadata has it from elsewhere.
    if settings.has("no-discovery") { provider.endSession = settings.issuer + "/logout" }
    return provider
  }
}
