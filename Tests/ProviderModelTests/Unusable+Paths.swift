/// Conditions that never change, and requests, answers and pages that lack a part.
extension Unusable {
  static let all =
    signIn + tokens + members + conditions + requests + tokenPath + places + forms + devices
    + words + effects + wire + moments + refused + parts + relations + contradictions + lists + idle
    + answers + comparisons + elements + scopes + refusals + unused + scopeLists
    + idTokens + always + unseen + types + silent

  static let conditions = [
    Unusable(
      #"{"flow": {"stages": {"login": {"when": {"not": true}}, "consent": {}}}}"#,
      "/flow/stages/login/when",
      #"nobody can sign in: the stage "login" is skipped for every request, as its "when" never holds"#
    ),
    Unusable(
      #"{"flow": {"stages": {"login": {"when": {"eq": ["a", "b"]}}, "consent": {}}}}"#,
      "/flow/stages/login/when",
      #"nobody can sign in: the stage "login" is skipped for every request, as its "when" never holds"#
    ),
    Unusable(
      #"{"flow": {"stages": {"login": {"when": {"all": [false]}}, "consent": {}}}}"#,
      "/flow/stages/login/when",
      #"nobody can sign in: the stage "login" is skipped for every request, as its "when" never holds"#
    ),
    Unusable(
      #"{"flow": {"stages": {"login": {"when": {"any": [false, {"in": ["a", ["b"]]}]}}, "consent": {}}}}"#,
      "/flow/stages/login/when",
      #"nobody can sign in: the stage "login" is skipped for every request, as its "when" never holds"#
    ),
    Unusable(
      #"{"flow": {"stages": {"login": {"when": {"less": ["2", "1"]}}, "consent": {}}}}"#,
      "/flow/stages/login/when",
      #"nobody can sign in: the stage "login" is skipped for every request, as its "when" never holds"#
    ),
    Unusable(
      #"{"flow": {"stages": {"login": {"when": {"match": ["a", "b"]}}, "consent": {}}}}"#,
      "/flow/stages/login/when",
      #"nobody can sign in: the stage "login" is skipped for every request, as its "when" never holds"#
    ),
    Unusable(
      #"{"flow": {"stages": {"login": {"when": {"not": {"not": false}}}, "consent": {}}}}"#,
      "/flow/stages/login/when",
      #"nobody can sign in: the stage "login" is skipped for every request, as its "when" never holds"#
    ),
    Unusable(
      #"{"answers": {"code": {"issues": {"code": {"eq": ["a", "b"]}}, "parameters": {"code": "{{tok.code.value?}}"}}}}"#,
      "/answers/code/issues", #"no token can be issued: the answer "code" issues nothing"#),
    Unusable(
      #"{"token": {"grants": {"authorization_code": {"issues": {"access": {"not": true}}}}}}"#,
      "/token/grants/authorization_code/issues",
      #"no token can be issued: the grant "authorization_code" gives no access token"#),
    Unusable(
      #"{"shapes": {"token": {"json": {"access_token": {"$if": {"eq": ["a", "b"]}, "then": "{{tok.access.value}}"}}}}}"#,
      "/shapes/token",
      #"no token can be issued: the answer "token" to the grant "authorization_code" holds no token"#
    ),
    Unusable(
      #"{"answers": {"code": {"issues": {"code": true}, "parameters": {"code": {"$if": false, "then": "{{tok.code.value}}"}}}}}"#,
      "/answers/code/parameters",
      #"no token can be issued: the parameters of the answer "code" hold nothing that it issues"#),
    Unusable(
      #"{"endpoints": {"consent": {"kind": "consent", "at": "main:/consent", "denied": {"eq": ["a", "a"]}}}}"#,
      "/endpoints/consent/denied",
      #"nobody can consent: every answer of the page "consent" makes this true"#),
    Unusable(
      #"{"pages": {"consent": {"fields": {"allow_value": "deny"}}}, "endpoints": {"consent": {"kind": "consent", "at": "main:/consent"}}}"#,
      "/endpoints/consent/denied",
      #"nobody can consent: every answer of the page "consent" makes this true"#),
    Unusable(
      #"{"checks": {"request": {"x": {"when": {"not": false}, "fail": "scope_not_allowed"}}}}"#,
      "/checks/request/x", #"nobody can sign in: the check "x" refuses every authorization request"#
    ),
    Unusable(
      #"{"token": {"grants": {"authorization_code": {"checks": {"x": {"fail": "scope_not_allowed"}}}}}}"#,
      "/token/grants/authorization_code/checks/x",
      #"no token can be issued: the check "x" refuses every request with the grant "authorization_code""#
    ),
  ]

  static let requests = [
    Unusable(
      #"{"parameters": {"client_id": {}, "redirect_uri": {}, "scope": {}, "state": {}}}"#,
      "/parameters",
      "nobody can sign in: an authorization request says by response_type what it asks for, which is not read"
    ),
    Unusable(
      #"{"parameters": {"client_id": {}, "redirect_uri": {}, "response_type": {"values": ["ticket"]}, "scope": {}, "state": {}}}"#,
      "/parameters/response_type/values",
      "nobody can sign in: none of these response types has an answer"),
    Unusable(
      #"{"parameters": {"client_id": {"values": ["shop"]}, "redirect_uri": {}, "response_type": {}, "scope": {}, "state": {}}}"#,
      "/parameters/client_id/values", "nobody can sign in: a cast says which clients there are"),
    Unusable(
      #"{"parameters": {"client_id": {}, "redirect_uri": {}, "response_type": {}, "scope": {}, "state": {"name": "client_id"}}}"#,
      "/parameters/state/name", #""client_id" and "state" are both "client_id" on the wire"#),
    Unusable(
      #"{"token": {"parameters": {"grant_type": {}, "code": {"name": "grant_type"}, "redirect_uri": {}, "code_verifier": {}, "client_id": {}, "client_secret": {}}}}"#,
      "/token/parameters/code/name", #""grant_type" and "code" are both "grant_type" on the wire"#),
    Unusable(
      #"{"parameters": {"client_id": {}, "redirect_uri": {}, "response_type": {}, "scope": {}, "state": {"name": "t"}}, "endpoints": {"authorize": {"ticket": "t"}}}"#,
      "/parameters/state/name", #""t" is also the ticket of "authorize""#),
    Unusable(
      #"{"parameters": {"client_id": {}, "redirect_uri": {}, "response_type": {}, "state": {}}, "scope": {"required": true, "default": [], "known": {"a": "b"}}}"#,
      "/parameters",
      "nobody can sign in: every authorization request has to name a scope (scope.required), which is not read"
    ),
    Unusable(
      #"{"scope": {"required": true}}"#,
      "/scope/required",
      "nobody can sign in: every authorization request has to name a scope, and none is known"),
    Unusable(
      #"{"scope": {"known": {"a b": "both"}}}"#,
      "/scope/known/a b", #"no request can name the scope "a b""#),
    Unusable(
      #"{"parameters": {"client_id": {}, "redirect_uri": {}, "response_type": {}, "scope": {}, "state": {}}, "code_challenge": {"required": "always"}}"#,
      "/parameters",
      "nobody can sign in: every authorization request has to have a code_challenge, which is not read"
    ),
    Unusable(
      #"{"parameters": {"client_id": {}, "redirect_uri": {}, "response_type": {}, "scope": {}, "state": {}, "code_challenge": {}, "code_challenge_method": {"values": ["plain"]}}, "code_challenge": {"required": "always", "plain": false}}"#,
      "/parameters/code_challenge_method/values",
      "nobody can sign in: every request has to have a code_challenge, and none of these methods is accepted"
    ),
  ]

  static let tokenPath = [
    Unusable(
      #"{"token": {"client_auth": {"basic": false, "post": false, "none": true}, "grants": {"authorization_code": {"client_authentication": "always"}}}}"#,
      "/token/client_auth",
      #"no token can be issued: the grant "authorization_code" is for clients that authenticate"#),
    Unusable(
      #"{"token": {"client_auth": {"basic": false, "post": false, "none": true}, "grants": {"authorization_code": {}, "client_credentials": {}}}}"#,
      "/token/client_auth",
      #"no token can be issued: the grant "client_credentials" is for clients that authenticate"#),
    Unusable(
      #"{"token": {"parameters": {"grant_type": {}, "code": {"many": true}, "redirect_uri": {}, "code_verifier": {}, "client_id": {}, "client_secret": {}}}}"#,
      "/token/parameters/code/many", #""code" is one text"#),
    Unusable(
      #"{"token": {"parameters": {"grant_type": {}, "code": {"values": ["a"]}, "redirect_uri": {}, "code_verifier": {}, "client_id": {}, "client_secret": {}}}}"#,
      "/token/parameters/code/values", #"each "code" is another text"#),
    Unusable(
      #"{"shapes": {"token": {"json": {"access_token": "{{tok.access.value|prefix:5}}"}}}}"#,
      "/shapes/token",
      #"no token can be issued: the answer "token" to the grant "authorization_code" shows access_token only through a filter"#
    ),
    Unusable(
      #"{"answers": {"code": {"issues": {"code": true}, "parameters": {"code": "{{tok.code.value|sha256}}"}}}}"#,
      "/answers/code/parameters",
      #"no token can be issued: the answer "code" shows code only through a filter"#),
    Unusable(
      #"{"shapes": {"token": {"json": {"a": {"$if": {"eq": ["{{tok.access.value}}", "x"]}, "then": 1}}}}}"#,
      "/shapes/token",
      #"no token can be issued: the answer "token" to the grant "authorization_code" holds no token"#
    ),
    Unusable(
      #"{"token": {"grants": {"authorization_code": {"issues": {"access": true}}, "refresh_token": {"issues": {"access": true}}}}}"#,
      "/token/grants/refresh_token",
      #"nothing issues a refresh token for the grant "refresh_token""#),
    Unusable(
      #"{"shapes": {"token": {"json": {"access_token": "{{tok.access.value}}"}}}, "token": {"grants": {"authorization_code": {"issues": {"access": true, "refresh": true}}, "refresh_token": {"issues": {"access": true}}}}}"#,
      "/shapes/token",
      #"no token can be issued: no answer shows a refresh token for the grant "refresh_token""#),
    Unusable(
      #"{"token": {"grants": {"authorization_code": {"issues": {"access": true, "refresh": true}}, "refresh_token": {"issues": {"access": true}, "rotates": true}}}}"#,
      "/token/grants/refresh_token/issues",
      #"no token can be issued: the grant "refresh_token" uses up its refresh token and issues no new one"#
    ),
    Unusable(
      #"{"shapes": {"again": {"json": {"access_token": "{{tok.access.value}}"}}}, "token": {"grants": {"authorization_code": {"issues": {"access": true, "refresh": true}}, "refresh_token": {"answer": "again", "issues": {"access": true, "refresh": true}, "rotates": true}}}}"#,
      "/shapes/again",
      #"no token can be issued: the grant "refresh_token" uses up its refresh token, and its answer does not show the new one"#
    ),
  ]

  static let places = [
    Unusable(
      #"{"endpoints": {"me": {"token": {"header": []}}}}"#,
      "/endpoints/me/token",
      #"the answer of "me" is about the person or the grant of a token, and no token is read"#),
    Unusable(
      #"{"endpoints": {"me": {"token": {"header": [], "max_age": 5}}}}"#,
      "/endpoints/me/token/max_age", #""max_age" has no effect, as "me" reads no token"#),
    Unusable(
      #"{"endpoints": {"me": {"token": {"header": []}, "rate": {"most": 5, "seconds": 60}}}}"#,
      "/endpoints/me/rate", #""rate" counts the calls of a token, and "me" reads none"#),
    Unusable(
      #"{"endpoints": {"me": {"token": {"header": ["Bearer x"]}}}}"#,
      "/endpoints/me/token/header",
      #"expected a scheme of the Authorization header, such as Bearer (RFC 9110 §11.1), found "Bearer x""#
    ),
    Unusable(
      #"{"endpoints": {"me": {"token": {"header": [""]}}}}"#,
      "/endpoints/me/token/header", "expected a scheme of the Authorization header"),
    Unusable(
      #"{"endpoints": {"me": {"token": {"header": ["Bearer:"]}}}}"#,
      "/endpoints/me/token/header", "expected a scheme of the Authorization header"),
    Unusable(
      #"{"endpoints": {"me": {"token": {"query": [""]}}}}"#,
      "/endpoints/me/token/query", "expected the name of a parameter, found an empty text"),
    Unusable(
      #"{"endpoints": {"me": {"token": {"header": [], "form": ["t"]}, "read": {"form": true}, "methods": ["GET"]}}}"#,
      "/endpoints/me/methods", #"a token for "me" comes in its form, and its methods have none"#),
    Unusable(
      #"{"endpoints": {"me": {"token": {"header": [], "form": ["t"]}, "methods": ["POST"], "read": {"query": true}}}}"#,
      "/endpoints/me/read", #"a token for "me" comes in its form, which is not read"#),
    Unusable(
      #"{"endpoints": {"revoke": {"kind": "revoke", "at": "main:/revoke", "token": {"form": []}}}}"#,
      "/endpoints/revoke/token", #""revoke" reads no token, so every request is refused"#),
    Unusable(
      #"{"endpoints": {"introspect": {"kind": "introspect", "at": "main:/introspect", "methods": ["GET"]}}}"#,
      "/endpoints/introspect/methods",
      #"the parameter token of "introspect" comes in its form, and its methods have none"#),
    Unusable(
      #"{"endpoints": {"logout": {"kind": "logout", "at": "main:/logout"}}}"#,
      "/endpoints/logout", #"the logout "logout" leads nowhere"#),
    Unusable(
      #"{"endpoints": {"logout": {"kind": "logout", "at": "main:/logout", "page": "signed-out", "asks": "sign-out", "ticket": "ticket", "methods": ["GET"]}}}"#,
      "/endpoints/logout/asks",
      #"the form of the page "sign-out" is sent to "logout" by POST, which does not answer that method"#
    ),
    Unusable(
      #"{"credentials": {"code": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "access": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "id": {"lifetime": 60, "jwt": {"header": {}, "claims": {"iss": "{{base.first}}", "sub": "{{person.sub}}", "aud": "{{client.client_id}}", "exp": "{{tok.id.ends}}", "iat": "{{now}}"}, "alg": "RS256"}}}, "signing": {"RS256": {}}}"#,
      "/credentials/id/jwt/header", #"a header has an "alg""#),
    Unusable(
      #"{"credentials": {"code": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "access": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "id": {"lifetime": 60, "jwt": {"header": {"alg": {"$if": {"has": "req.state"}, "then": "none", "else": "{{key.alg}}"}}, "claims": {"iss": "{{base.first}}", "sub": "{{person.sub}}", "aud": "{{client.client_id}}", "exp": "{{tok.id.ends}}", "iat": "{{now}}"}, "alg": "RS256"}}}, "signing": {"RS256": {}}}"#,
      "/credentials/id/jwt/header/alg", "the header names none, and the token is signed with RS256"),
  ]

  static let forms = [
    Unusable(
      #"{"templates": {"mine": "<form method=\"get\" action=\"{{page.action}}\">{{> hidden}}<input name=\"{{fields.username}}\"><input name=\"{{fields.password}}\"><button>Go</button></form>"}, "pages": {"login": {"template": "mine"}}}"#,
      "/pages/login", #"nobody can sign in: the form of the page "login" is not sent by POST"#),
    Unusable(
      #"{"templates": {"mine": "<!-- <form method=\"post\" action=\"{{page.action}}\">{{> hidden}}<input name=\"{{fields.username}}\"><input name=\"{{fields.password}}\"><button>Go</button></form> -->"}, "pages": {"login": {"template": "mine"}}}"#,
      "/pages/login", #"nobody can sign in: the template of the page "login" has no form"#),
    Unusable(
      #"{"templates": {"mine": "<form method=\"post\" action=\"{{page.action}}\">{{> hidden}}<input name=\"user\"><input name=\"{{fields.password}}\"><button>Go</button></form>"}, "pages": {"login": {"template": "mine"}}}"#,
      "/pages/login",
      #"nobody can sign in: the form of the page "login" has no field "username", which "login" reads"#
    ),
    Unusable(
      #"{"templates": {"mine": "<form method=\"post\" action=\"{{page.action}}\">{{> hidden}}<input name=\"{{fields.username}}\"><button>Go</button></form>"}, "pages": {"login": {"template": "mine"}}}"#,
      "/pages/login",
      #"nobody can sign in: the form of the page "login" has no field "password", which "login" reads"#
    ),
    Unusable(
      #"{"pages": {"login": {"hidden": {"ticket": "x{{txn.id}}"}}}}"#,
      "/pages/login",
      #"on the page "login" the form goes to "login" without its ticket ticket; write "ticket": "{{txn.id}}" in hidden"#
    ),
    Unusable(
      #"{"pages": {"login": {"hidden": {"ticket": "{{txn.id|sha256}}"}}}}"#,
      "/pages/login",
      #"on the page "login" the form goes to "login" without its ticket ticket; write "ticket": "{{txn.id}}" in hidden"#
    ),
    Unusable(
      #"{"pages": {"login": {"hidden": {"ticket": "{{txn.id|prefix:3}}"}}}}"#,
      "/pages/login",
      #"on the page "login" the form goes to "login" without its ticket ticket; write "ticket": "{{txn.id}}" in hidden"#
    ),
  ]

  static let devices = [
    Unusable(
      #"{"endpoints": {"device_authorization": {"kind": "device_authorization", "at": "main:/da"}, "device": {"kind": "device", "at": "main:/device", "page": "user-code", "asks": "user-code-confirm", "then": "device_connected", "on_failure": "device_denied"}, "device_connected": {"kind": "page", "at": "main:/device/connected", "page": "device-connected"}, "device_denied": {"kind": "page", "at": "main:/device/denied", "page": "device-denied"}}, "token": {"grants": {"authorization_code": {}, "urn:ietf:params:oauth:grant-type:device_code": {}}}, "credentials": {"code": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "access": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "device_code": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "user_code": {"value": "{{rand:[0-9]{4}}}"}}}"#,
      "/credentials/user_code/value",
      "two devices could get the same user code, as it has 13 bits of random text; it needs 20 bits"
    ),
    Unusable(
      #"{"endpoints": {"device_authorization": {"kind": "device_authorization", "at": "main:/da", "answer": "da"}, "device": {"kind": "device", "at": "main:/device", "page": "user-code", "asks": "user-code-confirm", "then": "device_connected", "on_failure": "device_denied"}, "device_connected": {"kind": "page", "at": "main:/device/connected", "page": "device-connected"}, "device_denied": {"kind": "page", "at": "main:/device/denied", "page": "device-denied"}}, "token": {"grants": {"authorization_code": {}, "urn:ietf:params:oauth:grant-type:device_code": {}}}, "credentials": {"code": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "access": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "device_code": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "user_code": {"value": "{{rand:[A-Z]{6}}}"}}, "shapes": {"da": {"json": {"user_code": "{{device.user_code}}"}}}}"#,
      "/shapes/da", #"the answer "da" of "device_authorization" has no device_code"#),
    Unusable(
      #"{"endpoints": {"device_authorization": {"kind": "device_authorization", "at": "main:/da", "answer": "da"}, "device": {"kind": "device", "at": "main:/device", "page": "user-code", "asks": "user-code-confirm", "then": "device_connected", "on_failure": "device_denied"}, "device_connected": {"kind": "page", "at": "main:/device/connected", "page": "device-connected"}, "device_denied": {"kind": "page", "at": "main:/device/denied", "page": "device-denied"}}, "token": {"grants": {"authorization_code": {}, "urn:ietf:params:oauth:grant-type:device_code": {}}}, "credentials": {"code": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "access": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "device_code": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "user_code": {"value": "{{rand:[A-Z]{6}}}"}}, "shapes": {"da": {"json": {"device_code": "{{tok.device_code.value}}"}}}}"#,
      "/shapes/da", #"the answer "da" of "device_authorization" has no user_code"#),
  ]

  /// Patches of a small provider that leave it usable.
  static let fine = [
    // Families in a patch, and beside an inherited entry for an ancestor.
    #"{"quirks": [{"id": "q", "summary": "Q.", "evidence": {"grade": "inferred", "source": "a test"}, "patch": {"errors": {"token": {"code_*": {"shape": "token-error", "code": "x"}}}}}]}"#,
    #"{"token": {"grants": {"authorization_code": {}, "urn:ietf:params:oauth:grant-type:jwt-bearer": {"trusts": {"*": {"audience": ["{{base.first}}"]}}}}}, "errors": {"token": {"jwt_*": {"shape": "token-error", "code": "x"}}}}"#,
    // A page of its own.
    #"{"templates": {"mine": "<form method=\"post\" action=\"{{page.action}}\">{{> hidden}}<input name=\"{{fields.username}}\"><input name=\"{{fields.password}}\"><button>Go</button></form>"}, "pages": {"login": {"template": "mine"}}}"#,
    // Conditions that a request can change.
    #"{"flow": {"stages": {"login": {"when": {"any": [false, {"has": "req.state"}]}}, "consent": {}}}}"#,
    #"{"flow": {"stages": {"login": {"when": {"not": {"eq": ["{{form.a}}", "b"]}}}, "consent": {}}}}"#,
    #"{"token": {"client_auth": {"basic": false, "post": false, "none": true}, "grants": {"authorization_code": {}, "client_credentials": {"client_authentication": "named"}}}}"#,
  ]
}
