/// The names of what can be wrong with an authorization request, and the facts that come with each.
public enum Conditions {
  public static let authorize: [String: [String]] = [
    "client_missing": [], "client_unknown": ["value"],
    "redirect_missing": ["param"], "redirect_unregistered": [],
    "redirect_mismatch": ["value"], "redirect_host_mismatch": ["value"],
    "response_type_missing": ["param"], "response_type_unsupported": ["value"],
    "response_type_not_allowed": ["value"], "response_mode_unsupported": ["value"],
    "scope_missing": ["param"], "scope_unknown": ["value"], "scope_not_allowed": ["value"],
    "parameter_repeated": ["param"], "parameter_invalid": ["param", "value"],
    "challenge_missing": ["param"], "challenge_method_unsupported": ["value"],
    "login_required": ["value"], "consent_required": ["value"], "user_denied": [],
    "not_signed_in": [],
  ]

  /// Found before a redirect URI can be trusted: these are never redirected to what was sent.
  public static let untrusted: Set<String> = [
    "client_missing", "client_unknown", "redirect_unregistered", "redirect_missing",
    "redirect_mismatch", "redirect_host_mismatch",
  ]
}
