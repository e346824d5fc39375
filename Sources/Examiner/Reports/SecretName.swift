/// The names under which secrets travel: parameters, members, header fields, options of a command line.
enum SecretName {
  enum Kind {
    /// The value is a secret.
    case value
    /// An authorization code. It may be another kind of code: the value of `code=200` isn't secret.
    case code
    /// `Authorization` and `Proxy-Authorization`: the scheme isn't secret.
    case authorization
    /// `Cookie`: each value is.
    case cookie
    /// `Set-Cookie`: the first value is.
    case setCookie
    /// `Bearer`, `Basic`, `DPoP`: the next word is.
    case scheme
    /// `-u NAME:PASSWORD` of curl.
    case user
  }

  private static let whole: [String: Kind] = [
    "code": .code, "usercode": .code, "pass": .value, "sig": .value, "idtokenhint": .value,
    "authorization": .authorization, "proxyauthorization": .authorization, "cookie": .cookie,
    "setcookie": .setCookie, "bearer": .scheme, "basic": .scheme, "dpop": .scheme,
  ]

  /// With anything before: `OAUTH_CLIENT_SECRET`, `newPassword`.
  private static let endings = [
    "token", "secret", "password", "passwd", "passphrase", "assertion", "codeverifier", "apikey",
    "devicecode", "authcode", "authorizationcode",
  ]

  /// - Parameter word: as it was written, `client_secret`, `clientSecret`, `--client-secret`.
  static func kind(of word: ArraySlice<UInt8>) -> Kind? {
    if word.elementsEqual("-u".utf8) || word.elementsEqual("--user".utf8) { return .user }
    guard word.count <= 64 else { return nil }
    let plain = String(
      decoding: word.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }, as: UTF8.self
    ).lowercased()
    return whole[plain] ?? (endings.contains(where: plain.hasSuffix) ? .value : nil)
  }
}
