import Basics

extension Client {
  /// From a callback that was found good to somebody who is signed in; the API was not yet asked for anything.
  func complete(_ callback: Callback, _ flow: Flow) throws(Rejection) -> SignIn {
    var front: [String: Value]?
    if let token = callback.idToken, flow.responseTypes == ["code"] {
      // Of a mutant alone.
      front = JWS(token)?.claims
    } else if let token = callback.idToken {
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
      if has("greets-before-it-checks"), let access = tokens?.access, let url = provider.userinfo,
        let user = try? callAPI(url, access).object, let name = user["name"]?.text,
        user["sub"]?.text == JWS(token)?.claims["sub"]?.text
      {
        Console.write("signed in as \(Console.printable(name))", to: 2)
      }
      do throws(Rejection) {
        back = try verify(token, nonce: flow.nonce, with: .init(accessToken: tokens?.access))
      } catch {
        RefusedTokens(self).keep(tokens?.access)
        throw error
      }
    }
    if has("id-token-of-the-callback"), flow.responseTypes == ["code"], let front {
      return SignIn(
        tokens: tokens, subject: front["sub"]?.text, scopes: [], claims: front, idToken: front)
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
    guard let url = provider.userinfo, signIn.tokens != nil, signIn.subject?.isEmpty == false,
      signIn.scopes.contains("openid"), !skipsUserinfo(session)
    else { return signIn }
    let answer: Answer
    do throws(Rejection) {
      answer = try session.call(url)
    } catch {
      guard error.about.hasSuffix("500"), has("greets-whatever-the-api-says") else { throw error }
      return signIn
    }
    signIn.tokens = session.signIn.tokens
    var claims = answer.object?.members
    if answer.mediaType == "application/jwt", !has("no-signed-userinfo") {
      claims = try verifiedUserinfo(String(decoding: answer.body, as: UTF8.self))
    }
    guard var claims else { throw Rejection("invalid_userinfo", "userinfo holds no claims") }
    // OIDC Core §5.3.2: the token may be another user's.
    guard claims["sub"]?.text == signIn.subject || isTaken(claims["sub"], signIn) else {
      throw Rejection("invalid_userinfo", "userinfo speaks of somebody else")
    }
    try ClaimSources(self).gather(&claims)
    signIn.claims.merge(claims) { $1 }
    return signIn
  }

  /// Of mutants alone.
  private func isTaken(_ sub: Value?, _ signIn: SignIn) -> Bool {
    guard let sub else { return has("userinfo-of-nobody") }
    guard let text = sub.text, let subject = signIn.subject else {
      return has("userinfo-of-a-number")
    }
    if text.isEmpty { return has("userinfo-of-an-empty-sub") }
    guard let difference = NearText.difference(of: text, from: subject) else {
      return has("any-userinfo")
    }
    return has("userinfo-sub-\(difference)") || difference == "in-any-case" && has("any-userinfo")
  }

  /// The owner of the token, as the API says: in plain OAuth nothing else tells.
  func recognize(_ session: Session) throws(Rejection) -> SignIn {
    guard let url = settings.resource else {
      throw Rejection("no_resource", "OAUTH_RESOURCE_URL says which API to call")
    }
    var signIn = session.signIn
    do throws(Rejection) {
      let answer = try session.call(url)
      guard let user = answer.object?.members else {
        throw Rejection("invalid_user", "the API's answer is no JSON object")
      }
      signIn.claims = user
    } catch {
      let fault = error.error == "invalid_user" ? "page-is-somebody" : "anybody-is-good-enough"
      guard has(fault) else { throw error }
      return signIn
    }
    signIn.subject = signIn.claims["sub"]?.text
    let isNamed = signIn.subject?.isEmpty == false || has("name-is-good-enough")
    guard isNamed else { throw Rejection("invalid_user", "the API did not say whose token it is") }
    return signIn
  }

  private func skipsUserinfo(_ session: Session) -> Bool {
    has("no-userinfo") && !session.isOver || has("no-userinfo-after-refresh") && session.isOver
  }
}
