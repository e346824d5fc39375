internal import Basics

/// The defaults of a client's authentication requests (OpenID Connect Registration §2).
extension Sandbox.Client {
  /// The `max_age` of a request without one, in seconds; `nil` for none.
  public var defaultMaxAge: Int? {
    get { members["default_max_age"]?.integerValue }
    set { members["default_max_age"] = newValue.map { JSONValue(integerLiteral: $0) } }
  }
  /// Whether its ID tokens have `auth_time`.
  public var requireAuthTime: Bool {
    get { members["require_auth_time"]?.boolValue ?? false }
    set { members["require_auth_time"] = newValue ? JSONValue(true) : nil }
  }
  /// The `acr_values` of a request without any, the preferred one first; `nil` for none.
  public var defaultACRValues: [String]? {
    get { texts("default_acr_values") }
    set { put("default_acr_values", newValue) }
  }
}
