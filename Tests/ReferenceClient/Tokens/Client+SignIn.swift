extension Client {
  /// From a callback that was found good to somebody who is signed in; the API was not yet asked for anything.
  func complete(_ callback: Callback, _ flow: Flow) throws(Rejection) -> SignIn {
    var front: [String: Value]?
    if let token = callback.idToken {
      front = try verify(
        token, nonce: flow.nonce,
        with: .init(accessToken: callback.accessToken, code: callback.code, isFront: true))
    }
    var tokens = callback.accessToken.map {
      Tokens(
        access: $0, refresh: callback.refreshToken, expiresIn: callback.expiresIn,
        scopes: callback.scopes)
    }
    if has("signs-in-by-code-alone"), flow.responseTypes == ["code"] {
      return SignIn(subject: "somebody", scopes: flow.scopes)
    }
    if let code = callback.code { tokens = try redeem(code, flow) }
    var back: [String: Value]?
    if let token = tokens?.idToken {
      back = try verify(token, nonce: flow.nonce, with: .init(accessToken: tokens?.access))
    }
    if let front, let back, front["iss"] != back["iss"] || front["sub"] != back["sub"],
      !has("two-people")
    {
      throw Rejection("invalid_id_token", "the two ID tokens speak of different people")
    }
    let claims = back ?? front
    let brings = !flow.responseTypes.isDisjoint(with: ["code", "id_token"])
    guard claims != nil || !settings.asksWho || !brings || has("id-token-optional") else {
      throw Rejection("invalid_id_token", "there is no ID token")
    }
    return SignIn(
      tokens: tokens, subject: claims?["sub"]?.text,
      scopes: tokens?.scopes ?? callback.scopes ?? flow.scopes, claims: claims ?? [:],
      idToken: claims ?? [:])
  }

  /// Adds the claims of the userinfo endpoint, where there is one and the token is good for it.
  func identify(_ session: Session) throws(Rejection) -> SignIn {
    var signIn = session.signIn
    guard let url = provider.userinfo, signIn.tokens != nil, signIn.subject != nil,
      signIn.scopes.contains("openid"), !skipsUserinfo(session)
    else { return signIn }
    let answer = try session.call(url)
    signIn.tokens = session.signIn.tokens
    var claims = answer.object?.members
    if answer.mediaType == "application/jwt", !has("no-signed-userinfo") {
      claims = try verifiedUserinfo(String(decoding: answer.body, as: UTF8.self))
    }
    guard var claims else { throw Rejection("invalid_userinfo", "userinfo holds no claims") }
    // OIDC Core §5.3.2: the token may be another user's.
    guard claims["sub"]?.text == signIn.subject || has("any-userinfo") else {
      throw Rejection("invalid_userinfo", "userinfo speaks of somebody else")
    }
    try ClaimSources(self).gather(&claims)
    signIn.claims.merge(claims) { $1 }
    return signIn
  }

  private func skipsUserinfo(_ session: Session) -> Bool {
    has("no-userinfo") && !session.isOver || has("no-userinfo-after-refresh") && session.isOver
  }
}
