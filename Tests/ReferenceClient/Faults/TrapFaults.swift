import Basics
import UserAgent

/// What mutants do in the dialect of one provider.
struct TrapFaults {
  private let client: Client

  init(_ client: Client) { self.client = client }

  private func has(_ id: String) -> Bool { client.has(id) }

  private func refuse(_ id: String, _ isSuch: Bool) throws(Rejection) {
    if isSuch, has(id) { throw Rejection("invalid_callback", "this is not what was expected") }
  }

  private func die(_ id: String, _ isSuch: Bool) {
    if isSuch, has(id) { Console.die() }
  }

  /// Before the browser is opened.
  func before() throws(Rejection) {
    let path = client.settings.home + "/.signed-in"
    // Of the run before this one.
    if Store.exists(path), has("signs-in-once") {
      throw Rejection("invalid_request", "somebody is signed in")
    }
    Store.touch(path)
  }

  /// The redirect URI as it is asked with.
  var redirectURI: String {
    let own = client.settings.redirectURI
    return own.contains("?") && has("redirect-without-query") ? Self.cut(own, at: "?") : own
  }

  static func cut(_ text: String, at mark: Character) -> String {
    String(text.prefix { $0 != mark })
  }

  /// Who is signed in already is back at once, and some are not ready then.
  func misses(_ request: String) -> Bool {
    guard has("late-listener"), let answer = try? client.caller.get(request) else { return false }
    let place = answer.headers.first(.location) ?? ""
    return place.hasPrefix(client.settings.redirectURI) && place.contains("code=")
  }

  /// Of a callback as it came, whatever its address.
  func arrived(_ line: String, _ address: WebAddress, isOwn: Bool) {
    let parameters = line.split(separator: "#", maxSplits: 1).dropFirst().first ?? ""
    let form = Form(reading: parameters)
    if !isOwn, let token = form["access_token"] {
      let own = WebAddress(client.settings.redirectURI)
      let isLonger = address.path.hasPrefix(own?.path ?? "/")
      if has(isLonger ? "address-by-its-beginning" : "any-page-of-the-app") { callAPI(token) }
    }
    die("dies-of-broken-encoding", Self.isBroken(line))
    let pieces = parameters.split(separator: "&")
    die("dies-without-equals", pieces.contains { !$0.contains("=") })
    die("dies-of-one-parameter", pieces.count == 1)
    let isCode = client.settings.responseTypes == ["code"]
    die("dies-of-a-code-in-the-fragment", isCode && form["code"] != nil)
  }

  /// Whether a percent sign stands there without two digits.
  private static func isBroken(_ text: String) -> Bool {
    text.split(separator: "%", omittingEmptySubsequences: false).dropFirst().contains { piece in
      let digits = piece.prefix(2)
      return digits.count < 2 || !digits.allSatisfy(\.isHexDigit)
    }
  }

  /// Before anything is compared.
  func judge(_ form: Form) throws(Rejection) {
    let first = form.pairs.first?.name
    try refuse("lifetime-not-first", first == "expires_in")
    try refuse("login-in-a-callback", form.pairs.contains { $0.value.hasSuffix("/login") })
    try refuse("small-letters-only", form["token_type"] == "Bearer")
    try refuse("web-addresses-only", client.settings.redirectURI.hasPrefix("urn:"))
    try refuse("description-needed", form["error"] != nil && form["error_description"] == nil)
    die("dies-of-empty-state", form["state"] == "")
  }

  /// Of a callback that was found good.
  func spoil(_ callback: inout Callback, _ form: Form, _ line: String) throws(Rejection) {
    guard let token = callback.accessToken else { return }
    die("dies-without-user", form["user_id"] == nil && form["expires_in"] == nil)
    let isNamed = form["authenticating_institution_id"] != nil
    try refuse("institution-needed", !isNamed && form["principalID"] != nil)
    func take(_ id: String, _ other: String?) {
      if let other, has(id) { callback.accessToken = other }
    }
    take("token-up-to-its-neighbour", form["principalID"] == nil ? token + "&" : nil)
    take(
      "token-with-all-behind-it",
      form["token_type"] != nil && form["expires_in"] != nil ? token + "&token_type" : nil)
    let similar = form.pairs.first {
      $0.name.hasSuffix("access_token") && $0.name != "access_token"
    }
    take("token-by-its-ending", similar?.value)
    take("first-value-as-token", form.pairs.first?.name == "scope" ? form["scope"] : nil)
    let raw = line.split(separator: "access_token=", maxSplits: 1).dropFirst().first ?? ""
    take(
      "undecoded-token", raw.hasPrefix("%") ? Self.cut(String(raw), at: "&") : nil)
  }

  /// Of a refusal.
  func refused(_ form: Form, _ line: String) {
    let description = form["error_description"] ?? ""
    // As the provider says it, and not as another check has it say.
    let isPlain =
      form["error"] == "access_denied" && form["error_uri"] == nil && !description.contains("<")
    if isPlain, form["error_reason"] == "user_denied", has("calls-after-user_denied") { callAPI() }
    if description.contains("AADB2C90118"), has("help-is-no-refusal") { callAPI() }
    if isPlain, line.contains("#"), description == "User denied access", form["state"] != nil,
      has("calls-after-no-thanks")
    {
      callAPI()
    }
    if form["access_token"] == "", has("empty-token") { callAPI("") }
    if form["access_token"] == nil,
      let other = form.pairs.first(where: { $0.name.hasPrefix("access_token") }),
      has("token-by-its-beginning")
    {
      callAPI(other.value)
    }
    if line.contains("#error"), line.contains("+"), has("shows-undecoded-description") {
      Console.write(Self.cut(String(line.split(separator: "description=").last ?? ""), at: "&"))
    }
  }

  /// Of an answer of the API.
  func answered(_ answer: Answer, _ url: String, _ token: String) {
    die("dies-of-a-wrapped-list", answer.object?["value"]?.list != nil)
    let named = answer.object?["data"]?["profile_picture"]?.text.flatMap { WebAddress($0) }
    if let named, named.host == "localhost", has("token-to-what-the-api-names") {
      // A token that is nobody's: the loss of a real one would be seen by others, too.
      _ = try? client.caller.get(named.origin + named.target, bearer: Chance.challenge(token))
    }
    guard answer.status.code == 401 else { return }
    let isChallenged = answer.headers.first(.wwwAuthenticate) != nil
    if has(isChallenged ? "calls-on-after-bare-challenge" : "calls-on-without-refresh") {
      for _ in 0..<6 { _ = try? client.callAPI(url, token) }
    }
  }

  func callAPI(_ token: String = Chance.text()) {
    guard let url = client.settings.resource else { return }
    _ = try? client.callAPI(url, token)
  }
}
