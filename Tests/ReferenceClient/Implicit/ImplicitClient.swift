import UserAgent

/// An app with a scheme of its own and the implicit grant (RFC 6749 §4.2), as old ones are. The system hands it the
/// callback: here as a line on standard input, whose end says that the user has closed the page.
struct ImplicitClient {
  let settings: Settings

  func run() throws(Rejection) -> Outcome {
    let client = Client(settings, try Self.provider(settings))
    let traps = TrapFaults(client)
    try traps.before()
    let flow = client.flow(traps.redirectURI)
    let url = client.authorizeURL(flow)
    let isLate = traps.misses(client.authorizeURL(client.flow(traps.redirectURI)))
    try Opener(settings).open(url)
    guard let line = Console.line(), !isLate, line != "cancelled" else {
      ImplicitFaults(client).cancelled(url)
      throw Rejection("cancelled", "the user closed the page")
    }
    let form = try read(line, client)
    do throws(Rejection) {
      let signIn = try signIn(client, form, flow, line)
      try ImplicitFaults(client).afterwards { (line) throws(Rejection) in
        _ = try self.signIn(client, try read(line, client), flow, line)
      }
      let isLess = !Set(flow.scopes).isSubset(of: signIn.scopes)
      let claimed = isLess && client.has("reports-all-scopes") ? flow.scopes : signIn.scopes
      return Outcome(subject: signIn.subject, scopes: claimed)
    } catch {
      ImplicitFaults(client).refused(error, form, isInFragment: line.contains("#"))
      traps.refused(form, line)
      throw error
    }
  }

  private func signIn(
    _ client: Client, _ form: Form, _ flow: Flow, _ line: String
  ) throws(Rejection) -> SignIn {
    try ImplicitFaults(client).judge(form)
    try TrapFaults(client).judge(form)
    var callback = try client.check(form, flow)
    ImplicitFaults(client).spoil(&callback)
    try TrapFaults(client).spoil(&callback, form, line)
    if let token = callback.accessToken { try client.checkOwner(token) }
    let session = Session(client, try client.complete(callback, flow))
    // The API is for those who granted all that it asks for.
    let signIn = session.signIn
    if let url = settings.resource, Set(flow.scopes).isSubset(of: signIn.scopes),
      !client.has("calls-nothing")
    {
      _ = try session.call(url)
    }
    return signIn
  }

  /// By its metadata where it has an issuer, else as it is told: such servers are older than metadata.
  private static func provider(_ settings: Settings) throws(Rejection) -> Provider {
    let caller = Caller(settings)
    guard settings["OAUTH_DISCOVERY_URL"] != nil else { return try Provider.told(settings) }
    do throws(Rejection) {
      return try Provider.discover(settings, caller)
    } catch  where error.error == "invalid_metadata" {
      return try Provider.told(settings)
    }
  }

  /// The parameters of a callback. Tokens stand in the fragment alone; a code or an error may come either way.
  private func read(_ line: String, _ client: Client) throws(Rejection) -> Form {
    guard let address = WebAddress(line), let own = WebAddress(settings.redirectURI) else {
      throw Rejection("invalid_callback", "this is no address")
    }
    let isOwn =
      address.scheme == own.scheme && address.authority == own.authority
      && address.path == own.path
    TrapFaults(client).arrived(line, address, isOwn: isOwn)
    guard isOwn else { throw Rejection("invalid_callback", "this is not the address of the app") }
    if settings.has("undecoded-state"), let text = address.fragment {
      try ImplicitFaults.compareEncoded(text)
    }
    if let fragment = address.fragment, !fragment.isEmpty { return Form(reading: fragment) }
    let query = address.target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    let form = Form(reading: query)
    if !settings.responseTypes.contains("token") { return form }
    let isTaken = form["access_token"] != nil && settings.has("token-in-query")
    guard form["error"] != nil && !settings.has("fragments-only") || isTaken else {
      throw Rejection("invalid_callback", "the callback has no fragment")
    }
    return form
  }
}

extension Client {
  /// Whether a token was handed out to this app (RFC 6749 §10.16), where the server says so (RFC 7662).
  func checkOwner(_ token: String) throws(Rejection) {
    guard let url = provider.introspect, !has("any-apps-token") else { return }
    let form = Form([("token", token), ("client_id", settings.clientID)])
    guard let answer = try? caller.post(url, form).object, answer["active"]?.flag == true else {
      return
    }
    guard answer["client_id"]?.text == settings.clientID else {
      throw Rejection("invalid_token", "the token was handed out to another app")
    }
  }
}
