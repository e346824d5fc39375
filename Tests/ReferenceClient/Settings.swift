import Basics
import UserAgent

/// What the client is told: by the environment, as any client under examination is, and by options of its own.
struct Settings: Sendable {
  var profile = ""
  var fault: Fault?
  private var asked: Asked?
  /// The query of a call to the API, with `{access_token}` where the token stands; `nil` where it stands in the header.
  private(set) var call: String?
  /// Whether tokens come without a type, and are taken for bearer tokens.
  private(set) var takesUntyped = false
  /// Whether refresh tokens come by the browser, as they never should (RFC 6749 §4.2.2).
  private(set) var takesRefreshToken = false
  /// The status of a website's page that refuses a sign-in.
  private(set) var refusal = 400
  /// What stands in the environment and is not empty.
  private(set) var variables: [String: String]

  init(_ arguments: [String], _ environment: [String: String]) throws(UsageError) {
    variables = environment.filter { !$0.value.isEmpty }
    var rest = arguments[...]
    while let name = rest.popFirst() {
      switch name {
      case "--untyped":
        takesUntyped = true
        continue
      case "--refreshes":
        takesRefreshToken = true
        continue
      default: break
      }
      guard let value = rest.popFirst() else { throw UsageError("\(name): expected a value") }
      switch name {
      case "--profile": profile = value
      case "--fault":
        guard let known = Fault(id: value) else {
          throw UsageError("--fault \(value): there is no such fault")
        }
        fault = known
      case "--asked": asked = Asked(value)
      case "--call": call = value
      case "--refuses":
        guard let status = Int(value), (400...599).contains(status) else {
          throw UsageError("--refuses \(value): expected a status from 400 to 599")
        }
        refusal = status
      default:
        throw UsageError(
          "\(name): expected --profile PROFILE, --fault ID, --asked FILE, --call QUERY, --refuses STATUS, --untyped or --refreshes"
        )
      }
    }
    if profile.isEmpty { profile = variables["OAUTH_PROFILE"] ?? "" }
  }

  struct UsageError: Error {
    var text: String
    init(_ text: String) { self.text = text }
  }

  /// The same client, which has been told more by its server.
  func told(_ more: [String: String]) -> Settings {
    var other = self
    other.variables.merge(more) { $1 }
    return other
  }

  /// Whether this mutant has that fault.
  func has(_ id: String) -> Bool {
    asked?.note(id)
    return fault?.id == id
  }

  subscript(name: String) -> String? { variables[name] }

  /// The same, as if it had been told this, too.
  func told(_ more: [String: String?]) -> Settings {
    var other = self
    for (name, value) in more { other.variables[name] = value }
    return other
  }

  var issuer: String { self["OAUTH_ISSUER"] ?? "" }
  var discovery: String {
    self["OAUTH_DISCOVERY_URL"] ?? issuer + "/.well-known/openid-configuration"
  }
  var clientID: String { self["OAUTH_CLIENT_ID"] ?? "" }
  var secret: String? { self["OAUTH_CLIENT_SECRET"] }
  /// A website listens where it is told to; a registered address of the loopback holds for every port (RFC 8252 §7.3).
  var redirectURI: String {
    let registered = self["OAUTH_REDIRECT_URI"] ?? ""
    guard isWebsite, let port = self["PORT"], let address = WebAddress(registered),
      address.authority == address.host
    else { return registered }
    return "\(address.origin):\(port)\(address.target)"
  }
  var resource: String? { self["OAUTH_RESOURCE_URL"] }
  var scopes: [String] {
    let all = (self["OAUTH_SCOPE"] ?? "openid").split(separator: " ").map(String.init)
    return has("no-claims-by-scope") && all.contains("address") ? ["openid"] : all
  }
  var responseType: String {
    let type = self["OAUTH_RESPONSE_TYPE"] ?? "code"
    let name = type.split(separator: " ").joined(separator: "-")
    return has("code-instead-of-\(name)") ? "code" : type
  }
  /// A website can't see a fragment: where more than a code comes by the browser, it asks for a form.
  var responseMode: String? {
    if has("asks-by-query"), responseTypes == ["code"] { return nil }
    return self["OAUTH_RESPONSE_MODE"]
      ?? (isWebsite && responseTypes != ["code"] ? "form_post" : nil)
  }
  var comesByPost: Bool { responseMode == "form_post" }
  /// Websites ask how long ago the user signed in, and by what; others don't.
  var maxAge: Int? {
    self["OAUTH_MAX_AGE"].flatMap { Int($0) } ?? (profile == "web-rp" ? 3600 : nil)
  }
  var acr: String? {
    self["OAUTH_ACR_VALUES"] ?? (profile == "web-rp" ? "urn:example:two-factors" : nil)
  }
  /// Whether it serves pages, and stays until it is ended.
  var isWebsite: Bool { profile.hasPrefix("web-") }
  /// How ID tokens are signed (OIDC Core §2: RS256 unless it was agreed otherwise).
  var algorithm: String { self["OAUTH_ID_TOKEN_ALG"] ?? "RS256" }
  /// Where the client keeps what it has to remember.
  var home: String { self["HOME"] ?? "." }
  var path: [String] { (self["PATH"] ?? "").split(separator: ":").map(String.init) }

  /// Whether an ID token is asked for, and with it who signs in.
  var asksWho: Bool { scopes.contains("openid") }
  var responseTypes: Set<String> { Set(responseType.split(separator: " ").map(String.init)) }
}
