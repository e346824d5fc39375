import Basics
import ProviderModel

/// The values that an app is configured with at a provider, and the same as several frameworks read them.
struct AppSettings {
  static let secretName = "Client secret"

  /// `nil` without a discovery document.
  private let issuer: String?
  private let authorize: String?
  private let token: String?
  private let userInfo: String?
  private let client: Client?

  /// - Parameters:
  ///   - directory: the addresses for browsers.
  ///   - programs: the addresses for programs.
  init(_ directory: Directory, _ programs: Directory, _ client: Client?) {
    let discovery = "/.well-known/openid-configuration"
    issuer = directory.documents.compactMap(\.url).first { $0.hasSuffix(discovery) }
      .map { String($0.dropLast(discovery.count)) }
    func url(_ kind: EndpointKind, _ directory: Directory) -> String? {
      directory.entries.first { $0.endpoint.kind == kind }?.url
    }
    authorize = url(.authorize, directory)
    token = url(.token, programs)
    userInfo = programs.entries.first { $0.endpoint.name == "userinfo" }?.url
    self.client = client
  }

  /// Names and values, the address first.
  var facts: [(name: String, value: String)] {
    var facts: [(String, String)] = []
    if let issuer {
      facts.append(("Issuer", issuer))
    } else {
      if let authorize { facts.append(("Authorization endpoint", authorize)) }
      if let token { facts.append(("Token endpoint", token)) }
    }
    if let client {
      facts.append(("Client ID", client.id))
      if let secret = client.secret { facts.append((Self.secretName, secret)) }
    }
    return facts
  }

  /// Blocks to paste, by framework.
  /// - Parameter secret: shows the client's secret, or hides it.
  func blocks(secret shown: (String) -> String) -> [(title: String, text: String)] {
    guard let client else { return [] }
    let secret = client.secret.map(shown)
    guard let issuer else {
      guard let authorize, let token else { return [] }
      return [
        (
          "Environment",
          Self.lines([
            ("OAUTH_AUTHORIZE_URL", authorize), ("OAUTH_TOKEN_URL", token),
            ("OAUTH_CLIENT_ID", client.id), ("OAUTH_CLIENT_SECRET", secret),
          ])
        ),
        (
          "Spring Security",
          spring(client.id, secret, [("authorization-uri", authorize), ("token-uri", token)])
        ),
      ]
    }
    return [
      (
        "Environment",
        Self.lines([
          ("OIDC_ISSUER", issuer), ("OIDC_CLIENT_ID", client.id), ("OIDC_CLIENT_SECRET", secret),
        ])
      ),
      (
        "Auth.js",
        Self.lines([
          ("AUTH_UNDERSTUDY_ISSUER", issuer), ("AUTH_UNDERSTUDY_ID", client.id),
          ("AUTH_UNDERSTUDY_SECRET", secret),
        ])
      ),
      ("Spring Security", spring(client.id, secret, [("issuer-uri", issuer)])),
      (
        "Authlib",
        Self.lines([
          ("UNDERSTUDY_CLIENT_ID", client.id), ("UNDERSTUDY_CLIENT_SECRET", secret),
          ("UNDERSTUDY_SERVER_METADATA_URL", issuer + "/.well-known/openid-configuration"),
        ])
      ), ("Passport", passport(issuer, client, secret)),
    ]
  }

  private static func lines(_ values: [(String, String?)]) -> String {
    values.compactMap { name, value in value.map { "\(name)=\($0)" } }.joined(separator: "\n")
  }

  private func spring(
    _ id: String, _ secret: String?, _ addresses: [(String, String)]
  ) -> String {
    let prefix = "spring.security.oauth2.client"
    let redirect = "{baseUrl}/login/oauth2/code/{registrationId}"
    return Self.lines(
      [
        ("\(prefix).registration.understudy.client-id", id),
        ("\(prefix).registration.understudy.client-secret", secret),
        ("\(prefix).registration.understudy.authorization-grant-type", "authorization_code"),
        ("\(prefix).registration.understudy.redirect-uri", redirect),
        ("\(prefix).registration.understudy.scope", issuer == nil ? nil : "openid"),
      ] + addresses.map { ("\(prefix).provider.understudy.\($0.0)", $0.1) })
  }

  /// The options of passport-openidconnect.
  private func passport(_ issuer: String, _ client: Client, _ secret: String?) -> String {
    let options: [(String, String?)] = [
      ("issuer", issuer), ("authorizationURL", authorize), ("tokenURL", token),
      ("userInfoURL", userInfo), ("clientID", client.id), ("clientSecret", secret),
      ("callbackURL", client.redirectURIs.first),
    ]
    let members = options.compactMap { name, value in
      value.map { "  \(name): \(JSONValue(.string($0)).text())," }
    }
    return (["{"] + members + ["}"]).joined(separator: "\n")
  }
}
