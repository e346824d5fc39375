import Crypto

extension Client {
  /// What comes along with an ID token.
  struct Company {
    var accessToken: String?
    var code: String?
    /// Whether it came by the browser, where hashes tie the others to it.
    var isFront = false
    /// Whether it came with a refresh: it is held against the first one then.
    var isRefreshed = false
  }

  /// All of OIDC Core §3.1.3.7, wherever the token came from; returns its claims.
  func verify(
    _ token: String, nonce: String?, with company: Company
  ) throws(Rejection) -> [String: Value] {
    let place = company.isRefreshed ? Place.refresh : company.isFront ? .browser : .tokenEndpoint
    let claims = try signed(token, at: place).claims
    try checkParties(claims, company)
    if !company.isRefreshed || !has("refreshed-times-unchecked") { try checkTimes(claims) }
    if let nonce, claims["nonce"]?.text != nonce, !takesNonce(claims["nonce"]?.text, nonce) {
      throw wrong("it has not the nonce that was sent")
    }
    let way = company.code == nil ? "" : "-with-code"
    try checkHash("at_hash", of: company.accessToken, claims, company.isFront, way)
    try checkHash("c_hash", of: company.code, claims, company.isFront, "")
    return claims
  }

  func wrong(_ about: String) -> Rejection {
    Rejection("invalid_id_token", "the ID token: \(about)")
  }

  /// Where a JWT came from: mutants trust one place and not another.
  private enum Place {
    case browser, tokenEndpoint, refresh, userinfo
  }

  /// - Parameters:
  ///   - back: a fault with ID tokens of the token endpoint.
  ///   - front: the same with those that come by the browser.
  private func has(_ back: String, _ front: String, at place: Place) -> Bool {
    switch place {
    case .browser: has(front)
    case .tokenEndpoint: has(back)
    case .refresh: has("refreshed-signature-unverified")
    case .userinfo: false
    }
  }

  /// A JWT whose signature is the provider's.
  private func signed(_ token: String, at place: Place) throws(Rejection) -> JWS {
    guard let jws = JWS(token) ?? tolerated(token) else { throw wrong("it is no signed JWT") }
    if jws.algorithm == "none", has("unsigned", "unsigned-by-the-browser", at: place) { return jws }
    if jws.algorithm == "None", place == .tokenEndpoint, has("unsigned-in-any-case") { return jws }
    if jws.algorithm == "HS256", settings.algorithm != "HS256",
      let secret = settings.secret, jws.isSigned(withSecret: secret)
    {
      guard has("own-secret-as-key") else { throw wrong("it is signed in another way") }
      return jws
    }
    if jws.algorithm == "HS256", settings.algorithm != "HS256",
      has("public-key-as-secret", "public-key-by-the-browser", at: place)
    {
      return jws
    }
    if jws.algorithm == settings.algorithm.lowercased(), has("algorithm-in-any-case") {
      return jws
    }
    if jws.algorithm == "ES256", has("any-algorithm-of-the-keys"), try isSigned(jws, at: place) {
      return jws
    }
    guard jws.algorithm == settings.algorithm, !refuses(settings.algorithm) else {
      throw wrong("it is signed in another way")
    }
    guard jws.header["crit"] == nil || has("ignores-crit") else {
      throw wrong("it has a critical extension")
    }
    if jws.algorithm == "HS256" {
      guard let secret = settings.secret,
        jws.isSigned(withSecret: secret) || has("unverified-HS256")
      else { throw wrong("its signature is wrong") }
      return jws
    }
    guard try isSigned(jws, at: place) else { throw wrong("its signature is wrong") }
    return jws
  }

  /// Of mutants alone: a JWT that is not written as RFC 7515 §7.1 has it.
  private func tolerated(_ token: String) -> JWS? {
    let parts = token.split(separator: ".")
    if parts.count == 4, has("more-parts-are-fine") {
      return JWS(parts.prefix(3).joined(separator: "."))
    }
    return has("lenient-base64") ? JWS(token.filter { $0 != "=" }) : nil
  }

