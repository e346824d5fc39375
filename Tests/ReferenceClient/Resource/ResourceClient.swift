/// A program that calls an API for a long time: several calls, some of them at once, from one sign-in.
struct ResourceClient {
  let settings: Settings

  func run() throws(Rejection) -> Outcome {
    guard let url = settings.resource else {
      throw Rejection("no_resource", "OAUTH_RESOURCE_URL says which API to call")
    }
    let client = try Client(settings)
    let store = Store(of: client.provider.issuer, settings)
    let session: Session
    if let old = try resumed(client, store) {
      session = old
    } else {
      session = try signedIn(client, store)
    }
    if client.has("makes-no-call") {
      client.revoke(session)
      return Outcome(subject: session.signIn.subject, scopes: session.signIn.scopes)
    }
    for result in Together.run(4, { () throws(Rejection) in try session.call(url) }) {
      guard try result.get().object != nil else {
        throw Rejection("invalid_answer", "the API's answer is no JSON object")
      }
    }
    _ = try session.call(url)
    if let refresh = session.signIn.tokens?.refresh, client.has("refresh-token-to-the-api") {
      _ = try? client.resource.get(url, bearer: refresh)
    }
    client.revoke(session)
    if client.has("forgets-without-revoking") { store.forget() }
    return Outcome(subject: session.signIn.subject, scopes: session.signIn.scopes)
  }

  private func signedIn(_ client: Client, _ store: Store) throws(Rejection) -> Session {
    let signIn = try NativeClient.signIn(client).signIn
    if let refresh = signIn.tokens?.refresh { store.keep(refresh) }
    let session = Session(client, signIn, store: store)
    if !client.has("makes-no-call") { _ = try client.identify(session) }
    return session
  }

  /// With what was kept from the last run; `nil` where there is nothing, or nothing good any more.
  private func resumed(_ client: Client, _ store: Store) throws(Rejection) -> Session? {
    guard let kept = store.kept() else { return nil }
    let old = SignIn(
      tokens: Tokens(access: "", refresh: kept), scopes: settings.scopes)
    do throws(Rejection) {
      return Session(client, try Refresh(client, store).run(old), store: store)
    } catch  where error.error == "invalid_grant" {
      return nil
    }
  }
}

extension Client {
  /// Gives the access token back (RFC 7009); the refresh token stays, for the next run.
  func revoke(_ session: Session) {
    guard let url = provider.revoke, let token = session.signIn.tokens?.access else { return }
    guard !has("revokes-nothing") else { return }
    var form = Form([("token", token), ("token_type_hint", "access_token")])
    form.pairs.append(("client_id", settings.clientID))
    _ = try? caller.post(url, form)
  }
}
