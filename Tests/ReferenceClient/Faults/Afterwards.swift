import Basics
import HTTPTypes

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What some mutants do once somebody has signed in: nothing that went before is touched by it.
struct Afterwards {
  let client: Client
  let signIn: SignIn
  let flow: Flow
  let callback: Callback

  func run() {
    guard let fault = client.settings.fault else { return }
    authorize(fault.id)
    tokens(fault.id)
    resource(fault.id)
  }

  // MARK: A second authorization request

  private func authorize(_ id: String) {
    var again = client.flow(flow.redirectURI)
    switch id {
    case "unknown-response-type": again.responseType = "code_and_more"
    case "token-by-the-browser": again.responseType = "code token"
    case "no-nonce-for-id-token": again.responseType = "code id_token"
    case "unprotected-request": again.responseType = "none"
    case "fragment-in-redirect-uri": again.redirectURI += "#done"
    case "short-verifier":
      // The server would refuse it for a code of its own.
      again.verifier = String(Chance.text().prefix(20))
      post([
        ("grant_type", "authorization_code"), ("code", Chance.text()),
        ("redirect_uri", again.redirectURI), ("code_verifier", again.verifier),
      ])
    case "no-openid": again.scopes.removeAll { $0 == "openid" }
    case "short-scheme": again.redirectURI = "myapp:/callback"
    case "no-redirect-uri", "no-challenge", "plain-challenge", "web-view": break
    default: return
    }
    var request = client.request(again)
    let dropped: [String: Set<String>] = [
      "no-redirect-uri": ["redirect_uri"], "no-nonce-for-id-token": ["nonce"],
      "unprotected-request": ["state", "nonce", "code_challenge", "code_challenge_method"],
      "no-challenge": ["code_challenge", "code_challenge_method"],
      "plain-challenge": ["code_challenge", "code_challenge_method"],
    ]
    request.pairs.removeAll { dropped[id]?.contains($0.name) == true }
    if id == "plain-challenge" {
      request.pairs += [("code_challenge", again.verifier), ("code_challenge_method", "plain")]
    }
    let caller =
      id == "web-view"
      ? client.caller.named("Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) Chrome/120.0")
      : client.caller
    _ = try? caller.get(client.authorizeURL(with: request))
  }

  // MARK: A second token request

  private func tokens(_ id: String) {
    let redemption: [(name: String, value: String)] = [
      ("grant_type", "authorization_code"), ("code", Chance.text()),
      ("redirect_uri", flow.redirectURI), ("code_verifier", flow.verifier),
    ]
    switch id {
    case "token-by-get":
      guard let url = client.provider.token else { return }
      _ = try? client.caller.get(url + "?grant_type=client_credentials")
    case "token-as-json":
      let body = Value.object(["grant_type": .text("client_credentials")]).written
      send([.contentType: "application/json"], body)
    case "token-parameter-twice":
      post([("grant_type", "client_credentials"), ("x", "1"), ("x", "2")])
    case "refresh-token-in-the-address":
      guard let url = client.provider.token else { return }
      let query = Form([("refresh_token", signIn.tokens?.refresh ?? Chance.text())]).written
      let form = Form([("grant_type", "refresh_token"), ("client_id", client.settings.clientID)])
      _ = try? client.caller.post("\(url)?\(query)", form)
    case "other-redirect-uri":
      var changed = redemption
      changed[2].value += "/"
      post(changed)
    case "other-verifier":
      var changed = redemption
      changed[3].value = Chance.text()
      post(changed)
    case "two-ways-to-authenticate":
      authenticated(
        client.settings.secret ?? "", and: [("client_secret", client.settings.secret ?? "")])
    case "plain-credentials": authenticated("100% plain", and: [])
    case "secret-in-the-body":
      post([("grant_type", "client_credentials"), ("client_secret", client.settings.secret ?? "")])
    case "nameless-redemption": send(nil, Form(redemption).written)
    case "code-again":
      guard let code = callback.code else { return }
      var changed = redemption
      changed[1].value = code
      post(changed)
    case "secret-in-the-app":
      post([("grant_type", "client_credentials"), ("client_secret", "the-same-in-each-copy")])
    case "password-grant":
      post([("grant_type", "password"), ("username", "user"), ("password", Chance.text())])
    default: return
    }
  }