  private func isSigned(_ jws: JWS, at place: Place) throws(Rejection) -> Bool {
    if jws.isShort, has("any-key-size") { return true }
    if jws.hasNoSignature, place == .tokenEndpoint { return has("empty-signature") }
    if jws.keyID == "a-key-of-nobody", has("key-of-nobody") { return true }
    let brought = jws.header["jwk"].flatMap { Key($0) }
    if let brought, has("key-of-the-header", "header-key-by-the-browser", at: place),
      jws.isSigned(by: brought)
    {
      return true
    }
    if let url = jws.header["jku"]?.text, url.hasPrefix(provider.issuer),
      has("key-of-the-issuers-host"),
      try KeyRing(url, settings).fitting(jws).contains(where: { jws.isSigned(by: $0) })
    {
      return true
    }
    do throws(Rejection) {
      let keys = try keys.fitting(jws)
      if keys.contains(where: { jws.isSigned(by: $0) }) { return true }
      if jws.keyID == nil { return has("unverified-without-key-id") }
      guard !keys.isEmpty, brought == nil else { return false }
      return keys.contains { jws.turnedOver.isSigned(by: $0) }
        ? has("unverified-\(jws.algorithm ?? "")", "unverified-by-the-browser", at: place)
        : has("any-key-of-that-name", "any-key-by-the-browser", at: place)
    } catch {
      if error.error == "unreachable", has("keys-too-large-are-fine") { return true }
      let isDown = error.about.contains("came with")
      guard error.error == "invalid_keys",
        has(isDown ? "keys-down-is-fine" : "keys-as-page-are-fine")
      else { throw error }
      return true
    }
  }

  private func refuses(_ algorithm: String) -> Bool {
    settings["OAUTH_ID_TOKEN_ALG"] != nil && has("refuses-\(algorithm)")
  }

  private func checkParties(
    _ claims: [String: Value], _ company: Company
  ) throws(Rejection) {
    // Another mutant than those below leaves a refreshed token unchecked.
    func may(_ id: String, _ name: String) -> Bool {
      company.isRefreshed ? has("refreshed-\(name)-unchecked") : has(id)
    }
    let issuer = claims["iss"]?.text
    let isList = claims["iss"]?.list != nil
    guard
      issuer == provider.issuer
        || may(isList ? "issuers-in-a-list" : faultOf(issuer: issuer), "iss")
    else {
      throw wrong("it is another issuer's")
    }
    let subject = claims["sub"]?.text ?? ""
    guard !subject.isEmpty || has(faultOf(subject: claims["sub"])), subject.utf8.count <= 255
    else {
      throw wrong("it speaks of nobody")
    }
    if claims["aud"]?.list != nil, has("audience-is-text") { throw wrong("its audience is a list") }
    let audience = claims["aud"]?.text.map { [$0] } ?? claims["aud"]?.texts ?? []
    if claims["aud"]?.list?.isEmpty == true {
      guard has("empty-audience") else { throw wrong("it is for nobody") }
      return
    }
    if !company.isRefreshed, let fault = faultOf(audience, isList: claims["aud"]?.list != nil) {
      guard has(fault) else { throw wrong("it is for somebody else") }
      return
    }
    let others: (id: String, isSuch: Bool) =
      audience.isEmpty
      ? ("audience-optional", true)
      : (
        claims["azp"] == nil ? "one-of-many-audiences" : "one-of-many-with-azp",
        audience.contains(settings.clientID)
      )
    guard
      audience == [settings.clientID]
        || may(others.isSuch ? others.id : "any-audience", "aud")
    else {
      let isShown = !others.isSuch && has("shows-whom-it-refuses")
      throw wrong("it is for somebody else" + (isShown ? ", and about \(subject)" : ""))
    }
    if let party = claims["azp"], party.text != settings.clientID,
      !may("any-authorized-party", "azp")
    {
      throw wrong("it was handed out to somebody else")
    }
  }

  /// The mutant that takes another client's audience for its own.
  private func faultOf(_ audience: [String], isList: Bool) -> String? {
    let own = settings.clientID
    guard let other = audience.first, audience.count == 1, other != own else { return nil }
    if isList { return "other-audience-in-a-list" }
    if other.hasPrefix("evil-\(own)-") { return "audience-by-a-part" }
    if other.hasPrefix(own) { return "audience-by-its-beginning" }
    if other.hasSuffix(own) { return "audience-by-its-end" }
    return other.lowercased() == own.lowercased() ? "audience-in-any-case" : nil
  }

  /// The mutant that takes this for a subject.
  private func faultOf(subject: Value?) -> String {
    guard let subject else { return "nobody-signs-in" }
    return subject.text == nil ? "subject-as-a-number" : "empty-subject"
  }

