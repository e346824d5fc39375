import Basics
import HTTPTypes

/// A program that pushes its requests, proves possession of a key, and authenticates with the key that it is told.
struct SenderConstrainedClient {
  let settings: Settings

  func run() throws(Rejection) -> Outcome {
    let client = try Client(settings)
    let session = Session(client, try NativeClient.signIn(client).signIn)
    let signIn = try client.identify(session)
    afterwards(client, session.signIn)
    return Outcome(subject: signIn.subject, scopes: session.signIn.scopes)
  }

  /// What some mutants do once all is done: one more request, whose answer they don't mind.
  private func afterwards(_ client: Client, _ signIn: SignIn) {
    guard let fault = settings.fault?.id, let token = signIn.tokens?.access else { return }
    call(fault, client, token)
    revoke(fault, client)
  }

  private func call(_ fault: String, _ client: Client, _ token: String) {
    guard var url = client.provider.userinfo, let possession = client.possession else { return }
    var header: [String: Value] = [:]
    var changes: [String: Value?] = [:]
    var scheme = "DPoP"
    switch fault {
    case "proof-of-another-type": header["typ"] = .text("JWT")
    case "private-key-in-the-proof": header["jwk"] = .object(possession.key.privateJWK)
    case "proof-by-hmac": header["alg"] = .text("HS256")
    case "proof-for-another-method": changes["htm"] = .text("POST")
    case "query-in-the-proof":
      url += "?schema=openid"
      changes["htu"] = .text(url)
    case "proof-without-hash": changes["ath"] = .some(nil)
    case "same-proof-id-always": changes["jti"] = .text("the-proof-of-this-client")
    case "proof-of-yesterday": changes["iat"] = .number(Clock.now.rounded(.down) - 86_400)
    case "bound-token-as-bearer": scheme = "Bearer"
    default: return
    }
    let proof = possession.proof(.get, url, token: token, header: header, changes: changes)
    _ = try? client.caller.send(
      .get, url, [.accept: "application/json", .authorization: "\(scheme) \(token)", .dPoP: proof])
  }

  private func revoke(_ fault: String, _ client: Client) {
    guard let url = client.provider.revoke, let key = client.key else { return }
    var type: String?
    var header: [String: Value] = [:]
    var changes: [String: Value?] = [:]
    switch fault {
    case "assertion-of-another-type":
      type = "urn:ietf:params:oauth:client-assertion-type:saml2-bearer"
    case "unsigned-assertion": header["alg"] = .text("none")
    case "assertion-of-another-client": changes["sub"] = .text("somebody-else")
    case "assertion-for-another-server": changes["aud"] = .text("https://other.example")
    case "assertion-for-the-token-endpoint":
      changes["aud"] = .text(client.provider.token ?? url)
    case "assertion-without-end": changes["exp"] = .some(nil)
    case "same-assertion-id-always": changes["jti"] = .text("the-assertion-of-this-client")
    default: return
    }
    let credentials =
      type.map { client.assertion(by: key, type: $0, header: header, changes: changes) }
      ?? client.assertion(by: key, header: header, changes: changes)
    let form = Form(
      [("token", Chance.text()), ("client_id", settings.clientID)] + credentials)
    _ = try? client.caller.post(url, form)
  }
}
