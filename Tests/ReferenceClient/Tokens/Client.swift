import Basics

/// The client, and the server that it speaks to.
struct Client: Sendable {
  let settings: Settings
  var caller: Caller
  var provider: Provider
  let keys: KeyRing
  /// The key that it authenticates with (RFC 7523).
  let key: PrivateKey?
  /// The key that its tokens are bound to (RFC 9449).
  let possession: Possession?

  init(_ settings: Settings, _ provider: Provider, _ keys: KeyRing? = nil) {
    self.settings = settings
    caller = Caller(settings)
    self.provider = provider
    self.keys = keys ?? KeyRing(provider.keys, settings)
    key = Self.told(settings)
    possession = settings.profile == "sender-constrained" ? Possession(settings) : nil
  }

  /// With what the metadata says.
  init(_ settings: Settings) throws(Rejection) {
    self.init(settings, try Provider.discover(settings, Caller(settings)))
  }

  /// How the API is called.
  var resource: Caller { caller.forAPI }

  /// One GET, with the token where this API wants it.
  func callAPI(_ url: String, _ token: String) throws(Rejection) -> Answer {
    if has("token-always-in-the-address") {
      return try resource.get("\(url)?\(Form([("access_token", token)]).written)")
    }
    if has("token-twice-always") {
      let headers: Headers = [
        .accept: "application/json", .authorization: "Bearer \(token)",
        .contentType: "application/x-www-form-urlencoded",
      ]
      return try resource.send(
        .post, url, headers, Array(Form([("access_token", token)]).written.utf8))
    }
    guard let call = settings.call else {
      return try proved(.get, url, token: token) { (proof) throws(Rejection) in
        try resource.get(
          url, bearer: token, accept: "application/json, application/jwt", proof: proof)
      }
    }
    let query = call.replacing("{access_token}", with: Form.encoded(token))
    return try resource.get("\(url)?\(query)")
  }

  func has(_ id: String) -> Bool { settings.has(id) }
}