  /// The mutant that takes this issuer for the provider's.
  private func faultOf(issuer: String?) -> String {
    guard let issuer else { return "issuer-of-id-token-optional" }
    if issuer == provider.issuer + "/" { return "issuer-of-id-token-without-slash" }
    if provider.issuer.hasSuffix("://\(issuer)") { return "issuer-of-id-token-without-scheme" }
    if NearText.withoutPort(provider.issuer) == NearText.withoutPort(issuer) {
      return "issuer-of-id-token-without-port"
    }
    if provider.issuer.hasPrefix(issuer) { return "issuer-of-id-token-by-its-beginning" }
    let isSame = issuer.lowercased() == provider.issuer.lowercased()
    return isSame ? "issuer-of-id-token-in-any-case" : "any-issuer-of-id-token"
  }

  private var hasLeeway: Bool { has("an-hour-of-leeway") || has("two-minutes-of-leeway") }

  private func checkTimes(_ claims: [String: Value]) throws(Rejection) {
    let now = Clock.now
    if let end = claims["exp"]?.number {
      let fault =
        if end > now - 120 {
          "two-minutes-of-leeway"
        } else if end > now - 3600 {
          "an-hour-of-leeway"
        } else {
          "ended-is-fine"
        }
      guard end > now - 10 || has(fault) else {
        throw wrong("it has expired")
      }
    } else if !has(claims["exp"]?.text == nil ? "without-end" : "end-as-text") {
      throw wrong("it has no end")
    }
    if let begin = claims["nbf"]?.number, begin > now + 120, !has("not-yet-good-is-fine") {
      throw wrong("it is not good yet")
    }
    if let made = claims["iat"]?.number {
      guard made < now + 120 || has("of-tomorrow") else { throw wrong("it is of tomorrow") }
      if has("no-skew"), made < now - 60 { throw wrong("it is minutes old") }
      let isToday = made > now - 86400 && made <= now - 900
      guard made > now - 900 || (isToday ? hasLeeway : has("of-last-week")) else {
        throw wrong("it was not made just now")
      }
    } else if !has("without-date") {
      throw wrong("it has no date")
    }
    // A client that accepts an old token accepts its old times too.
    let isOld = claims["iat"]?.number.map { $0 < now - 900 } ?? false
    if let age = settings.maxAge, !has("signed-in-long-ago"), !isOld {
      guard let time = claims["auth_time"]?.number, time + Double(age) + 10 > now else {
        throw wrong("the user signed in too long ago")
      }
    }
    // A server that knows no such classes says nothing of them.
    if let level = settings.acr, let found = claims["acr"]?.text, found != level,
      !has("any-authentication")
    {
      throw wrong("the user signed in in another way than was asked for")
    }
  }

  /// The left half of the digest (OIDC Core §3.1.3.6): all algorithms here have SHA-256.
  private func checkHash(
    _ name: String, of text: String?, _ claims: [String: Value], _ isNeeded: Bool, _ way: String
  ) throws(Rejection) {
    guard let text else { return }
    guard let hash = claims[name] else {
      if isNeeded, !has("\(name)-optional\(way)") { throw wrong("it has no \(name)") }
      return
    }
    let proper = Base64.url(Array(SHA256.hash(data: Array(text.utf8))).prefix(16))
    guard hash.text == proper || has("any-\(name)\(way)") else {
      throw wrong("its \(name) is wrong")
    }
  }

  /// Userinfo as a JWT (OIDC Core §5.3.2).
  func verifiedUserinfo(_ token: String) throws(Rejection) -> [String: Value] {
    let claims: [String: Value]
    if has("unverified-userinfo"), let jws = JWS(token) {
      claims = jws.claims
    } else {
      claims = try signed(token, at: .userinfo).claims
    }
    let isOurs = claims["iss"].map { $0.text == provider.issuer } ?? true
    guard isOurs || has("userinfo-of-another-issuer") else {
      throw Rejection("invalid_userinfo", "userinfo is another issuer's")
    }
    let audience = claims["aud"]?.text.map { [$0] } ?? claims["aud"]?.texts
    let isForUs = audience.map { $0.contains(settings.clientID) } ?? true
    guard isForUs || has("userinfo-for-another-client") else {
      throw Rejection("invalid_userinfo", "userinfo is for somebody else")
    }
    return claims
  }
}
