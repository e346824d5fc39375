/// Words of other tools and of the RFCs, and members without an effect.
extension Unusable {
  static let words = [
    Unusable(
      #"{"endpoints": {"me": {"at": "https://login.shop.test/api/me"}}}"#, "/endpoints/me/at",
      #"expected host:/path, found the address "https://login.shop.test/api/me"; write the host's name in "hosts" and the path, such as "main:/api/me""#
    ),
    Unusable(
      #"{"endpoints": {"me": {"at": "main:/{team}/me"}}, "shapes": {"me": {"json": {"team": "{{vars.team}}"}}}}"#,
      "/shapes/me/json/team",
      #"the placeholder {{vars.team}} can't be resolved: {team} is in an address and has no rule; add "team": {} to vars"#
    ),
    Unusable(
      #"{"shapes": {"me": {"json": {"a": "{{user.name}}"}}}}"#, "/shapes/me/json/a",
      #"the placeholder {{user.name}} can't be resolved here; did you mean "person"?"#),
    Unusable(
      #"{"shapes": {"me": {"json": {"a": "{{person.name|urlencode}}"}}}}"#, "/shapes/me/json/a",
      #"unknown filter "urlencode"; did you mean "encode"?"#),
    Unusable(
      #"{"endpoints": {"keys": {"kind": "jwks", "at": "main:/keys"}}}"#, "/endpoints/keys/kind",
      #"unknown kind "jwks"; did you mean "document"?"#),
    Unusable(
      #"{"errors": {"token": {"invalid_grant": {"shape": "token-error", "code": "invalid_grant"}}}}"#,
      "/errors/token/invalid_grant",
      #""invalid_grant" is an error code, and no condition: write it as "code" of "code_*", "refresh_*", "verifier_*" and redirect_mismatch"#
    ),
    Unusable(
      #"{"checks": {"request": {"x": {"when": {"has": "req.state"}, "fail": "invalid_scope"}}}}"#,
      "/checks/request/x/fail",
      #""invalid_scope" is an error code, and no condition: write it as "code" of "scope_*""#),
  ]

  static let effects = [
    Unusable(
      #"{"headers": {"X-Ours": ""}}"#, "/headers/X-Ours",
      #"an empty text leaves out a header of the server, and the server adds no "X-Ours""#),
    Unusable(
      #"{"headers": {"Content-Length": "5"}}"#, "/headers/Content-Length",
      "a shape can't set Content-Length"),
    Unusable(
      #"{"content_types": {"json": "json"}}"#, "/content_types/json",
      "expected a media type such as text/html; charset=utf-8"),
    Unusable(
      #"{"content_types": {"page": "text/html"}}"#, "/content_types/page",
      #"unknown content "page""#),
    Unusable(
      #"{"unanswered": {"not_found": "nothing"}}"#, "/unanswered/not_found",
      #"there is no shape "nothing""#),
    Unusable(
      #"{"token": {"grants": {"authorization_code": {"checks": {"x": {"early": true, "when": {"has": "person.name"}, "fail": "scope_not_allowed"}}}}}}"#,
      "/token/grants/authorization_code/checks/x/when",
      #"an "early" check knows only the request, and {{person.name}} is known after the client has authenticated"#
    ),
    Unusable(
      #"{"checks": {"request": {"x": {"early": true, "when": {"has": "req.state"}, "fail": "scope_not_allowed"}}}}"#,
      "/checks/request/x/early", #""early" has no effect here"#),
    Unusable(
      #"{"endpoints": {"me": {"rate": [{"most": 5, "seconds": 60}, {"most": 9, "seconds": 60}]}}}"#,
      "/endpoints/me/rate/1", "another limit has a window of 60 s, too"),
    Unusable(
      #"{"endpoints": {"me": {"client": "token"}}}"#, "/endpoints/me/client",
      "a resource takes the token of its caller anyway"),
    Unusable(
      #"{"endpoints": {"seen": {"kind": "introspect", "at": "main:/seen", "client": "token", "token": {"header": ["Bearer"], "form": ["token"]}}}, "errors": {"token": {"token_*": {"shape": "token-error", "code": "x"}}}}"#,
      "/endpoints/seen/token/header",
      #"with "client": "token" the Authorization header has the token of the caller"#),
    Unusable(
      #"{"token": {"grants": {"authorization_code": {}, "client_credentials": {"for": {"owner": "x"}}}}}"#,
      "/token/grants/client_credentials/for/owner", #"no person has a claim "owner""#),
    Unusable(
      #"{"credentials": {"bot": {"kind": "access", "value": "{{rand:[a-z]{32}}}"}}}"#,
      "/credentials/bot", #"nothing issues the credential "bot""#),
    Unusable(
      #"{"token": {"client_auth": {"post": true, "none": false}, "grants": {"authorization_code": {}}}, "credentials": {"access": {"lifetime": 60, "jwt": {"alg": "HS256", "header": {"alg": "{{key.alg}}"}, "claims": {"jti": "{{rand:[a-z]{32}}}", "exp": "{{now}}"}}}}}"#,
      "/credentials/access/jwt/claims/exp", "each token is over when it is issued"),
    Unusable(
      #"{"credentials": {"access": {"lifetime": 60, "jwt": {"alg": "HS256", "header": {"alg": "{{key.alg}}"}, "claims": {"jti": "{{rand:[a-z]{32}}}"}}}}}"#,
      "/credentials/access/jwt/alg", "HS256 is keyed with the client's secret"),
    Unusable(
      #"{"cookies": {"session": {"name": "__Host-sid", "site": true}}}"#, "/cookies/session/name",
      "a cookie whose name begins with __Host- belongs to one host"),
    Unusable(
      #"{"cookies": {"session": {"name": "sid", "value": "[a-z]{4095}"}}}"#,
      "/cookies/session/name", "name and value could have 4099 bytes"),
    Unusable(
      #"{"shapes": {"me": {"json": {"plan": {"$if": {"has": "query.x"}, "then": "a", "else": "b"}}}}, "quirks": [{"id": "q", "summary": "Q.", "evidence": {"grade": "inferred", "source": "a test"}, "patch": {"shapes": {"me": {"json": {"plan": {"then": "c"}}}}}}]}"#,
      "/quirks/0/patch/shapes/me/json/plan",
      #"/shapes/me/json/plan is a value with "$if", which a patch replaces as a whole"#),
  ]
}
