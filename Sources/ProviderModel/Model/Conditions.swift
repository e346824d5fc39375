/// The names of what can be wrong with a request, and the facts that come with each.
public enum Conditions {
  public static let authorize: [String: [String]] = [
    "client_missing": [], "client_unknown": ["value"],
    "redirect_missing": ["param"], "redirect_unregistered": [],
    "redirect_mismatch": ["value"], "redirect_host_mismatch": ["value"],
    "response_type_missing": ["param"], "response_type_unsupported": ["value"],
    "response_type_not_allowed": ["value"], "response_mode_unsupported": ["value"],
    "scope_missing": ["param"], "scope_unknown": ["value"], "scope_not_allowed": ["value"],
    "parameter_repeated": ["param"], "parameter_invalid": ["param", "value"],
    "parameter_missing": ["param"],
    "challenge_missing": ["param"], "challenge_method_unsupported": ["value"],
    "login_required": ["value"], "consent_required": ["value"], "user_denied": [],
    "not_signed_in": [],
  ]

  /// Found before a redirect URI can be trusted: these are never redirected to what was sent.
  public static let untrusted: Set<String> = [
    "client_missing", "client_unknown", "redirect_unregistered", "redirect_missing",
    "redirect_mismatch", "redirect_host_mismatch",
  ]

  /// Who asks, at every endpoint that authenticates clients.
  static let client: [String: [String]] = [
    "content_type_unsupported": ["value"], "body_unreadable": [],
    "parameter_repeated": ["param"], "parameter_missing": ["param"],
    "parameter_invalid": ["param", "value"],
    "client_missing": ["param"], "client_unknown": ["value"],
    "client_auth_repeated": [], "client_auth_unsupported": ["value"],
    "secret_missing": ["param"], "secret_wrong": [], "secret_unexpected": [],
    "signature_missing": [], "signature_wrong": [], "nonce_reused": ["value"],
    "timestamp_skewed": ["value", "now"],
  ]

  public static let token: [String: [String]] = client.merging(
    [
      "grant_missing": ["param"], "grant_unsupported": ["value"], "grant_not_allowed": ["value"],
      "code_unknown": ["value"], "code_expired": ["issued_at", "expires_at", "now"],
      "code_reused": ["issued_at", "expires_at", "now"], "code_other_client": ["value"],
      "redirect_missing": ["param"], "redirect_mismatch": ["value", "expected"],
      "verifier_missing": ["param"], "verifier_wrong": [], "verifier_malformed": [],
      "verifier_unexpected": [],
      "refresh_unknown": ["value"], "refresh_expired": ["issued_at", "expires_at", "now"],
      "refresh_revoked": [], "refresh_reused": [], "refresh_other_client": ["value"],
      "scope_unknown": ["value"], "scope_not_allowed": ["value"], "scope_exceeded": ["value"],
      "scope_missing": ["param"], "password_wrong": ["value"],
    ]) { first, _ in first }

  public static let resource: [String: [String]] = [
    "content_type_unsupported": ["value"], "body_unreadable": [],
    "parameter_missing": ["param"], "parameter_invalid": ["param", "value"],
    "token_missing": [], "token_repeated": [], "token_unknown": ["value"],
    "token_expired": ["value", "issued_at", "expires_at", "now"], "token_revoked": ["value"],
    "token_other_audience": ["value"], "scope_insufficient": ["value"],
    "signature_missing": [], "signature_wrong": [], "item_missing": ["value"],
    "rate_limited": ["value", "count"],
  ]

  static let all = ["authorize": authorize, "token": token, "resource": resource]

  /// What can be wrong at an endpoint of this kind.
  public static func of(_ kind: Endpoint.Kind) -> [String: [String]] {
    switch kind {
    case .token: token
    case .revoke: client.merging(["token_other_client": []]) { first, _ in first }
    case .introspect: client
    case .resource: resource
    case .document: [:]
    default: authorize
    }
  }

  /// The table in which an endpoint of this kind finds its errors, unless it names another.
  public static func table(of kind: Endpoint.Kind) -> String {
    switch kind {
    case .token, .revoke, .introspect: "token"
    case .resource, .document: "resource"
    default: "authorize"
    }
  }
}

extension Provider {
  /// Everything that a request to this endpoint may come to, also what only this provider has a name for.
  public func conditions(at endpoint: Endpoint) -> Set<String> {
    let table =
      endpoint.kind.isService ? endpoint.service.errors : Conditions.table(of: endpoint.kind)
    let own = errors[table].map { Set($0.keys) } ?? []
    return own.union(Conditions.of(endpoint.kind).keys).union(named(at: endpoint))
      .subtracting(["*"])
  }

  /// What the fixture's own checks and addresses come to here: an entry for everything may be all that the errors
  /// have for it.
  private func named(at endpoint: Endpoint) -> [String] {
    let bound = Set(endpoint.routes.flatMap(\.variables))
    let addresses = variables.filter { bound.contains($0.name) }.map(\.rule.condition)
      .filter { !$0.isEmpty }
    switch endpoint.kind {
    case .document: return addresses
    case .resource, .introspect, .revoke: return addresses + endpoint.service.checks.map(\.fail)
    case .token:
      let grants = token.grants.map(\.grant)
      return addresses + (checks[.scope] ?? []).map(\.fail)
        + grants.flatMap { $0.checks.map(\.fail) + $0.same.map(\.condition) }
    default:
      return addresses + checks.values.flatMap { $0.map(\.fail) }
        + parameters.map(\.rule.invalid) + [endpoint.condition].compactMap(\.self)
        + endpoint.conditions.map(\.condition)
    }
  }
}
