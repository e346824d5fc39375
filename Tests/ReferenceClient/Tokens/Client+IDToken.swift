import Crypto

extension Client {
  /// What comes along with an ID token.
  struct Company {
    var accessToken: String?
    var code: String?
    /// Whether it came by the browser, where hashes tie the others to it.
    var isFront = false
  }

  /// All of OIDC Core §3.1.3.7, wherever the token came from; returns its claims.
  func verify(
    _ token: String, nonce: String?, with company: Company
  ) throws(Rejection) -> [String: Value] {
    let jws = try signed(token)
    let claims = jws.claims
    try checkParties(claims)
    try checkTimes(claims)
    if let nonce, claims["nonce"]?.text != nonce {
      throw wrong("it has not the nonce that was sent")
    }
    try checkHash("at_hash", of: company.accessToken, claims, isNeeded: company.isFront)
    try checkHash("c_hash", of: company.code, claims, isNeeded: company.isFront)
    return claims
  }

  func wrong(_ about: String) -> Rejection {
    Rejection("invalid_id_token", "the ID token: \(about)")
  }

  /// A JWT whose signature is the provider's.
  private func signed(_ token: String) throws(Rejection) -> JWS {
    guard let jws = JWS(token) else { throw wrong("it is no signed JWT") }
    guard jws.algorithm == settings.algorithm else { throw wrong("it is signed in another way") }
    guard jws.header["crit"] == nil else { throw wrong("it has a critical extension") }
    if jws.algorithm == "HS256" {
      guard let secret = settings.secret, jws.isSigned(withSecret: secret) else {
        throw wrong("its signature is wrong")
      }
      return jws
    }
    guard try keys.fitting(jws).contains(where: { jws.isSigned(by: $0) }) else {
      throw wrong("its signature is wrong")
    }
    return jws
  }

  private func checkParties(_ claims: [String: Value]) throws(Rejection) {
    guard claims["iss"]?.text == provider.issuer else { throw wrong("it is another issuer's") }
    guard let subject = claims["sub"]?.text, !subject.isEmpty, subject.utf8.count <= 255 else {
      throw wrong("it speaks of nobody")
    }
    let audience = claims["aud"]?.text.map { [$0] } ?? claims["aud"]?.texts ?? []
    guard audience == [settings.clientID] else { throw wrong("it is for somebody else") }
    if let party = claims["azp"], party.text != settings.clientID {
      throw wrong("it was handed out to somebody else")
    }
  }

  private func checkTimes(_ claims: [String: Value]) throws(Rejection) {
    let now = Clock.now
    guard let end = claims["exp"]?.number, end > now - 10 else { throw wrong("it has expired") }
    guard let made = claims["iat"]?.number, made < now + 120, made > now - 900 else {
      throw wrong("it was not made just now")
    }
    if let age = settings.maxAge {
      guard let time = claims["auth_time"]?.number, time + Double(age) + 10 > now else {
        throw wrong("the user signed in too long ago")
      }
    }
  }

  /// The left half of the digest (OIDC Core §3.1.3.6): all algorithms here have SHA-256.
  private func checkHash(
    _ name: String, of text: String?, _ claims: [String: Value], isNeeded: Bool
  ) throws(Rejection) {
    guard let text else { return }
    guard let hash = claims[name] else {
      if isNeeded { throw wrong("it has no \(name)") }
      return
    }
    let proper = Base64.url(Array(SHA256.hash(data: Array(text.utf8))).prefix(16))
    guard hash.text == proper else { throw wrong("its \(name) is wrong") }
  }

  /// Userinfo as a JWT (OIDC Core §5.3.2).
  func verifiedUserinfo(_ token: String) throws(Rejection) -> [String: Value] {
    let claims = try signed(token).claims
    guard claims["iss"].map({ $0.text == provider.issuer }) ?? true else {
      throw Rejection("invalid_userinfo", "userinfo is another issuer's")
    }
    let audience = claims["aud"]?.text.map { [$0] } ?? claims["aud"]?.texts
    guard audience.map({ $0.contains(settings.clientID) }) ?? true else {
      throw Rejection("invalid_userinfo", "userinfo is for somebody else")
    }
    return claims
  }
}
