/// The client, and the server that it speaks to.
struct Client: Sendable {
  let settings: Settings
  let caller: Caller
  let provider: Provider
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

  func has(_ id: String) -> Bool { settings.has(id) }
}
