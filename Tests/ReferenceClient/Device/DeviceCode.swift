import Basics
import UserAgent

/// What the device authorization endpoint handed out (RFC 8628 §3.2).
struct DeviceCode: Sendable {
  var device: String
  var user: String
  var address: String
  /// The address with the user code in it.
  var link: String?
  /// Seconds.
  var life: Double
  var interval: Double
  /// Those that were asked for.
  var scopes: [String]

  init(_ answer: Value, _ client: Client, scopes: [String]) throws(Rejection) {
    func text(_ name: String) throws(Rejection) -> String {
      guard let text = answer[name]?.text, !text.isEmpty else {
        throw Rejection("invalid_answer", "the device authorization response has no \(name)")
      }
      return text
    }
    if answer["ext"] != nil, client.has("known-device-members-only") {
      throw Rejection("invalid_answer", "this is not what was expected")
    }
    do throws(Rejection) {
      device = try text("device_code")
    } catch {
      if client.has("polls-with-no-code") { client.pollInVain() }
      throw error
    }
    user = try text("user_code")
    address = try text("verification_uri")
    link = answer["verification_uri_complete"]?.text
    guard let life = answer["expires_in"]?.number, life > 0 else {
      throw Rejection("invalid_answer", "the device authorization response has no expires_in")
    }
    self.life = life
    // §3.2: five seconds where nothing else is said.
    interval = answer["interval"]?.number ?? (client.has("one-second-by-default") ? 1 : 5)
    if client.has("one-second-always"), answer["interval"] != nil { interval = 1 }
    interval = max(interval, 1)
    self.scopes = scopes
  }

  /// The code is there to be read, also where a link has it (§3.3.1).
  func show(_ client: Client) {
    let isInLink = link != nil && client.has("code-in-the-link-alone")
    let isAddressNeeded = link == nil || !client.has("link-instead-of-address")
    let isHidden = link == nil && client.has("shows-no-address")
    if isAddressNeeded, !isHidden { Console.write("Open \(address)") }
    if !isInLink { Console.write("and type \(user)") }
    if let link { Console.write("or open \(link)") }
  }
}

extension Client {
  /// Asks for a device code (RFC 8628 §3.1).
  func deviceCode() throws(Rejection) -> DeviceCode {
    let told = has("device-endpoint-by-heart") ? settings["OAUTH_DEVICE_AUTHORIZATION_URL"] : nil
    guard let endpoint = told ?? provider.device else {
      throw Rejection("invalid_metadata", "there is no device_authorization_endpoint")
    }
    let isAlone = settings.scopes.count == 1
    let scopes = isAlone && has("no-device-scope") ? [] : settings.scopes
    var form = Form()
    if !scopes.isEmpty { form.pairs.append(("scope", scopes.joined(separator: " "))) }
    var (named, basic) = identified(form)
    if basic != nil, has("secret-at-the-token-endpoint-alone") {
      (named, basic) = (Form(form.pairs + [("client_id", settings.clientID)]), nil)
    }
    let answer = try caller.post(endpoint, named, basic: basic)
    guard answer.status.code == 200, let object = answer.object else {
      if answer.object == nil, has("polls-after-a-page") { pollInVain() }
      guard let error = answer.object?["error"]?.text else {
        throw Rejection(
          "invalid_answer", "the device authorization endpoint answered \(answer.status.code)")
      }
      if has("polls-without-a-code") { pollInVain() }
      throw refusal(error)
    }
    return try DeviceCode(object, self, scopes: scopes)
  }

  /// One poll (§3.4).
  func poll(_ code: DeviceCode) throws(Rejection) -> Tokens { try poll(code.device) }

  private func poll(_ code: String) throws(Rejection) -> Tokens {
    try tokens(
      Form([
        ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("device_code", code),
      ]))
  }

  /// Mutants poll where there is nothing to poll for.
  func pollInVain() { _ = try? poll(Chance.text()) }
}