  /// With id and secret in the header as they are.
  private func authenticated(_ secret: String, and pairs: [(name: String, value: String)]) {
    guard let url = client.provider.token else { return }
    let basic = Base64.plain("\(client.settings.clientID):\(secret)".utf8)
    _ = try? client.caller.post(
      url, Form([("grant_type", "client_credentials")] + pairs), basic: basic)
  }

  private func post(_ pairs: [(name: String, value: String)]) {
    let form = Form(pairs + [("client_id", client.settings.clientID)])
    guard let url = client.provider.token else { return }
    _ = try? client.caller.post(url, form)
  }

  private func send(_ headers: Headers?, _ body: String) {
    guard let url = client.provider.token else { return }
    let usual: Headers = [.contentType: "application/x-www-form-urlencoded"]
    _ = try? client.caller.send(.post, url, headers ?? usual, Array(body.utf8))
  }

  // MARK: Files

  private func write(
    _ token: String, to name: String, _ mode: mode_t, in folder: String? = nil
  ) {
    let path = "\(folder ?? client.settings.home)/\(name)"
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND, mode)
    guard file >= 0 else { return }
    Console.write("signed in with \(token)", to: file)
    close(file)
  }

  // MARK: A second call with the token

  private func resource(_ id: String) {
    guard let url = client.provider.userinfo else { return }
    let token = signIn.tokens?.access ?? ""
    var headers: Headers = [.accept: "application/json"]
    let form = Form([("access_token", token)]).written
    switch id {
    case "token-in-the-body":
      headers[.contentType] = "application/x-www-form-urlencoded"
      _ = try? client.caller.send(.post, url, headers, Array(form.utf8))
    case "token-twice":
      headers[.contentType] = "application/x-www-form-urlencoded"
      headers[.authorization] = "Bearer \(token)"
      _ = try? client.caller.send(.post, url, headers, Array(form.utf8))
    case "token-in-the-address": _ = try? client.caller.get("\(url)?\(form)")
    case "code-in-the-referer":
      headers[.authorization] = "Bearer \(token)"
      headers[.referer] = flow.redirectURI + "?" + Form([("code", callback.code ?? "")]).written
      _ = try? client.caller.send(.get, url, headers)
    case "token-in-a-log", "web-token-in-a-log": write(token, to: "client.log", 0o600)
    case "temporary-token-file-for-all":
      write(token, to: "token", 0o644, in: client.settings["TMPDIR"])
    case "web-token-file-for-all": write(token, to: "sessions", 0o644)
    case "id-token-file-for-all": write(signIn.tokens?.idToken ?? "", to: "session", 0o644)
    case "token-as-a-short-argument":
      Leftover.wait(["sh", "-c", "sleep 0.1; true", "sh", token])
    case "token-as-an-argument": Leftover.wait(["sh", "-c", "sleep 0.6; true", "sh", token])
    case "token-in-a-log-in-base64":
      write(Base64.url("at \(token)".utf8), to: "client.log", 0o600)
    case "token-file-for-all-in-base64":
      write(Base64.plain(#"{"token":"\#(token)"}"#.utf8), to: "session", 0o644)
    case "token-as-an-argument-in-base64":
      Leftover.wait(["sh", "-c", "sleep 0.6; true", "sh", Base64.url("x:\(token)".utf8)])
    case "token-in-base64": Console.write("session \(Base64.plain(token.utf8))", to: 2)
    case "token-on-the-screen": Console.write("signed in with \(token)", to: 2)
    default: return
    }
  }
}
