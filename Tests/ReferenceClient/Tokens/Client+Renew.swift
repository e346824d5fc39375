extension Client {
  /// A sign-in with new tokens. An ID token that comes with them speaks of the same person (OIDC Core §12.2).
  func renew(_ old: SignIn, _ token: String) throws(Rejection) -> SignIn {
    var new = old
    new.tokens = try refresh(token)
    new.tokens.refresh = new.tokens.refresh ?? token
    if let idToken = new.tokens.idToken {
      let claims = try verify(idToken, nonce: nil, with: .init(accessToken: new.tokens.access))
      for name in ["iss", "sub", "aud"] where claims[name] != old.idToken[name] {
        throw wrong("its \(name) is not that of the first one")
      }
    }
    return new
  }
}
