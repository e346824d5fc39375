/// What the browser brought, once it is known to belong to the flow.
struct Callback: Sendable {
  var code: String?
  var accessToken: String?
  var idToken: String?
  var refreshToken: String?
  var expiresIn: Double?
  var scopes: [String]?
}
