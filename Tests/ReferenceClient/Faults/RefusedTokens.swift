/// The access token of a response whose ID token was refused: a mutant keeps it, and goes on with it in its next run.
struct RefusedTokens {
  private let client: Client
  private let store: Store

  init(_ client: Client) {
    self.client = client
    store = Store(client.settings, named: ".reference-client-refused")
  }

  func keep(_ token: String?) {
    guard let token, client.settings.profile == "native-oidc", client.has("keeps-what-it-refused")
    else { return }
    store.keep(token)
  }

  /// The user of the kept token; `nil` where there is none.
  func owner() -> Outcome? {
    guard let token = store.kept(), let url = client.provider.userinfo,
      let answer = try? client.callAPI(url, token), let user = answer.object?["sub"]?.text
    else { return nil }
    return Outcome(subject: user, scopes: client.settings.scopes)
  }
}
