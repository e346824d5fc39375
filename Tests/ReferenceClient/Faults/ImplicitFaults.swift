/// What mutants of the implicit client do with a callback.
struct ImplicitFaults {
  private let client: Client

  init(_ client: Client) { self.client = client }

  private func has(_ id: String) -> Bool { client.has(id) }

  /// Before anything is compared.
  func judge(_ form: Form) throws(Rejection) {
    func refuse(_ id: String, _ isSuch: Bool) throws(Rejection) {
      if isSuch, has(id) { throw Rejection("invalid_callback", "this is not what was expected") }
    }
    try refuse("implicit-known-parameters-only", form["foo"] != nil)
    try refuse("state-not-first", form.pairs.first?.name == "state")
    try refuse("implicit-exact-token-type", form["token_type"] == "bEaReR")
    try refuse("implicit-lifetime-needed", form["access_token"] != nil && form["expires_in"] == nil)
    let isToken = form["access_token"] != nil
    if isToken, form["token_type"] == nil, has("dies-without-token-type") { Console.die() }
    guard let text = form["expires_in"] else { return }
    switch Double(text) {
    case nil: if has("dies-of-soon") { Console.die() }
    case .some(let life) where life > 1e12: if has("dies-of-a-long-life") { Console.die() }
    case .some(let life) where life < 0: if has("dies-of-the-past") { Console.die() }
    case 0: if has("dies-of-zero") { Console.die() }
    default: break
    }
  }

  /// Of a callback that was found good.
  func spoil(_ callback: inout Callback) {
    guard let token = callback.accessToken else { return }
    if has("decodes-twice") { callback.accessToken = Form.decoded(token) }
    if has("buffer-of-4k"), token.utf8.count == 4096 {
      callback.accessToken = String(token.dropLast())
    }
    if has("buffer-of-8k") { callback.accessToken = String(token.prefix(8192)) }
  }

  /// A state with characters that are encoded, as it stands in the address.
  static func compareEncoded(_ fragment: String) throws(Rejection) {
    let state = fragment.split(separator: "&").first { $0.hasPrefix("state=") } ?? ""
    if state.contains("%") { throw Rejection("state_mismatch", "the state is not the one sent") }
  }

  /// Of a refusal.
  func refused(_ rejection: Rejection, _ form: Form, isInFragment: Bool) {
    let description = form["error_description"] ?? ""
    if let place = form["error_uri"], has("opens-error-uri") {
      try? Opener(client.settings).open(place)
    }
    if description.contains("<"), has("goes-on-after-markup") { callAPI() }
    guard isInFragment, form["error_uri"] == nil, !description.contains("<"),
      form["error"] == rejection.error
    else { return }
    if has("calls-after-\(rejection.error)") { callAPI() }
  }

  /// Once somebody has signed in: a callback that comes again.
  func afterwards(_ again: (String) throws(Rejection) -> Void) throws(Rejection) {
    guard has("takes-each-callback"), Console.hasLine(within: 500), let line = Console.line(),
      line != "cancelled"
    else { return }
    try again(line)
  }

  /// When the page was closed.
  func cancelled(_ url: String) {
    let status = (try? client.caller.get(url))?.status.code ?? 0
    let page = status >= 500 ? "broken" : status >= 400 ? "refused" : "closed"
    if has("calls-after-\(page)-page") { callAPI() }
  }

  private func callAPI() {
    TrapFaults(client).callAPI()
  }
}
