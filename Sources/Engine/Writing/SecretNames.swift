/// The names whose values are secret. This is the only list of them: the journal, the log, HTTP archives and reports all
/// use it.
///
/// An instance adds the names that only the provider of one exchange, or a rule, gives to a secret.
package struct SecretNames: Sendable {
  package let more: Set<String>

  package init(more: Set<String> = [], renamed: [(from: String, to: String)] = []) {
    self.more = renamed.reduce(into: more) { names, each in
      if Self.isSecret(each.from) || names.contains(each.from) { names.insert(each.to) }
    }
  }

  /// Whether a parameter, a member or a form field of this name holds a secret.
  package func contains(_ name: String) -> Bool { more.contains(name) || Self.isSecret(name) }

  private static func isSecret(_ name: String) -> Bool {
    switch kind(of: name.utf8) {
    case nil, .scheme, .userOption: false
    case .value, .code, .authorization, .cookie, .setCookie: true
    }
  }

  /// Whether a header field of this name holds a secret. Applications choose such names freely: `X-Token-1`.
  package static func isSecret(field name: String) -> Bool {
    let plain = plain(name.utf8)
    return isSecret(name) || plain == "dpop" || endings.contains(where: plain.contains)
  }

  /// Parameters whose values must not appear outside of the messages that need them. The list is shorter than that of the
  /// names to hide, because a judge fails a client over it.
  package static let leaks: Set<String> = [
    "code", "device_code", "access_token", "refresh_token", "id_token", "client_secret",
    "code_verifier", "password", "client_assertion", "assertion", "subject_token", "actor_token",
  ]

  /// What follows a name.
  package enum Kind: Sendable {
    /// A secret.
    case value
    /// An authorization code, or another kind of code: the value of `code=200` isn't secret.
    case code
    /// `Authorization` and `Proxy-Authorization`: a scheme, and a secret.
    case authorization
    /// `Cookie`: pairs whose values are secret.
    case cookie
    /// `Set-Cookie`: a pair whose value is secret, and attributes.
    case setCookie
    /// `Bearer`, `Basic`, `DPoP`: a secret, as the next word.
    case scheme
    /// curl's `-u`: a name, a colon and a secret.
    case userOption
  }

  private static let whole: [String: Kind] = [
    "code": .code, "usercode": .code, "pass": .value, "sig": .value, "idtokenhint": .value,
    "softwarestatement": .value, "mcpsessionid": .value, "appsecretproof": .value,
    "authorization": .authorization, "proxyauthorization": .authorization, "cookie": .cookie,
    "setcookie": .setCookie, "bearer": .scheme, "basic": .scheme, "dpop": .scheme,
  ]

  /// The ends of names: `OAUTH_CLIENT_SECRET`, `newPassword`.
  private static let endings = [
    "token", "secret", "password", "passwd", "passphrase", "assertion", "codeverifier", "apikey",
    "devicecode", "authcode", "authorizationcode",
  ]

  /// Names with such an end whose values are not secret: places in a list, of progress, and logout tokens, which grant
  /// nothing.
  private static let harmless: Set<String> = [
    "pagetoken", "nextpagetoken", "progresstoken", "logouttoken",
  ]

  /// - Parameter word: a name in any style: `client_secret`, `clientSecret`, `--client-secret`.
  package static func kind(of word: some Collection<UInt8>) -> Kind? {
    if word.elementsEqual("-u".utf8) || word.elementsEqual("--user".utf8) { return .userOption }
    guard word.count <= 64 else { return nil }
    let plain = plain(word)
    if let kind = whole[plain] { return kind }
    return endings.contains(where: plain.hasSuffix) && !harmless.contains(plain) ? .value : nil
  }

  private static func plain(_ word: some Collection<UInt8>) -> String {
    let bytes = word.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
    return String(decoding: bytes, as: UTF8.self).lowercased()
  }
}
