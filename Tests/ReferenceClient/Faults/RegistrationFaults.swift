import Basics
import HTTPTypes

/// Faults of mutants around a registration.
struct RegistrationFaults {
  private let registrar: Registrar
  private let registration: RegisteredAs?

  init(_ registrar: Registrar, _ registration: RegisteredAs?) {
    self.registrar = registrar
    self.registration = registration
  }

  private var client: Client { registrar.client }
  private func has(_ id: String) -> Bool { client.has(id) }

  /// The invented registration of a mutant that the server did not register.
  func madeUp(_ answer: Answer) -> Value? {
    let error = answer.object?["error"]?.text
    let goesOn =
      if answer.status.code == 401 {
        has("signs-in-without-initial-token")
      } else if let error, answer.status.code == 400 {
        has("signs-in-after-\(error)")
      } else if answer.object == nil {
        has("signs-in-after-a-page")
      } else {
        error == nil && has("signs-in-without-client-id")
      }
    return goesOn ? .object(["client_id": .text(Chance.text())]) : nil
  }

  /// Of a response that registers the client.
  func judge(_ object: Value) throws(Rejection) {
    func refuse(_ id: String, _ isSuch: Bool) throws(Rejection) {
      if isSuch, has(id) { throw Rejection("invalid_answer", "this is not what was expected") }
    }
    let isWhole = object["redirect_uris"] != nil
    try refuse("known-registration-members-only", object["ext"] != nil)
    try refuse("no-null-members", object.members?.values.contains(.null) == true)
    try refuse("needs-its-metadata-back", !isWhole)
    try refuse(
      "needs-a-registration-token", isWhole && object["registration_access_token"] == nil)
  }

  /// A second registration, which the server refuses: the first one stays good.
  func again(_ endpoint: String) {
    var metadata = registrar.metadata
    switch client.settings.fault?.id {
    case "registers-by-a-form-too":
      _ = try? client.caller.post(endpoint, Form([("client_name", "Reference client")]))
      return
    case "registers-a-fragment-too":
      metadata["redirect_uris"] = .list([.text("http://127.0.0.1/callback#done")])
    case "asks-for-unfitting-grants":
      metadata["response_types"] = .list([.text("token")])
    default: return
    }
    _ = try? registrar.send(.post, endpoint, nil, metadata)
  }

  /// Once somebody has signed in.
  func afterwards() {
    guard let registration, let token = registration.token else { return }
    if let initial = client.settings["OAUTH_INITIAL_ACCESS_TOKEN"],
      has("initial-token-for-everything"), let address = registration.address
    {
      _ = try? registrar.send(.get, address, initial, nil)
    }
    if has("registration-token-on-the-screen") {
      Console.write("registered with \(token)", to: 2)
    }
  }
}
