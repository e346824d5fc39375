/// Comparisons that never hold, names that elements of lists don't have, and parts without an effect.
extension Unusable {
  /// Predicates about a value that a fact never has.
  static let comparisons = [
    Unusable(
      #"{"shapes": {"me": {"json": {"a": {"$if": {"eq": ["{{token.status}}", "aktive"]}, "then": 1}}}}}"#,
      "/shapes/me/json/a/$if", #"{{token.status}} is never "aktive"; did you mean "active"?"#),
    Unusable(
      #"{"shapes": {"me": {"json": {"a": {"$if": {"eq": ["bearer", "{{token.kind}}"]}, "then": 1}}}}}"#,
      "/shapes/me/json/a/$if",
      #"{{token.kind}} is never "bearer"; known here: access, refresh"#),
    Unusable(
      #"{"shapes": {"me": {"json": {"a": {"$if": {"not": {"in": ["{{client.kind}}", ["spa", "native"]]}}, "then": 1}}}}}"#,
      "/shapes/me/json/a/$if/not", #"{{client.kind}} is never "native""#),
    Unusable(
      #"{"shapes": {"me": {"json": {"a": {"$if": {"eq": ["{{grant.type}}", "authorisation_code"]}, "then": 1}}}}}"#,
      "/shapes/me/json/a/$if",
      #"{{grant.type}} is never "authorisation_code"; did you mean "authorization_code"?"#),
    Unusable(
      #"{"shapes": {"me": {"json": {"a": {"$if": {"match": ["{{token.kind}}", "id|code"]}, "then": 1}}}}}"#,
      "/shapes/me/json/a/$if", #"{{token.kind}} never matches "id|code""#),
    Unusable(
      #"{"shapes": {"me": {"json": {"a": {"$if": {"in": ["back_channel_loguot", "{{provider.parts}}"]}, "then": 1}}}}}"#,
      "/shapes/me/json/a/$if",
      #"{{provider.parts}} is never "back_channel_loguot"; did you mean "back_channel_logout"?"#),
    Unusable(
      #"{"shapes": {"me": {"json": {"a": {"$if": {"eq": ["{{req.method}}", "get"]}, "then": 1}}}}}"#,
      "/shapes/me/json/a/$if", #"{{req.method}} is never "get"; did you mean "GET"?"#),
    Unusable(
      #"{"shapes": {"me": {"json": {"a": {"$if": {"eq": ["{{token.active}}", "yes"]}, "then": 1}}}}}"#,
      "/shapes/me/json/a/$if", #"{{token.active}} is true or false, and never "yes""#),
    Unusable(
      #"{"shapes": {"me": {"json": {"a": {"$if": {"eq": ["{{token.ends}}", "never"]}, "then": 1}}}}}"#,
      "/shapes/me/json/a/$if", #"{{token.ends}} is a number, and never "never""#),
    Unusable(
      #"{"shapes": {"me": {"json": {"a": {"$if": {"eq": ["{{client.redirect_uris}}", "https://a.test/cb"]}, "then": 1}}}}}"#,
      "/shapes/me/json/a/$if",
      #"{{client.redirect_uris}} is a list, and never the text "https://a.test/cb"; write { "in""#),
    Unusable(
      #"{"shapes": {"me": {"json": {"a": {"$if": {"some": ["{{token.kind}}", {"eq": ["{{item}}", "x"]}]}, "then": 1}}}}}"#,
      "/shapes/me/json/a/$if",
      #""some" looks at the elements of a list, and {{token.kind}} is a text"#),
    Unusable(
      #"{"shapes": {"me": {"json": {"a": {"$if": {"less": ["{{token.active}}", "5"]}, "then": 1}}}}}"#,
      "/shapes/me/json/a/$if",
      #""less" compares numbers and versions, and {{token.active}} is a flag"#),
    Unusable(
      #"{"shapes": {"me": {"json": {"a": {"$if": {"less": ["{{query.v}}", "2024-10"]}, "then": 1}}}}}"#,
      "/shapes/me/json/a/$if",
      #""less" compares numbers and versions such as 5.81, found "2024-10""#),
  ]

  /// Names below the elements of lists, and elements outside of lists.
  static let elements = [
    Unusable(
      #"{"shapes": {"me": {"json": {"id": "{{person.sub}}", "a": "{{item.bogus}}"}}}}"#,
      "/shapes/me/json/a", "{{item}} is always empty here: it is an element of a list"),
    Unusable(
      #"{"shapes": {"me": {"json": {"id": "{{person.sub}}", "a": {"$each": "{{token.scope}}", "value": "{{item.name}}"}}}}}"#,
      "/shapes/me/json/a/value",
      "the placeholder {{item.name}} can't be resolved: item has no name; each element of this list is a text"
    ),
    Unusable(
      #"{"shapes": {"me": {"json": {"id": "{{person.sub}}", "a": {"$if": {"some": ["{{params}}", {"has": "item.nam"}]}, "then": 1}}}}}"#,
      "/shapes/me/json/a/$if/some/1/has",
      "the placeholder {{item.nam}} can't be resolved: item has no nam"),
    Unusable(
      #"{"templates": {"login": "<form method=post action=\"{{page.action}}\">{{> hidden}}{{#each page.people}}{{item.nick}}{{/each}}<input name=username><input name=password><button>Go</button></form>"}}"#,
      "/templates/login",
      "the placeholder {{item.nick}} can't be resolved: item has no nick"),
    Unusable(
      #"{"shapes": {"me": {"json": {"id": "{{person.sub}}", "a": "{{token.ends|minus:found.bogus}}"}}}}"#,
      "/shapes/me/json/a", "{{found.bogus}} is always empty"),
  ]

  /// Scopes that no request can name, and those that say nothing.
  static let scopes = [
    Unusable(
      #"{"scope": {"known": {"a": "A"}, "implies": {"a": ["a"]}}}"#, "/scope/implies/a",
      #""a" implies itself, which has no effect"#),
    Unusable(
      #"{"scope": {"known": {"a": "A"}, "aliases": {"x y": "a"}}}"#, "/scope/aliases/x y",
      #"no request can name the scope "x y""#),
    Unusable(
      #"{"scope": {"bits": {"a b": 4}}}"#, "/scope/bits/a b",
      #"no request can name the scope "a b""#
    ),
    Unusable(
      #"{"scope": {"bits": {"4": 4}}}"#, "/scope/bits/4",
      "the number 4 names the scopes of its bits, so it can't be a scope"),
    Unusable(
      #"{"scope": {"known": {"a": "A"}, "patterns": ["a:[a-z]{1,9}", "x [a-z]{1,9}"]}}"#,
      "/scope/patterns/1", #"no request can name a scope of the pattern "x [a-z]{1,9}""#),
    Unusable(
      #"{"scope": {"known": {"a": "A"}, "patterns": ""}}"#, "/scope/patterns",
      "expected a pattern of scopes, found one that only an empty text matches"),
    Unusable(
      #"{"scope": {"known": {"a": "A"}, "patterns": ["x", "x"]}}"#, "/scope/patterns/1",
      #"the pattern "x" appears twice"#),
    Unusable(
      #"{"scope": {"known": {"a": "A"}, "patterns": ["x", "["]}}"#, "/scope/patterns/1",
      #"pattern "[", character 2"#),
    Unusable(
      #"{"scope": {"any": true, "patterns": ["x"]}}"#, "/scope/patterns",
      #""patterns" has no effect with "any": every scope is known"#),
    Unusable(
      #"{"scope": {"known": {"a": "A"}, "always": ["a", "a"]}}"#, "/scope/always/1",
      #"the scope "a" appears twice"#),
    Unusable(
      #"{"scope": {"known": {"a": "A"}, "table": {"name": "apis", "prefix": "uri", "names": "scopes"}}}"#,
      "/scope/table/name", #"there is no table "apis"; add "apis": { "key": "name" } to tables"#),
    Unusable(
      #"{"tables": {"apis": {"key": "uri"}}, "scope": {"known": {"a": "A"}, "table": {"name": "apis", "prefix": "uri"}}}"#,
      "/scope/table", #"a scope of a table is PREFIX/NAME; add "names" to the table of scopes"#),
  ]

  /// Errors that look like a success, and tokens that are refused.
  static let refusals = [
    Unusable(
      #"{"errors": {"token": {"code_unknown": {"shape": "plain", "code": "x"}}}, "shapes": {"plain": {"json": {"error": "{{err.code}}"}}}}"#,
      "/errors/token/code_unknown",
      "this error has the status 200, which clients take for a success"
    ),
    Unusable(
      #"{"errors": {"token": {"code_unknown": {"shape": "token", "status": 400}}}}"#,
      "/errors/token/code_unknown/shape", #"the shape "token" is the answer of a grant"#),
    Unusable(
      #"{"errors": {"token": {"code_unknown": {"shape": "plain", "code": "x"}}}, "shapes": {"plain": {"status": 400, "json": {"error": "{{err.code}}", "access_token": "{{tok.access.value}}"}}}}"#,
      "/shapes/plain/json/access_token",
      "{{tok.access}} is always empty here: a refusal issues nothing"),
    Unusable(
      #"{"signing": {"RS256": {}}, "credentials": {"id": {"lifetime": 60, "jwt": {"alg": "RS256", "header": {"alg": "{{key.alg}}"}, "claims": {"iss": "{{base.first}}", "sub": "{{person.sub}}", "aud": "{{client.client_id}}", "exp": "{{tok.id.ends}}", "iat": "{{now}}"}}}, "access": {"lifetime": 60, "jwt": {"alg": "RS256", "header": {"alg": "{{key.alg}}"}, "claims": {"iss": "{{base.first}}", "aud": ["https://a.test", "{{base.first}}"], "sub": "{{person.sub}}", "exp": "{{tok.access.ends}}", "jti": "{{rand:[a-z]{32}}}"}}}}, "endpoints": {"me": {"token": {"header": ["Bearer"], "audience": ["https://{{hosts.main}}/me"]}}}}"#,
      "/endpoints/me/token/audience",
      #""me" refuses every access token: the claim "aud" of all of them is https://a.test, https://shop.test, and the endpoint accepts https://shop.test/me"#
    ),
    Unusable(
      #"{"signing": {"RS256": {}}, "endpoints": {"conf": {"kind": "document", "at": "main:/.well-known/openid-configuration", "answer": "conf"}, "jwks": {"kind": "document", "at": "main:/keys"}}, "shapes": {"conf": {"json": {"issuer": "https://id.shop.test", "authorization_endpoint": "{{links.authorize}}", "token_endpoint": "{{links.token}}", "jwks_uri": "{{links.jwks}}"}}}, "credentials": {"id": {"lifetime": 60, "jwt": {"alg": "RS256", "header": {"alg": "{{key.alg}}"}, "claims": {"iss": "{{base.first}}", "sub": "{{person.sub}}", "aud": "{{client.client_id}}", "exp": "{{tok.id.ends}}", "iat": "{{now}}"}}}}}"#,
      "/credentials/id/jwt/claims/iss",
      #"clients refuse tokens whose "iss" is not the "issuer" of the metadata"#
    ),
  ]

  /// Templates, members and parameters that nothing uses.
  static let unused = [
    Unusable(
      #"{"templates": {"spare": "x"}}"#, "/templates/spare", #"nothing uses the template "spare""#),
    Unusable(
      #"{"endpoints": {"me": {"token": {"header": [], "query": ["t"], "check_form": true}}}}"#,
      "/endpoints/me/token/check_form",
      #""check_form" has no effect, as the token is never in the Authorization header"#),
    Unusable(
      #"{"endpoints": {"me": {"token": {"header": [], "query": ["t"], "fields_follow": true}}}}"#,
      "/endpoints/me/token/fields_follow",
      #""fields_follow" has no effect, as the token is never in the Authorization header"#),
    Unusable(
      #"{"endpoints": {"me": {"token": {"header": ["Bearer"], "registered_audiences": true}}}}"#,
      "/endpoints/me/token/registered_audiences",
      #""registered_audiences" has no effect, as a token for any audience is accepted"#),
    Unusable(
      #"{"parameters": {"client_id": {}, "redirect_uri": {}, "response_type": {}, "scope": {}, "state": {}, "code_challenge": {}, "code_chalenge": {}}}"#,
      "/parameters/code_chalenge",
      #"nothing reads the parameter "code_chalenge"; did you mean "code_challenge"?"#),
    Unusable(
      #"{"token": {"parameters": {"grant_type": {}, "code": {}, "redirect_uri": {}, "code_verifier": {}, "client_id": {}, "client_secret": {}, "code_verifer": {}}}}"#,
      "/token/parameters/code_verifer",
      #"nothing reads the parameter "code_verifer"; did you mean "code_verifier"?"#),
  ]

  /// Comparisons, elements, scopes and errors that have a use.
  static let used = [
    #"{"shapes": {"me": {"json": {"a": {"$if": {"all": [{"eq": ["{{token.kind}}", "access"]}, {"eq": ["{{client.access_token_format}}", ""]}, {"eq": ["{{token.ends}}", "0"]}, {"eq": ["{{token.active}}", "true"]}]}, "then": 1}}}}}"#,
    #"{"shapes": {"me": {"json": {"a": {"$if": {"less": ["{{query.v}}", "5.81"]}, "then": 1}, "b": {"$if": {"match": ["{{token.kind}}", "acc.*"]}, "then": 1}}}}}"#,
    #"{"shapes": {"me": {"json": {"a": {"$each": "{{people}}", "value": {"name": "{{item.name}}", "nick": "{{item.nick}}"}}, "b": {"$each": "{{token.scope}}", "value": "{{item}}"}}}}}"#,
    #"{"shapes": {"one": {"json": {"name": "{{item.name}}"}}, "me": {"json": {"a": {"$each": "{{people}}", "value": {"$use": "one"}}}}}}"#,
    #"{"errors": {"token": {"code_unknown": {"shape": "plain", "status": 200, "code": "x"}}}, "shapes": {"plain": {"json": {"error": "{{err.code}}"}}}}"#,
    #"{"scope": {"known": {"a": "A"}, "patterns": ["a:[a-z]{1,9}"], "implies": {"a": ["a:b"]}}}"#,
    #"{"templates": {"spare": "x"}, "shapes": {"me": {"json": {"a": "{{person.sub}}{{> spare}}"}}}}"#,
  ]
}
