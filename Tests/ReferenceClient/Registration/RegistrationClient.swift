/// A program that knows only an issuer: it registers itself (RFC 7591), and then signs its user in as a native app.
struct RegistrationClient {
  let settings: Settings

  func run() throws(Rejection) -> Outcome {
    let registrar = Registrar(try Client(settings))
    let registration = try registrar.current()
    let client = Client(settings.told(registration.variables(settings)), registrar.client.provider)
    let signIn: SignIn
    do throws(Rejection) {
      let found = try NativeClient.signIn(client)
      signIn = try client.identify(Session(client, found.signIn))
    } catch  where error.error == "invalid_client" {
      // The server does not know it any more: the next run registers anew.
      registrar.forget()
      if client.has("registers-for-ever") { for _ in 0..<5 { _ = try? registrar.register() } }
      throw error
    }
    RegistrationFaults(registrar, registration).afterwards()
    return Outcome(subject: signIn.subject, scopes: signIn.scopes)
  }
}
