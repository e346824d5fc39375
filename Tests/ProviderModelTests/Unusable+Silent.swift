/// Mistakes that make a provider wrong at run time, and nothing else.
extension Unusable {
  static let silent = filteredPatterns + wrongTypes + wrongPlaces + wrongValues

  private static let filteredPatterns = [
    Unusable(
      #"{"people": {"num": "{{rand:[1-9][0-9]{7}|number}}"}, "shapes": {"me": {"json": {"id": "{{person.num}}"}}}}"#,
      "/people/num", "expected a pattern without filters, found |number: here | separates"),
    Unusable(
      #"{"shapes": {"me": {"json": {"id": "{{person.sub}}", "n": "{{rand:[a|b](c|d)|prefix:3}}"}}}}"#,
      "/shapes/me/json/n", "expected a pattern without filters, found |prefix:3"),
    Unusable(
      #"{"shapes": {"me": {"json": {"id": "{{person.sub}}", "n": "{{once:n:[0-9]{5}|number}}"}}}}"#,
      "/shapes/me/json/n", "expected a pattern without filters, found |number"),
  ]

  private static let wrongTypes = [
    Unusable(
      #"{"signing": {"RS256": {}}, "answers": {"code": {"issues": {"code": true}, "parameters": {"code": "{{tok.code.value}}"}}}, "token": {"grants": {"authorization_code": {"issues": {"access": true}}}}, "credentials": {"access": {"lifetime": 60, "jwt": {"alg": 5, "header": {"alg": "{{key.alg}}"}, "claims": {"jti": "{{rand:[a-z]{40}}}"}}}}}"#,
      "/credentials/access/jwt/alg", "expected a string or an array of lines, found a number"),
    Unusable(
      #"{"signing": {"RS256": {}}, "answers": {"code": {"issues": {"code": true}, "parameters": {"code": "{{tok.code.value}}"}}}, "token": {"grants": {"authorization_code": {"issues": {"access": true}}}}, "credentials": {"access": {"lifetime": 60, "jwt": {"alg": "RS256", "header": {"alg": 5}, "claims": {"jti": "{{rand:[a-z]{40}}}"}}}}}"#,
      "/credentials/access/jwt/header/alg", "expected a string, found a number"),
    Unusable(
      #"{"checks": {"request": {"a": {"when": {"eq": ["{{req.state}}", "x"]}, "fail": "scope_not_allowed", "remedy": 5}}}}"#,
      "/checks/request/a/remedy", "expected a string or an array of lines, found a number"),
    Unusable(
      #"{"pages": {"login": {"labels": {"title": 5}}}}"#, "/pages/login/labels/title",
      "expected a string or an array of lines, found a number"),
    Unusable(
      #"{"credentials": {"access": {"value": "{{rand:[a-z]{40}}}", "lifetime": "{{person.name}}"}}}"#,
      "/credentials/access/lifetime",
      "a lifetime is a number of seconds, and {{person.name}} is a text"),
    Unusable(
      #"{"credentials": {"access": {"value": "{{rand:[a-z]{40}}}", "lifetime": "{{grant.scope}}"}}}"#,
      "/credentials/access/lifetime",
      "a lifetime is a number of seconds, and {{grant.scope}} is a list"),
    Unusable(
      #"{"clients": {"life": -60}, "credentials": {"access": {"value": "{{rand:[a-z]{40}}}", "lifetime": "{{client.life}}"}}}"#,
      "/clients/life", "expected a whole number from 0 to 3155760000, found -60"),
  ]

