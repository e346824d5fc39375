/// Somebody who has signed in, and what that brought.
struct SignIn: Sendable {
  var tokens: Tokens
  var subject: String?
  var scopes: [String]
  /// The claims of the ID token, with those of the userinfo endpoint.
  var claims: [String: Value] = [:]
  /// As the first ID token had it: a refreshed one is held against it (OIDC Core §12.2).
  var idToken: [String: Value] = [:]
}
