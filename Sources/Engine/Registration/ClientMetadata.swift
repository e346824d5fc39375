import Basics
import ProviderModel

/// Client metadata (RFC 7591 §2), checked member by member. Members that it does not know are left out, as §2 says.
struct ClientMetadata: Sendable {
  /// A member with a wrong value.
  struct Flaw: Error, Sendable {
    let member: String
    /// The start of a sentence is the member's name.
    let what: String
    let remedy: String
    /// Whether a redirect URI is wrong, which has an error code of its own.
    var isRedirect = false
    /// Whether it holds a secret that nobody else may know.
    var isSecret = false
  }

  /// The registered members, in the order of RFC 7591.
  var members = JSONObject()
  /// The metadata that the engine acts on.
  var client = Client.Metadata()
  let provider: Provider
  let sent: JSONObject

  /// Whether the client has a secret.
  var hasSecret: Bool {
    let others: [TokenService.Authentication] = [.none, .privateKeyJWT, .tls, .selfSignedTLS]
    return !others.contains { $0.registeredName == client.authentication }
  }

  /// Reads the metadata of a registration.
  /// - Parameter sector: the document at `sector_identifier_uri`.
  init(
    _ sent: JSONObject, at provider: Provider, sector: FetchedDocument?
  ) throws(Refusal) {
    do throws(Flaw) {
      try self.init(sent, at: provider, usualMethod: "client_secret_basic", sector: sector)
    } catch {
      throw Refusal(
        error.isRedirect ? .metadataRedirectInvalid : .metadataInvalid, at: .registration,
        facts: [("param", error.member)], "\(error.member) \(error.what)",
        remedy: .say(error.remedy))
    }
  }

  /// - Parameter usualMethod: the authentication method of a client that names none.
  init(
    _ sent: JSONObject, at provider: Provider, usualMethod: String, sector: FetchedDocument? = nil
  ) throws(Flaw) {
    self.sent = sent
    self.provider = provider
    try readMethod(usualMethod)
    try readGrants()
    try readRedirects()
    try readScope()
    try readDescription()
    try readKeys()
    try readAssertions()
    try readCertificates()
    try readTokens()
    try readRequests()
    try readBinding()
    try readEncryption()
    try readDefaults()
    try readSubject(sector)
    try readLogout()
  }

  // MARK: Authentication, grants and response types

  private mutating func readMethod(_ usual: String) throws(Flaw) {
    let member = "token_endpoint_auth_method"
    let known = provider.token.authentication.map(\.registeredName)
    // RFC 7591 §3.2.1: a server may register other values than those that it was sent.
    let method = try text(member) ?? (known.contains(usual) ? usual : known.first ?? usual)
    guard known.contains(method) else {
      throw Flaw(
        member: member, what: "is \(method), which \(provider.id) does not know",
        remedy: "use one of: \(known.joined(separator: ", "))")
    }
    client.authentication = method
    members[member] = JSONValue(.string(method))
  }

  /// RFC 7591 §2.1: each response type needs its grant type, and the other way round.
  private mutating func readGrants() throws(Flaw) {
    let grants = try texts("grant_types") ?? ["authorization_code"]
    let types = Array(provider.answers.keys)
    let known = provider.registeredGrants
    if let unknown = grants.first(where: { !known.contains($0) }) {
      throw Flaw(
        member: "grant_types", what: "holds \(unknown), which \(provider.id) does not know",
        remedy: "use some of: \(known.joined(separator: ", "))")
    }
    let sorted = types.map(Client.sorted)
    let responses =
      try texts("response_types") ?? (grants.contains("authorization_code") ? ["code"] : [])
    if let unknown = responses.first(where: { !sorted.contains(Client.sorted($0)) }) {
      throw Flaw(
        member: "response_types", what: "holds \(unknown), which \(provider.id) does not know",
        remedy: "use some of: \(types.joined(separator: ", "))")
    }
    let words = Set(responses.flatMap { $0.split(separator: " ").map(String.init) })
    try checkPair("authorization_code", grants, words.contains("code"), "code")
    try checkPair(
      "implicit", grants, !words.isDisjoint(with: ["token", "id_token"]), "token or id_token")
    if grants.contains("client_credentials"), client.authentication == "none" {
      throw Flaw(
        member: "grant_types",
        what: "holds client_credentials, and token_endpoint_auth_method is none",
        remedy: "leave client_credentials out, or use a method with a secret (RFC 6749 §4.4)")
    }
    client.grantTypes = grants
    client.responseTypes = responses
    members["grant_types"] = Self.list(grants)
    members["response_types"] = Self.list(responses)
  }

  private func checkPair(
    _ grant: String, _ grants: [String], _ hasResponse: Bool, _ response: String
  ) throws(Flaw) {
    if grants.contains(grant), !hasResponse {
      throw Flaw(
        member: "response_types", what: "lacks \(response), and grant_types holds \(grant)",
        remedy: "add a response type with \(response), or leave \(grant) out (RFC 7591 §2.1)")
    }
    if hasResponse, !grants.contains(grant) {
      throw Flaw(
        member: "grant_types", what: "lacks \(grant), and response_types holds \(response)",
        remedy: "add \(grant) to grant_types (RFC 7591 §2.1)")
    }
  }

