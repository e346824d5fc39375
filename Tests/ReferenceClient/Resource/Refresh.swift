/// One refresh (RFC 6749 §6): with the newest refresh token that there is, and what it brings held against the sign-in.
struct Refresh {
  private let client: Client
  private let store: Store?

  init(_ client: Client, _ store: Store?) {
    self.client = client
    self.store = store
  }

  func run(_ old: SignIn) throws(Rejection) -> SignIn {
    guard let store else { return try exchange(old, old.tokens?.refresh) }
    // Another program with the same file may have been here: then the newest token is in the file.
    return try store.alone { () throws(Rejection) in
      let new = try exchange(old, store.kept() ?? old.tokens?.refresh)
      // What a later run of the program got is kept by this mutant, too.
      let isResumed = old.tokens?.access.isEmpty == true
      if let kept = new.tokens?.refresh, isResumed || !client.has("keeps-one-refresh-token") {
        store.keep(kept)
      }
      return new
    }
  }

  private func exchange(_ old: SignIn, _ token: String?) throws(Rejection) -> SignIn {
    guard let token else { throw Rejection("login_required", "there is no refresh token") }
    var tokens: Tokens
    do throws(Rejection) {
      tokens = try client.refresh(token)
    } catch  where error.error == "unreachable" {
      if client.has("lost-answers-for-ever") { for _ in 0..<6 { _ = try? client.refresh(token) } }
      // The answer was lost on its way; once more, and no oftener.
      tokens = try client.refresh(token)
    } catch  where error.error == "temporarily_unavailable" {
      if client.has("forgets-tokens-when-busy") { store?.forget() }
      throw error
    } catch  where error.error == "invalid_grant" {
      store?.forget()
      if client.has("tries-refused-token-again") { _ = try? client.refresh(token) }
      throw error
    } catch {
      if client.has("forgets-tokens-after-\(error.error)") { store?.forget() }
      throw error
    }
    // No new one in the answer: the old one stays good.
    if tokens.refresh == nil, !client.has("loses-refresh-token") {
      tokens.refresh = client.has("forgets-refresh-token") ? "" : token
    }
    if client.has("keeps-first-refresh-token") { tokens.refresh = token }
    var new = old
    new.scopes = tokens.scopes ?? old.scopes
    if let idToken = tokens.idToken, isRead(idToken) {
      try compare(idToken, tokens.access, old.idToken)
    }
    new.tokens = tokens
    return new
  }

  private func isRead(_ token: String) -> Bool {
    JWS(token) != nil || !client.has("refreshed-garbage-unread")
  }

  /// An ID token that comes with the new tokens speaks of the same person (OIDC Core §12.2).
  private func compare(
    _ token: String, _ access: String, _ first: [String: Value]
  ) throws(Rejection) {
    let claims = try client.verify(
      token, nonce: nil, with: .init(accessToken: access, isRefreshed: true))
    if let nonce = claims["nonce"], nonce != first["nonce"],
      !client.has("refreshed-nonce-unchecked")
    {
      throw client.wrong("its nonce is not that of the first one")
    }
    for name in ["iss", "sub", "aud"] where first[name] != nil && claims[name] != first[name] {
      if client.has("refreshed-\(name)-unchecked") { continue }
      throw client.wrong("its \(name) is not that of the first one")
    }
  }
}
