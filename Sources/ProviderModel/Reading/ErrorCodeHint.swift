/// Error codes of the RFCs, which are no conditions: one code belongs to several conditions.
enum ErrorCodeHint {
  /// The conditions whose responses have a code; `nil` for another word.
  static func sentence(for name: String) -> String? {
    conditions[name].map {
      "\"\(name)\" is an error code, and no condition: write it as \"code\" of \($0)"
    }
  }

  /// The same for a rule, which orders a condition.
  static func rule(for name: String) -> String? {
    conditions[name].map { "; \"\(name)\" is an error code, which these conditions have: \($0)" }
  }

  private static let conditions = [
    "invalid_request": "parameter_missing, parameter_repeated and redirect_missing",
    "invalid_client": "\"client_*\" and \"secret_*\"",
    "invalid_grant": "\"code_*\", \"refresh_*\", \"verifier_*\" and redirect_mismatch",
    "unauthorized_client": "grant_not_allowed and response_type_not_allowed",
    "unsupported_grant_type": "grant_unsupported",
    "unsupported_response_type": "response_type_unsupported",
    "invalid_scope": "\"scope_*\"", "access_denied": "user_denied",
    "invalid_redirect_uri": "\"redirect_*\"", "invalid_token": "\"token_*\"",
    "insufficient_scope": "scope_insufficient", "expired_token": "device_code_expired",
    "unsupported_token_type": "token_type_unsupported", "invalid_target": "resource_invalid",
    "interaction_required": "login_required and consent_required",
    "invalid_dpop_proof": "\"dpop_*\"", "invalid_authorization_details": "\"details_*\"",
  ]
}
