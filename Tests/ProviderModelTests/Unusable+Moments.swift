/// Contradictions on the wire, and conditions that no request changes.
extension Unusable {
  /// Statuses, headers and cookies that contradict their content.
  static let wire = [
    Unusable(
      #"{"errors": {"token": {"code_unknown": {"shape": "token-error", "code": "x", "status": 204}}}}"#,
      #"/errors/token/code_unknown/status"#,
      #"a response with the status 204 has no content (RFC 9110 §15)"#),
    Unusable(
      #"{"errors": {"token": {"code_unknown": {"shape": "token-error", "code": "x", "status": 302}}}}"#,
      #"/errors/token/code_unknown/status"#,
      #"a response with the status 302 leads to an address (RFC 9110 §15.4), and this one has none"#
    ),
    Unusable(
      #"{"errors": {"authorize": {"user_denied": {"shape": "redirect", "code": "x", "status": 400}}}}"#,
      #"/errors/authorize/user_denied/status"#,
      #"a redirect has a status from 300 to 399 (RFC 9110 §15.4), found 400"#),
    Unusable(
      #"{"shapes": {"me": {"status": 205}}}"#,
      #"/shapes/me/status"#,
      #"a response with the status 205 has no content (RFC 9110 §15)"#),
    Unusable(
      #"{"shapes": {"me": {"status": 302}}}"#,
      #"/shapes/me/status"#,
      #"a response with the status 302 leads to an address (RFC 9110 §15.4), and this one has none"#
    ),
    Unusable(
      #"{"endpoints": {"me": {"token": {"header": ["Bearer"], "headers": ["Content-Length"]}}}}"#,
      #"/endpoints/me/token/headers/0"#,
      #"the header Content-Length has another meaning in every request, so no token can be in it"#),
    Unusable(
      #"{"endpoints": {"me": {"token": {"header": ["Bearer"], "headers": ["Cookie"]}}}}"#,
      #"/endpoints/me/token/headers/0"#,
      #"the header Cookie has another meaning in every request, so no token can be in it"#),
    Unusable(
      #"{"shapes": {"me": {"headers": {"X-A": "1", "x-a": "2"}}}}"#,
      #"/shapes/me/headers/x-a"#,
      #""X-A" and "x-a" are one name, as case does not count (RFC 9110 §5.1)"#),
    Unusable(
      #"{"headers": {"X-Id": "1", "X-ID": "2"}}"#,
      #"/headers/X-ID"#,
      #""X-Id" and "X-ID" are one name, as case does not count (RFC 9110 §5.1)"#),
    Unusable(
      #"{"answers": {"code": {"issues": {"code": true}, "parameters": {"code": "{{tok.code.value}}"}, "suffix": "\r\nX-A: 1"}}}"#,
      #"/answers/code/suffix"#,
      #"expected one line of text, found a line break or another control character"#),
    Unusable(
      #"{"cookies": {"browser": {"name": "b{{query.x}}"}}}"#,
      #"/cookies/browser/name"#,
      #"the name differs from one request to the next, so the cookie is never found again"#),
    Unusable(
      #"{"shapes": {"token": {"status": 400, "json": {"access_token": "{{tok.access.value}}"}}}}"#,
      #"/shapes/token/status"#,
      #"no token can be issued: the answer "token" to the grant "authorization_code" has the status 400, which clients take for an error (RFC 6749 §5.1)"#
    ),
    Unusable(
      #"{"shapes": {"token": {"json": null, "page": "error"}}}"#,
      #"/shapes/token/page"#,
      #"no token can be issued: the answer "token" to the grant "authorization_code" is for browsers, and a program reads it"#
    ),
  ]

  /// Conditions about facts that are always, or never, known.
  static let moments = [
    Unusable(
      #"{"shapes": {"me": {"json": {"a": "{{tok.access.value}}"}}}}"#,
      #"/shapes/me/json/a"#,
      #"{{tok.access}} is always empty here: this request presents a token"#),
    Unusable(
      #"{"shapes": {"me": {"json": {"a": "{{err.code}}"}}}}"#,
      #"/shapes/me/json/a"#,
      #"{{err.code}} is always empty here"#),
    Unusable(
      #"{"endpoints": {"k": {"kind": "document", "at": "main:/k"}}, "shapes": {"k": {"json": {"a": "{{person.sub}}"}}}}"#,
      #"/shapes/k/json/a"#,
      #"{{person.sub}} is always empty here: a document is the same for everybody"#),
    Unusable(
      #"{"flow": {"stages": {"login": {"when": {"has": "person.sub"}}, "consent": {}}}}"#,
      #"/flow/stages/login/when"#,
      #"nobody can sign in: the stage "login" is skipped for every request, as its "when" never holds"#
    ),
    Unusable(
      #"{"checks": {"request": {"x": {"when": {"has": "client.client_id"}, "fail": "scope_not_allowed"}}}}"#,
      #"/checks/request/x"#,
      #"nobody can sign in: the check "x" refuses every authorization request, as its "when" always holds"#
    ),
    Unusable(
      #"{"checks": {"session": {"x": {"when": {"has": "person.username"}, "fail": "user_denied"}}}}"#,
      #"/checks/session/x"#,
      #"nobody can sign in: the check "x" refuses every authorization request, as its "when" always holds"#
    ),
    Unusable(
      #"{"checks": {"request": {"x": {"when": {"any": [{"has": "req.state"}, {"not": {"has": "req.state"}}]}, "fail": "scope_not_allowed"}}}}"#,
      #"/checks/request/x"#,
      #"nobody can sign in: the check "x" refuses every authorization request, as its "when" always holds"#
    ),
    Unusable(
      #"{"checks": {"request": {"x": {"when": {"has": "person.sub"}, "fail": "scope_not_allowed"}}}}"#,
      #"/checks/request/x/when"#,
      #"{{person.sub}} is always empty here: these checks run before anybody has signed in"#),
    Unusable(
      #"{"checks": {"address": {"x": {"when": {"eq": ["{{client.kind}}", "spa"]}, "fail": "client_unknown"}}}}"#,
      #"/checks/address/x/when"#,
      #"{{client.kind}} is always empty here: these checks run before the client is known, and before anybody has signed in"#
    ),
    Unusable(
      #"{"checks": {"session": {"x": {"when": {"eq": ["{{grant.type}}", "code"]}, "fail": "user_denied"}}}}"#,
      #"/checks/session/x/when"#,
      #"{{grant.type}} is always empty here: the grant is made after this"#),
    Unusable(
      #"{"flow": {"stages": {"login": {}, "consent": {"force": {"has": "token.scope"}}}}}"#,
      #"/flow/stages/consent/force"#,
      #"{{token.scope}} is always empty here: the grant is made after this"#),
    Unusable(
      #"{"token": {"grants": {"authorization_code": {"checks": {"x": {"when": {"has": "tok.access"}, "fail": "code_unknown"}}}}}}"#,
      #"/token/grants/authorization_code/checks/x/when"#,
      #"{{tok.access}} is always empty here: the tokens are issued after these checks"#),
    Unusable(
      #"{"endpoints": {"me": {"token": {"header": ["Bearer"]}, "checks": {"x": {"when": {"has": "exchange.audience"}, "fail": "token_unknown"}}}}}"#,
      #"/endpoints/me/checks/x/when"#,
      #"{{exchange.audience}} is always empty here: this request presents a token, and no response of the token endpoint"#
    ),
    Unusable(
      #"{"endpoints": {"me": {"token": {"header": ["Bearer"]}, "checks": {"x": {"when": {"not": {"has": "now"}}, "fail": "token_unknown"}}}}}"#,
      #"/endpoints/me/checks/x/when"#,
      #"the check "x" refuses nothing, as its "when" never holds"#),
    Unusable(
      #"{"checks": {"request": {"x": {"when": {"all": [{"has": "req.state"}, {"not": {"has": "req.state"}}]}, "fail": "scope_not_allowed"}}}}"#,
      #"/checks/request/x/when"#,
      #"the check "x" refuses nothing, as its "when" never holds"#),
  ]
}
