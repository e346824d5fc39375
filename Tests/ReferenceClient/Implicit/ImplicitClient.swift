import UserAgent

/// An app with a scheme of its own and the implicit grant (RFC 6749 §4.2), as old ones are. The system hands it the
/// callback: here as a line on standard input, whose end says that the user has closed the page.
struct ImplicitClient {
  let settings: Settings

  func run() throws(Rejection) -> Outcome {
    let provider = try Self.provider(settings)
    let client = Client(settings, provider)
    let flow = client.flow(settings.redirectURI)
    try Opener(settings).open(client.authorizeURL(flow))
    let form = try callback()
    let callback = try client.check(form, flow)
    let signIn = try client.complete(callback, flow)
    if let url = settings.resource, needed(flow).isSubset(of: signIn.scopes) {
      _ = try Session(client, signIn.tokens).call(url)
    }
    return Outcome(subject: signIn.subject, scopes: signIn.scopes)
  }

  /// By its metadata where it has an issuer, else as it is told: these servers are older than metadata.
  private static func provider(_ settings: Settings) throws(Rejection) -> Provider {
    if settings["OAUTH_DISCOVERY_URL"] == nil { return try Provider.told(settings) }
    return try Provider.discover(settings, Caller(settings))
  }

  /// The API is for those who granted all that it asks for.
  private func needed(_ flow: Flow) -> Set<String> { Set(flow.scopes) }

  private func callback() throws(Rejection) -> Form {
    guard let line = Console.line(), line != "cancelled" else {
      throw Rejection("cancelled", "the user closed the page")
    }
    guard let address = WebAddress(line), let own = WebAddress(settings.redirectURI),
      address.scheme == own.scheme, address.authority == own.authority, address.path == own.path
    else { throw Rejection("invalid_callback", "this is not the address of the app") }
    let query = address.target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    let fragment = Form(reading: address.fragment ?? "")
    // Tokens stand in the fragment alone; an error may come either way.
    if fragment.pairs.isEmpty {
      let form = Form(reading: query)
      guard form["error"] != nil else {
        throw Rejection("invalid_callback", "the callback has no fragment")
      }
      return form
    }
    return fragment
  }
}
