/// Somebody who has signed in, and what that brought.
struct SignIn: Sendable {
  /// `nil` where an ID token is all that was asked for.
  var tokens: Tokens?
  var subject: String?
  /// What was granted.
  var scopes: [String]
  /// The claims of the ID token, with those of the userinfo endpoint.
  var claims: [String: Value] = [:]
  /// As the first ID token had it: a refreshed one is held against it (OIDC Core §12.2).
  var idToken: [String: Value] = [:]
}
