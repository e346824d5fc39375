/// A program without a browser of its own: its user types a code elsewhere (RFC 8628).
struct DeviceClient {
  let settings: Settings

  func run() throws(Rejection) -> Outcome {
    let client = try Client(settings)
    let polling = try polled(client)
    let signIn = try accept(polling.tokens, polling.code, client)
    let session = Session(client, signIn)
    if client.has("device-never-refreshes"), session.isOver {
      return Outcome(subject: signIn.subject, scopes: signIn.scopes)
    }
    let person = try client.identify(session)
    if client.has("polls-after-success") {
      // Longer than any other check looks for.
      Clock.sleep(max(polling.interval, 4))
      _ = try? client.poll(polling.code)
    }
    if client.has("device-code-on-the-screen") {
      Console.write("signed in with \(polling.code.device)", to: 2)
    }
    let claimed = client.has("device-claims-what-it-asked") ? settings.scopes : person.scopes
    return Outcome(subject: person.subject, scopes: claimed)
  }

  /// Shows a code and polls. Whether to show another one is for the user to say.
  private func polled(
    _ client: Client
  ) throws(Rejection) -> (tokens: Tokens, code: DeviceCode, interval: Double) {
    for isLast in [false, true] {
      let code = try client.deviceCode()
      code.show(client)
      var polling = Polling(client, code)
      do throws(Rejection) {
        return (try polling.run(), code, polling.interval)
      } catch {
        let again = error.error == "expired_token" && client.has("starts-anew-by-itself")
        guard again, !isLast else { throw error }
      }
    }
    throw Rejection("expired_token", "nobody typed the user code")
  }

  private func accept(
    _ tokens: Tokens, _ code: DeviceCode, _ client: Client
  ) throws(Rejection) -> SignIn {
    let scopes = tokens.scopes ?? code.scopes
    var claims: [String: Value] = [:]
    if let token = tokens.idToken {
      claims = try client.verify(token, nonce: nil, with: .init(accessToken: tokens.access))
    } else if scopes.contains("openid") {
      throw Rejection("invalid_id_token", "there is no ID token")
    }
    return SignIn(
      tokens: tokens, subject: claims["sub"]?.text, scopes: scopes, claims: claims,
      idToken: claims)
  }
}