  private static let wrongPlaces = [
    Unusable(
      #"{"hosts": {"www": "www.shop.test"}, "endpoints": {"device": {"kind": "device_authorization", "at": "main:/device"}, "activate": {"kind": "device", "at": "www:/activate", "page": "user-code", "asks": "user-code-confirm", "then": "yes", "on_failure": "no"}, "yes": {"kind": "page", "at": "www:/yes", "page": "device-connected"}, "no": {"kind": "page", "at": "www:/no", "page": "device-denied"}}, "credentials": {"device_code": {"value": "{{rand:[A-Za-z]{40}}}", "lifetime": 1800}, "user_code": {"value": "{{rand:[A-Z]{8}}}"}}, "token": {"parameters": {"grant_type": {}, "code": {}, "redirect_uri": {}, "code_verifier": {}, "device_code": {}, "client_id": {}, "client_secret": {}}, "grants": {"authorization_code": {"issues": {"access": true}}, "urn:ietf:params:oauth:grant-type:device_code": {"issues": {"access": true}}}}}"#,
      "/pages/login",
      #"nobody can sign in: the form of the page "login" leads from www.shop.test to shop.test, and the cookie "browser""#
    ),
    Unusable(
      #"{"endpoints": {"me": {"token": {"header": ["Bearer"], "form": ["access_token"]}}}}"#,
      "/endpoints/me/methods", #"a token for "me" comes in its form, and its methods have none"#),
    Unusable(
      #"{"endpoints": {"me": {"methods": ["POST"], "read": {"query": true}, "token": {"header": ["Bearer"], "form": ["access_token"]}}}}"#,
      "/endpoints/me/read",
      #"a token for "me" comes in its form, which is not read; add "form": true to read"#),
    Unusable(
      #"{"bases": {"main": ["main:/v2"]}}"#, "/bases/main",
      #""main" is a host, and no endpoint could have an address of it"#),
    Unusable(
      #"{"endpoints": {"token": {"grant": "authorization_code"}}, "token": {"grants": {"authorization_code": {}, "client_credentials": {}}}}"#,
      "/endpoints/token/grant",
      #"no request can name the grant "client_credentials", as every token endpoint has a grant"#),
    Unusable(
      #"{"endpoints": {"me": {"at": "main:me"}}}"#, "/endpoints/me/at",
      #"expected host:/path, found "main:me"; write "main:/me""#),
    Unusable(
      #"{"endpoints": {"me": {"at": ["main:/a/{x}", "main:/a/{y}"]}}}"#, "/endpoints/me/at",
      #"/a/{x} and /a/{y} of "me" are one address; remove one of them"#),
    Unusable(
      #"{"endpoints": {"me": {"at": ["main:/me", "main:/me"]}}}"#, "/endpoints/me/at",
      "the address main:/me appears twice"),
    Unusable(
      #"{"endpoints": {"authorize": null, "token": null, "me": null}, "shapes": {"me": null}}"#,
      "/endpoints", "no endpoint answers"),
    Unusable(
      #"{"hosts": {"main": null}}"#, "/hosts", "expected a host for the addresses of endpoints"),
  ]

  private static let wrongValues = [
    Unusable(
      #"{"parameters": {"client_id": {}, "redirect_uri": {}, "response_type": {}, "scope": {}, "state": {}, "prompt": {"values": []}}}"#,
      "/parameters/prompt/values", "every request with prompt is refused, as no value is allowed"),
    Unusable(
      #"{"parameters": {"client_id": {}, "redirect_uri": {}, "response_type": {}, "scope": {}, "state": {}, "prompt": {"values": ["login"], "list": true, "alone": "none"}}}"#,
      "/parameters/prompt/alone", #""none" is not one of the values"#),
    Unusable(
      #"{"parameters": {"client_id": {}, "redirect_uri": {}, "response_type": {}, "scope": {}, "state": {}, "prompt": {"alone": "none"}}}"#,
      "/parameters/prompt/alone", #""alone" has no effect without a list"#),
    Unusable(
      #"{"parameters": {"client_id": {}, "redirect_uri": {}, "response_type": {}, "scope": {}, "state": {}, "prompt": {"values": ["login", "consent"]}}, "flow": {"stages": {"login": {"force": {"eq": ["{{req.prompt}}", "logn"]}}, "consent": {}}}}"#,
      "/flow/stages/login/force", #"{{req.prompt}} is never "logn"; did you mean "login"?"#),
    Unusable(
      #"{"parameters": {"client_id": {}, "redirect_uri": {}, "response_type": {}, "scope": {}, "state": {}, "prompt": {"values": ["login", "consent"]}}, "flow": {"stages": {"login": {"force": {"in": ["logn", "{{req.prompt|split: }}"]}}, "consent": {}}}}"#,
      "/flow/stages/login/force", #"{{req.prompt|split: }} is never "logn"; did you mean "login"?"#
    ),
    Unusable(
      #"{"shapes": {"me": {"json": {"id": "{{person.sub}}", "a": "{{person.name.first}}"}}}}"#,
      "/shapes/me/json/a",
      #"{{person.name.first}} is always empty: {{person.name}} is a text, and has no member "first""#
    ),
    Unusable(
      #"{"clients": {"tags": ["a"]}, "shapes": {"me": {"json": {"id": "{{person.sub}}", "a": "{{client.tags|lower}}"}}}}"#,
      "/shapes/me/json/a", "|lower needs a text, and {{client.tags}} is a list there"),
    Unusable(
      #"{"checks": {"request": {"a": {"when": {"equals": ["{{req.state}}", "x"]}, "fail": "scope_not_allowed"}}}}"#,
      "/checks/request/a/when/equals", #"unknown condition "equals""#),
    Unusable(
      #"{"errors": {"token": {"client_*": {"shape": "token-error", "code": "x", "txt": "no"}, "secret_*": {"$same": "client_unknown"}}}}"#,
      "/errors/token/client_*/txt", #"unknown member "txt"; did you mean "text"?"#),
    Unusable(
      #"{"quirks": [{"id": "q", "summary": "s", "evidence": {"grade": "observed", "source": "x"}, "patch": ["x"]}, {"id": "r", "summary": "s", "evidence": {"grade": "observed", "source": "x"}, "on": false, "patch": {"repeats": "first"}}]}"#,
      "/quirks/0/patch", "expected an object with the members to change, found an array"),
    Unusable(
      #"{"erors": {"token": {"*": {"shape": "token-error", "code": "x"}}}}"#, "/erors",
      #"unknown member "erors"; did you mean "errors"?"#),
  ]

  /// Files that look like these mistakes, and can be used.
  static let unusual = [
    #"{"hosts": {"www": "www.shop.test"}, "endpoints": {"device": {"kind": "device_authorization", "at": "main:/device"}, "activate": {"kind": "device", "at": "main:/activate", "page": "user-code", "asks": "user-code-confirm", "then": "yes", "on_failure": "no"}, "yes": {"kind": "page", "at": "www:/yes", "page": "device-connected"}, "no": {"kind": "page", "at": "www:/no", "page": "device-denied"}}, "credentials": {"device_code": {"value": "{{rand:[A-Za-z]{40}}}", "lifetime": 1800}, "user_code": {"value": "{{rand:[A-Z]{8}}}"}}, "token": {"parameters": {"grant_type": {}, "code": {}, "redirect_uri": {}, "code_verifier": {}, "device_code": {}, "client_id": {}, "client_secret": {}}, "grants": {"authorization_code": {"issues": {"access": true}}, "urn:ietf:params:oauth:grant-type:device_code": {"issues": {"access": true}}}}}"#,
    #"{"people": {"num": "{{rand:[0-9]{8}}}"}, "shapes": {"me": {"json": {"id": "{{person.num|number}}", "a": "{{rand:(first|last)}}", "b": "{{rand:a|(first)}}", "c": "{{rand:lower|upper}}", "d": "{{rand:[0-9|number]{4}}}"}}}}"#,
    #"{"endpoints": {"me": {"methods": ["POST"], "token": {"header": ["Bearer"], "form": ["access_token"]}}}}"#,
    #"{"endpoints": {"me": {"methods": ["POST"], "checks": {"v": {"when": {"not": {"eq": ["{{body.action}}", "get"]}}, "fail": "parameter_invalid"}}}}}"#,
    #"{"clients": {"life": 60}, "credentials": {"access": {"value": "{{rand:[a-z]{40}}}", "lifetime": "{{client.life}}"}}}"#,
    #"{"endpoints": {"authorize": {"at": ["main:/oauth", "main:/oauth/"]}}}"#,
    #"{"parameters": {"client_id": {}, "redirect_uri": {}, "response_type": {}, "scope": {}, "state": {}, "prompt": {"values": ["login", "consent"]}}, "flow": {"stages": {"login": {"force": {"eq": ["{{req.prompt}}", "select_account"]}}, "consent": {}}}}"#,
  ]
}
