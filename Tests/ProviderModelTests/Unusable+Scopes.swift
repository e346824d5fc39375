/// Scopes, tokens of people, keys and conditions.
extension Unusable {
  static let scopeLists = [
    Unusable(
      #"{"scope": {"default": "{{client.scopes}}", "known": {"openid": "x"}}}"#, "/scope/default",
      #""{{client.scopes}}" is a placeholder, and each request gets the same scopes here"#),
    Unusable(
      #"{"scope": {"always": ["openid", "{{req.scope}}"], "known": {"openid": "x"}}}"#,
      "/scope/always/1", #""{{req.scope}}" is a placeholder"#),
    Unusable(
      #"{"scope": {"default": ["opnid"], "known": {"openid": "x"}}}"#, "/scope/default/0",
      #"unknown scope "opnid"; did you mean "openid"?"#),
    Unusable(
      #"{"token": {"grants": {"authorization_code": {"ends_earlier": "scopes"}}}}"#,
      "/token/grants/authorization_code/ends_earlier",
      #"expected true, false or "other_scopes", found the string "scopes""#),
    Unusable(
      #"{"token": {"grants": {"authorization_code": {}, "client_credentials": {"ends_earlier": true}}}}"#,
      "/token/grants/client_credentials/ends_earlier",
      #""ends_earlier" says nothing here: it belongs to grants of the kinds code"#),
    Unusable(
      #"{"endpoints": {"me": {"token": {"header": null, "person": true}}}, "shapes": {"me": {"json": {"id": "1"}}}}"#,
      "/endpoints/me/token/person", #""person" has no effect, as "me" reads no token"#),
    Unusable(
      #"{"endpoints": {"revoke": {"kind": "revoke", "at": "main:/revoke", "token": {"form": ["token"], "person": true}}}}"#,
      "/endpoints/revoke/token/person",
      #""person" has no effect at an endpoint of the kind revoke"#),
    Unusable(
      #"{"signing": {"RS256": {"separate": ["code"]}}}"#, "/signing/RS256/separate/0",
      #"expected a kind of token that is a JWT, found "code""#),
    Unusable(
      #"{"endpoints": {"revoke": {"kind": "revoke", "at": "main:/revoke", "errors": "own"}}, "errors": {"own": {"token_other_client": {"shape": "token-error", "code": "x"}}}}"#,
      "/errors/own", "14 conditions of the table \"own\" have no wire form"),
  ]
}
