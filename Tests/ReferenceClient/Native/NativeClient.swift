/// A program on a desktop: code with PKCE, by the browser and a loopback listener (RFC 8252).
struct NativeClient {
  /// How long a person may take to sign in, in seconds.
  private static let patience = 120.0

  let settings: Settings

  func run() throws(Rejection) -> Outcome {
    let client = try Client(settings)
    if let owner = RefusedTokens(client).owner() { return owner }
    let found = try Self.signIn(client)
    defer { withExtendedLifetime(found) {} }
    let session = Session(client, found.signIn)
    let signIn = try client.identify(session)
    Afterwards(client: client, signIn: signIn, flow: found.flow, callback: found.callback).run()
    let claimed = client.has("claims-what-it-asked") ? found.flow.scopes : session.signIn.scopes
    if client.settings.profile == "native-oidc", let name = signIn.claims["name"]?.text {
      let shown = client.has("raw-name-on-the-screen") ? name : Console.printable(name)
      Console.write("signed in as \(shown)", to: 2)
    }
    return Outcome(subject: signIn.claims["sub"]?.text ?? signIn.subject, scopes: claimed)
  }

  struct Found {
    var signIn: SignIn
    var flow: Flow
    var callback: Callback
    /// Some mutants leave it open.
    var loopback: Loopback
  }

  /// Signs in by the browser.
  static func signIn(_ client: Client) throws(Rejection) -> Found {
    let loopback = try Loopback(client.settings.redirectURI, client.settings)
    defer { if !client.has("listens-to-the-end") { loopback.close() } }
    let flow = client.flow(loopback.redirectURI)
    loopback.expect(flow) { (form) throws(Rejection) in try client.check(form, flow) }
    try Opener(client.settings).open(client.address(flow))
    let callback = try loopback.wait(patience)
    return Found(
      signIn: try client.complete(callback, flow), flow: flow, callback: callback,
      loopback: loopback)
  }
}
