/// Names that tokens and answers use for themselves: what a cast says of people never stands in their place.
enum ReservedClaims {
  /// What the server itself says, and where that is written down.
  private static let clauses: [String: String] = [
    "iss": "RFC 7519 §4.1", "aud": "RFC 7519 §4.1", "exp": "RFC 7519 §4.1", "nbf": "RFC 7519 §4.1",
    "iat": "RFC 7519 §4.1", "jti": "RFC 7519 §4.1", "nonce": "OpenID Connect Core §2",
    "auth_time": "OpenID Connect Core §2", "azp": "OpenID Connect Core §2",
    "at_hash": "OpenID Connect Core §3.1.3.6", "c_hash": "OpenID Connect Core §3.3.2.11",
    "s_hash": "Financial-grade API 1.0 Part 2 §5.1",
    "sid": "OpenID Connect Front-Channel Logout §3",
    "client_id": "RFC 9068 §2.2", "scope": "RFC 9068 §2.2.3", "cnf": "RFC 7800 §3.1",
  ]

  /// What says that a claim is the server's; `nil` for one that may be a person's.
  static func clause(of name: String) -> String? { clauses[name] }

  /// Members of a person that go nowhere unasked: the name that is typed, what stands there anyway, and what OpenID
  /// Connect Core §2 has in ID tokens alone.
  static let unsent: Set<String> = ["username", "sub", "acr", "amr"]
  /// Members of a person of a cast that say what happens, and are never sent.
  static let secret = ["password", "at", "outcome"]
}
