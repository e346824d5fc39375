/// A program on a desktop: code with PKCE, by the browser and a loopback listener (RFC 8252).
struct NativeClient {
  /// How long a person may take to sign in, in seconds.
  private static let patience = 120.0

  let settings: Settings

  func run() throws(Rejection) -> Outcome {
    let client = try Client(settings)
    let (signIn, _) = try Self.signIn(client)
    let session = Session(client, signIn.tokens)
    if let url = settings.resource { _ = try session.call(url) }
    return Outcome(subject: signIn.subject, scopes: signIn.scopes)
  }

  /// Signs in by the browser.
  static func signIn(_ client: Client) throws(Rejection) -> (SignIn, Flow) {
    let loopback = try Loopback(client.settings.redirectURI, client.settings)
    defer { loopback.close() }
    let flow = client.flow(loopback.redirectURI)
    loopback.expect(flow) { (form) throws(Rejection) in try client.check(form, flow) }
    try Opener(client.settings).open(client.authorizeURL(flow))
    let callback = try loopback.wait(patience)
    return (try client.complete(callback, flow), flow)
  }
}
