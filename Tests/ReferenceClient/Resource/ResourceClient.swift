/// A program that calls an API for a long time: several calls, some of them at once, from one sign-in.
struct ResourceClient {
  let settings: Settings

  func run() throws(Rejection) -> Outcome {
    guard let url = settings.resource else {
      throw Rejection("no_resource", "OAUTH_RESOURCE_URL says which API to call")
    }
    let client = try Client(settings)
    let store = Store(settings)
    let (session, subject) = try begin(client, store)
    _ = try session.call(url)
    for result in Together.run(5, { () throws(Rejection) in try session.call(url) }) {
      _ = try result.get()
    }
    _ = try session.call(url)
    return Outcome(subject: subject, scopes: session.tokens.scopes ?? settings.scopes)
  }

  /// With what was kept from the last run, else by signing in.
  private func begin(
    _ client: Client, _ store: Store
  ) throws(Rejection) -> (session: Session, subject: String?) {
    let resumed = try store.alone { () throws(Rejection) in try resume(client, store) }
    if let resumed { return (resumed, nil) }
    let (signIn, _) = try NativeClient.signIn(client)
    if let refresh = signIn.tokens.refresh { store.keep(refresh) }
    return (Session(client, signIn.tokens, store: store), signIn.subject)
  }

  private func resume(_ client: Client, _ store: Store) throws(Rejection) -> Session? {
    guard let kept = store.kept() else { return nil }
    do throws(Rejection) {
      var tokens = try client.refresh(kept)
      tokens.refresh = tokens.refresh ?? kept
      if let new = tokens.refresh { store.keep(new) }
      return Session(client, tokens, store: store)
    } catch  where error.error == "invalid_grant" {
      store.forget()
      return nil
    }
  }
}
