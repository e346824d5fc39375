import ProviderModel

/// An authorization request that passed every check: whoever holds one may redirect.
struct AuthorizationRequest: Sendable {
  let client: String
  let target: RedirectTarget
  let responseType: String
  let mode: String
  var scopes: [String]
  /// The canonical parameters.
  var arguments: Arguments
  /// As it came: pages later on the way may lead back to it.
  let sent: RequestFacts
  /// The person signed in while this request waited: satisfies a forced login.
  var freshLogin = false

  /// The request with these scopes and no others.
  mutating func keep(_ scopes: [String]) {
    self.scopes = scopes
    arguments["scope"] = .texts(scopes)
  }
}
