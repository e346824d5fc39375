extension Client {
  /// From a callback that was found good to somebody who is signed in.
  func complete(_ callback: Callback, _ flow: Flow) throws(Rejection) -> SignIn {
    var front: [String: Value]?
    if let token = callback.idToken {
      front = try verify(
        token, nonce: flow.nonce,
        with: .init(
          accessToken: callback.accessToken, code: callback.code, isFront: true))
    }
    var tokens = callback.accessToken.map {
      Tokens(access: $0, expiresIn: callback.expiresIn, scopes: callback.scopes)
    }
    if let code = callback.code { tokens = try redeem(code, flow) }
    var back: [String: Value]?
    if let token = tokens?.idToken {
      back = try verify(token, nonce: flow.nonce, with: .init(accessToken: tokens?.access))
    }
    if let front, let back, front["iss"] != back["iss"] || front["sub"] != back["sub"] {
      throw Rejection("invalid_id_token", "the two ID tokens speak of different people")
    }
    let claims = back ?? front
    guard claims != nil || !settings.asksWho else {
      throw Rejection("invalid_id_token", "there is no ID token")
    }
    let scopes = tokens?.scopes ?? callback.scopes ?? flow.scopes
    var signIn = SignIn(
      tokens: tokens ?? Tokens(access: ""), subject: claims?["sub"]?.text, scopes: scopes)
    signIn.idToken = claims ?? [:]
    signIn.claims = claims ?? [:]
    if tokens != nil, claims != nil, scopes.contains("openid"), !has("no-userinfo") {
      signIn.claims.merge(try userinfo(signIn)) { $1 }
    }
    Afterwards(client: self, signIn: signIn, flow: flow, callback: callback).run()
    return signIn
  }

  /// The rest of the claims; nothing where the server has no such endpoint.
  private func userinfo(_ signIn: SignIn) throws(Rejection) -> [String: Value] {
    guard let url = provider.userinfo else { return [:] }
    let answer = try caller.get(
      url, bearer: signIn.tokens.access, accept: "application/json, application/jwt")
    guard answer.status.code == 200 else {
      throw Rejection("invalid_userinfo", "userinfo answered \(answer.status.code)")
    }
    var claims = answer.object?.members
    if answer.mediaType == "application/jwt" {
      claims = try verifiedUserinfo(String(decoding: answer.body, as: UTF8.self))
    }
    guard let claims else { throw Rejection("invalid_userinfo", "userinfo holds no claims") }
    // OIDC Core §5.3.2: the token may be another user's.
    guard let subject = claims["sub"]?.text, subject == signIn.subject else {
      throw Rejection("invalid_userinfo", "userinfo speaks of somebody else")
    }
    return claims
  }
}