  // MARK: Redirect URIs

  private mutating func readRedirects() throws(Flaw) {
    let uris = try redirects("redirect_uris") ?? []
    let needed = client.grantTypes.first { $0 == "authorization_code" || $0 == "implicit" }
    if let needed, uris.isEmpty {
      throw Flaw(
        member: "redirect_uris", what: "is missing or empty, and grant_types holds \(needed)",
        remedy: "send at least one redirect URI (RFC 7591 §2)", isRedirect: true)
    }
    let type = try text("application_type")
    if let type, type != "web", type != "native" {
      throw Flaw(
        member: "application_type", what: "is \(type)", remedy: "use web or native")
    }
    try checkApplication(type, uris)
    client.redirectURIs = uris
    if sent["redirect_uris"] != nil { members["redirect_uris"] = Self.list(uris) }
    if let type { members["application_type"] = JSONValue(.string(type)) }
    if let logout = try redirects("post_logout_redirect_uris") {
      client.logoutURIs = logout
      members["post_logout_redirect_uris"] = Self.list(logout)
    }
  }

  /// OpenID Connect Registration §2: the redirect URIs that each type of application may have.
  private func checkApplication(_ type: String?, _ uris: [String]) throws(Flaw) {
    let isImplicit = client.grantTypes.contains("implicit")
    for uri in uris {
      let reference = URIReference(uri)
      let scheme = reference.scheme.lowercased()
      let isLoopback = reference.host.map(HostName.isLoopback) == true
      if type == "native", scheme == "http", !isLoopback {
        throw Flaw(
          member: "redirect_uris",
          what: "holds \(uri), and application_type is native: http is only for the loopback",
          remedy: "use a scheme of the app, or http on the loopback", isRedirect: true)
      }
      if type == "web", isImplicit, scheme != "https" || isLoopback {
        throw Flaw(
          member: "redirect_uris",
          what: "holds \(uri), and a web application with the implicit grant needs https",
          remedy: "use https with a host other than localhost, or leave application_type out",
          isRedirect: true)
      }
    }
  }

  private func redirects(_ member: String) throws(Flaw) -> [String]? {
    guard let uris = try texts(member, isRedirect: member == "redirect_uris") else { return nil }
    for uri in uris {
      guard let flaw = Self.flaw(ofRedirect: uri) else { continue }
      throw Flaw(
        member: member, what: "holds \(uri), which \(flaw)",
        remedy: "use an absolute URI without a fragment: https, http, or a scheme of the app",
        isRedirect: member == "redirect_uris")
    }
    return uris
  }

  private static func flaw(ofRedirect uri: String) -> String? {
    switch RedirectURI.flaw(of: uri) {
    case .controlCharacter: return "has a control character"
    case .noScheme: return "has no scheme"
    case .scheme(let scheme): return "can never be redirected to: its scheme is \(scheme)"
    case nil: break
    }
    if uri.utf8.contains(UInt8(ascii: "#")) { return "has a fragment (RFC 6749 §3.1.2)" }
    let parts = URIReference(uri)
    if RedirectURI.isWeb(uri), parts.host == nil { return "has no host" }
    if let stray = parts.strayCharacter {
      return "has the character \(stray), which no URI has as it is (RFC 3986 §2)"
    }
    return nil
  }

  // MARK: Scopes and tokens

  private mutating func readScope() throws(Flaw) {
    guard let text = try text("scope") else { return }
    let scopes = text.split(separator: " ").map(String.init)
    if scopes.isEmpty { return }
    if let odd = scopes.first(where: { !ScopeToken.isWellFormed($0) }) {
      throw Flaw(
        member: "scope", what: "holds \(odd), which is not a scope",
        remedy: "separate scopes of printable ASCII by spaces (RFC 6749 §3.3)")
    }
    client.scopes = scopes
    members["scope"] = JSONValue(.string(text))
  }

  private mutating func readTokens() throws(Flaw) {
    client.idTokenAlgorithm = try signature("id_token_signed_response_alg")
    if provider.signsUserInfo {
      client.userInfoAlgorithm = try signature("userinfo_signed_response_alg")
    }
    guard provider.rule(for: .response) != nil else { return }
    client.responseAlgorithm = try signature("authorization_signed_response_alg")
  }

  /// The algorithm with which the server signs something for the client.
  private mutating func signature(_ member: String) throws(Flaw) -> String? {
    guard let algorithm = try text(member) else { return nil }
    let known = provider.signing.map(\.algorithm) + (hasSecret ? ["HS256"] : [])
    guard known.contains(algorithm) else {
      throw Flaw(
        member: member, what: "is \(algorithm), which this client can't have",
        remedy: "use one of: \(known.joined(separator: ", "))")
    }
    members[member] = JSONValue(.string(algorithm))
    return algorithm
  }
}
