import Basics

/// The client, and the server that it speaks to.
struct Client: Sendable {
  let settings: Settings
  var caller: Caller
  var provider: Provider
  let keys: KeyRing

  init(_ settings: Settings, _ provider: Provider, _ keys: KeyRing? = nil) {
    self.settings = settings
    caller = Caller(settings)
    self.provider = provider
    self.keys = keys ?? KeyRing(provider.keys, settings)
  }

  /// With what the metadata says.
  init(_ settings: Settings) throws(Rejection) {
    self.init(settings, try Provider.discover(settings, Caller(settings)))
  }

  /// How the API is called.
  var resource: Caller { caller.forAPI }

  /// One GET, with the token where this API wants it.
  func callAPI(_ url: String, _ token: String) throws(Rejection) -> Answer {
    guard let call = settings.call else {
      return try resource.get(url, bearer: token, accept: "application/json, application/jwt")
    }
    let query = call.replacing("{access_token}", with: Form.encoded(token))
    return try resource.get("\(url)?\(query)")
  }

  func has(_ id: String) -> Bool { settings.has(id) }
}
