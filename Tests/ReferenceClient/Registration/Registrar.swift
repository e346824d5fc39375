import Basics
import HTTPTypes
import UserAgent

/// Registers the client where it is not registered yet, and keeps the result for the next run.
struct Registrar: Sendable {
  let client: Client
  private let store: Store

  init(_ client: Client) {
    self.client = client
    store = Store(client.settings, named: ".reference-client-registration")
  }

  private func has(_ id: String) -> Bool { client.has(id) }

  /// The metadata of the registration request.
  var metadata: [String: Value] {
    var metadata: [String: Value] = [
      "client_name": .text("Reference client"),
      "redirect_uris": .list([.text("http://127.0.0.1/callback")]),
      "grant_types": .list([.text("authorization_code"), .text("refresh_token")]),
      "response_types": .list([.text("code")]),
      "token_endpoint_auth_method": .text("none"),
      "application_type": .text("native"),
      "scope": .text(client.settings.scopes.joined(separator: " ")),
    ]
    if has("no-application-type") { metadata["application_type"] = nil }
    if has("secret-in-the-metadata") {
      metadata["client_secret"] = .text("the-same-in-each-copy")
    }
    return metadata
  }

  /// The kept registration, or a new one.
  func current() throws(Rejection) -> RegisteredAs {
    if let kept = kept(), let confirmed = try confirmed(kept), !confirmed.hasExpired(client) {
      return confirmed
    }
    var registration = try register()
    // A secret may be over when it comes: once more, and no oftener.
    if registration.hasExpired(client) { registration = try register() }
    guard !registration.hasExpired(client) else {
      throw Rejection("invalid_registration", "the client's secret has expired")
    }
    return registration
  }

  // MARK: Registration (RFC 7591 §3)

  func register() throws(Rejection) -> RegisteredAs {
    let guess = client.provider.issuer + "/register"
    guard
      let told = client.provider.register ?? (has("registers-where-it-guesses") ? guess : nil)
    else {
      throw Rejection("invalid_metadata", "there is no registration_endpoint")
    }
    let endpoint = has("register-endpoint-by-heart") ? guess : told
    let answer = try post(endpoint, metadata)
    let faults = RegistrationFaults(self, nil)
    guard [200, 201].contains(answer.status.code), let object = answer.object else {
      if let made = faults.madeUp(answer) { return try registered(made) }
      if answer.status.code == 500, has("registers-for-ever-after-500") {
        for _ in 0..<6 { _ = try? post(endpoint, metadata) }
      }
      guard let error = answer.object?["error"]?.text else {
        throw Rejection(
          "invalid_answer", "the registration endpoint answered \(answer.status.code)")
      }
      throw client.refusal(error)
    }
    try faults.judge(object)
    if object["client_id"] == nil, let made = faults.madeUp(answer) { return try registered(made) }
    var registration = try registered(object)
    if has("registers-twice") { _ = try? post(endpoint, metadata) }
    faults.again(endpoint)
    keep(registration)
    if has("uses-a-client-id-of-its-own") { registration.id = Chance.text() }
    return registration
  }

  private func registered(_ response: Value) throws(Rejection) -> RegisteredAs {
    try RegisteredAs(response, sent: metadata, client)
  }

  /// One registration request. The initial access token goes there and nowhere else.
  private func post(_ endpoint: String, _ metadata: [String: Value]) throws(Rejection) -> Answer {
    try send(.post, endpoint, client.settings["OAUTH_INITIAL_ACCESS_TOKEN"], metadata)
  }

  func send(
    _ method: HTTPRequest.Method, _ url: String, _ token: String?, _ metadata: [String: Value]?
  ) throws(Rejection) -> Answer {
    var headers: Headers = [.accept: "application/json"]
    if metadata != nil { headers[.contentType] = "application/json" }
    if let token { headers[.authorization] = "Bearer \(token)" }
    let body = metadata.map { Array(Value.object($0).written.utf8) } ?? []
    return try client.caller.send(method, url, headers, body)
  }

  // MARK: The kept registration

  /// A client_id is good at its issuer alone.
  private func kept() -> RegisteredAs? {
    guard !has("registers-at-each-start"), let text = store.kept(),
      let file = try? ValueReader.read(Array(text.utf8)), let response = file["registration"],
      file["issuer"]?.text == client.provider.issuer || has("one-client-id-for-all")
    else { return nil }
    return try? registered(response)
  }

  private func keep(_ registration: RegisteredAs) {
    var response = registration.response.members ?? [:]
    response["registration_access_token"] = registration.token.map { .text($0) }
    let file: [String: Value] = [
      "issuer": .text(client.provider.issuer), "registration": .object(response),
    ]
    store.keep(Value.object(file).written)
  }

  func forget() { store.forget() }

  // MARK: Management (RFC 7592 §2)

  /// Asks the server whether it still knows the client; `nil` where it does not.
  private func confirmed(_ kept: RegisteredAs) throws(Rejection) -> RegisteredAs? {
    guard let token = kept.token, let address = kept.address else { return kept }
    let answer = try send(.get, address, token, nil)
    if answer.status.code == 401 { return nil }
    guard answer.status.code == 200, let object = answer.object else { return kept }
    var registration = try registered(object)
    // §2.1: the old token is discarded where a new one comes.
    registration.token = registration.token ?? token
    if has("keeps-the-first-registration-token") { registration.token = token }
    keep(registration)
    guard object["client_name"] != metadata["client_name"] else { return registration }
    return try updated(registration)
  }

  /// §2.2: all that is registered, without what only the server sets.
  private func updated(_ old: RegisteredAs) throws(Rejection) -> RegisteredAs {
    guard let token = old.token, let address = old.address else { return old }
    var whole = old.response.members ?? [:]
    for name in [
      "registration_access_token", "registration_client_uri", "client_secret_expires_at",
      "client_id_issued_at",
    ] { whole[name] = nil }
    whole["client_name"] = metadata["client_name"]
    if has("updates-one-member-alone") {
      whole = whole.filter { ["client_id", "client_name"].contains($0.key) }
    }
    let answer = try send(.put, address, token, whole)
    guard answer.status.code == 200, let object = answer.object else { return old }
    var registration = try registered(object)
    registration.token = registration.token ?? token
    keep(registration)
    return registration
  }
}
