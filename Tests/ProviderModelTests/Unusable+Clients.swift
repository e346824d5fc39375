/// Requests that are always refused, and answers that no client can use.
extension Unusable {
  private static let credentials =
    #""code": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "access": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}"#

  /// An ID token in which one claim has another value.
  private static func idToken(
    _ claim: String, _ value: String, header: String = "", lifetime: Int = 60,
    at pointer: String? = nil, _ sentence: String
  ) -> Unusable {
    var claims = [
      "iss": #""{{base.first}}""#, "sub": #""{{person.sub}}""#, "aud": #""{{client.client_id}}""#,
      "exp": #""{{tok.id.ends}}""#, "iat": #""{{now}}""#,
    ]
    claims[claim] = value
    let members = claims.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }
    return Unusable(
      """
      {"signing": {"RS256": {}}, "credentials": {\(credentials), "id": {"lifetime": \(lifetime), "jwt":
        {"alg": "RS256", "header": {"alg": "{{key.alg}}"\(header)}, "claims": {\(members.joined(separator: ", "))}}}}}
      """, pointer ?? "/credentials/id/jwt/claims/\(claim)", sentence)
  }

  /// Tokens that every client refuses.
  static let idTokens = [
    idToken("exp", #""{{now|plus:60|string}}""#, "\"exp\" is a number of seconds, found a text"),
    idToken("exp", #""{{tok.id.ends|millis}}""#, "\"exp\" is a number of seconds, and |millis"),
    idToken("exp", "1600000000", "each token is over when it is issued"),
    idToken("iat", #""{{now|plus:60}}""#, "clients refuse a token whose \"iat\" is in the future"),
    idToken("iat", #""{{now|isodate}}""#, "\"iat\" is a number of seconds, found a text"),
    idToken(
      "exp", #""{{tok.id.ends}}""#, lifetime: 0, at: "/credentials/id/lifetime",
      "an ID token has to end"),
    idToken("sub", #""alice""#, "all people have the same \"sub\""),
    idToken("sub", #"{"$null": true}"#, "all people have the same \"sub\""),
    idToken("sub", #""{{client.client_id}}""#, "all people have the same \"sub\""),
    idToken("sub", #""{{rand:[a-z]{32}}}""#, "each ID token of a person has another \"sub\""),
    idToken("aud", "[]", "a client refuses an ID token whose \"aud\" does not name it"),
    idToken("aud", #""{{base.first}}""#, "a client refuses an ID token whose \"aud\""),
    idToken("nonce", #""n""#, "clients compare \"nonce\" with the one of their authorization"),
    idToken("nonce", #""{{req.nonce?}}""#, "clients compare \"nonce\" with the one of their"),
    idToken("at_hash", #""{{hash.code}}""#, "clients compare \"at_hash\" with a hash"),
    idToken(
      "own", #""{{tok.id.value}}""#, at: "/credentials/id/jwt/claims",
      "no token has itself in it"),
    idToken(
      "iss", #""{{base.first}}""#, header: #", "crit": ["zz"]"#,
      at: "/credentials/id/jwt/header/crit", "a client has to refuse a JWT with an extension"),
    idToken(
      "iss", #""{{base.first}}""#, header: #", "b64": false"#,
      at: "/credentials/id/jwt/header/b64", "a JWT is always encoded"),
    idToken(
      "iss", #""{{base.first}}""#, header: #", "typ": 5"#,
      at: "/credentials/id/jwt/header/typ", "\"typ\" is a text"),
  ]

  private static let parameters =
    #""client_id": {}, "redirect_uri": {}, "scope": {}, "state": {}"#

  private static func access(_ when: String) -> Unusable {
    Unusable(
      "{\"token\": {\"grants\": {\"authorization_code\": {\"issues\": {\"access\": \(when)}}}}}",
      "/token/grants/authorization_code/issues",
      "no token can be issued: the grant \"authorization_code\" gives no access token")
  }

  /// Predicates that always hold, or never, at their place.
  static let always = [
    access(#"{"all": [{"has": "auth.state"}, {"not": {"has": "auth.state"}}]}"#),
    access(
      #"{"all": [{"eq": ["{{auth.state}}", "a"]}, {"any": [{"eq": ["{{auth.state}}", "b"]}, {"not": {"has": "auth.state"}}]}]}"#
    ),
    access(#"{"eq": ["{{req.grant_type}}", "refresh_token"]}"#),
    access(#"{"match": ["{{grant.type}}", "refresh"]}"#),
    access(
      #"{"all": [{"match": ["{{auth.state}}", "a.*"]}, {"not": {"match": ["{{auth.state}}", "a.*"]}}]}"#
    ),
    Unusable(
      #"{"flow": {"stages": {"login": {"when": {"eq": ["{{req.prompt}}", "login"]}}, "consent": {}}}}"#,
      "/flow/stages/login/when",
      "nobody can sign in: the stage \"login\" is skipped for an ordinary request"),
    Unusable(
      #"{"templates": {"login": "<form method=post action=\"{{links.token}}\">{{> hidden}}<input name=username><input name=password><button>Go</button></form>"}}"#,
      "/templates/login",
      "nobody can sign in: the page \"login\" of the stage \"login\" has no form"
    ),
    Unusable(
      #"{"endpoints": {"consent": {"kind": "consent", "at": "main:/consent", "denied": {"has": "form.ticket"}}}}"#,
      "/endpoints/consent/denied", "nobody can consent: every answer of the page \"consent\""),
    Unusable(
      #"{"checks": {"request": {"x": {"when": {"has": "req.client_id"}, "fail": "scope_not_allowed"}}}}"#,
      "/checks/request/x",
      "nobody can sign in: the check \"x\" refuses every authorization request"),
    Unusable(
      #"{"checks": {"session": {"x": {"when": {"not": {"has": "person.zzz"}}, "fail": "user_denied"}}}}"#,
      "/checks/session/x",
      "nobody can sign in: the check \"x\" refuses every authorization request"),
    Unusable(
      #"{"token": {"grants": {"authorization_code": {"checks": {"x": {"when": {"has": "req.code"}, "fail": "scope_not_allowed"}}}}}}"#,
      "/token/grants/authorization_code/checks/x",
      "no token can be issued: the check \"x\" refuses every request with the grant"),
    Unusable(
      #"{"endpoints": {"me": {"checks": {"x": {"when": {"has": "token.value"}, "fail": "token_unknown"}}}}}"#,
      "/endpoints/me/checks/x", "the check \"x\" refuses every call of \"me\""),
    Unusable(
      #"{"endpoints": {"token": {"methods": ["PUT"]}}}"#, "/endpoints/token/methods",
      "no token can be issued: clients send a token request by POST"),
    Unusable(
      #"{"token": {"client_auth": {"basic": false, "post": false, "none": false, "tls_client_auth": true}}}"#,
      "/token/client_auth", "clients authenticate by a certificate alone"),
    Unusable(
      "{\"parameters\": {\(parameters), \"response_type\": {\"default\": \"cod\"}}}",
      "/parameters/response_type/default",
      "every request without response_type is refused, as nothing knows \"cod\"; did you mean"),
    Unusable(
      "{\"parameters\": {\(parameters), \"response_type\": {}, \"response_mode\": {\"default\": \"popup\"}}}",
      "/parameters/response_mode/default",
      "every request without response_mode is refused, as nothing knows \"popup\""),
    Unusable(
      #"{"scope": {"known": {"a": "A"}, "required": true, "default": ["a"]}}"#, "/scope/required",
      "\"required\" has no effect beside \"default\""),
    Unusable(
      #"{"endpoints": {"me": {"signature": {"head": ["x"]}}}}"#, "/endpoints/me/signature",
      "no request can be signed, as the signature has no place"),
  ]

  /// Answers in which a client does not find what it looks for.
  static let unseen = [
    Unusable(
      #"{"answers": {"code": {"issues": {"code": true}, "parameters": {"kode": "{{tok.code.value}}"}}}}"#,
      "/answers/code/parameters",
      "no client finds {{tok.code.value}}; write it as the text of the parameter \"code\""),
    Unusable(
      #"{"answers": {"code": {"issues": {"code": true}, "parameters": {"code": {"a": "{{tok.code.value}}"}}}}}"#,
      "/answers/code/parameters", "no client finds {{tok.code.value}}"),
    Unusable(
      #"{"answers": {"code": {"issues": {"code": true}, "parameters": {"code": "{{tok.code.value}}", "state": "x"}}}}"#,
      "/answers/code/parameters/state", "clients refuse a \"state\" that is not the one"),
    Unusable(
      #"{"answers": {"code": {"issues": {"code": true}, "parameters": {"code": "{{tok.code.value}}", "error": "x"}}}}"#,
      "/answers/code/parameters/error", "clients take an answer with \"error\" for a refusal"),
    Unusable(
      #"{"errors": {"authorize": {"user_denied": {"shape": "own"}}}, "shapes": {"own": {"status": 403, "json": {"a": 1}}}}"#,
      "/errors/authorize/user_denied", "a client does not learn that the person refused"),
    Unusable(
      #"{"errors": {"authorize": {"user_denied": {"shape": "own"}}}, "shapes": {"own": {"redirect": {"parameters": {"state": "{{req.state?}}"}}}}}"#,
      "/errors/authorize/user_denied", "a client does not learn that the person refused"),
    Unusable(
      #"{"shapes": {"token": {"json": {"access_token": "{{tok.access.value}}", "token_type": "bearer", "expires_in": 7}}}, "credentials": {"#
        + credentials
        + "}}",
      "/shapes/token/json/expires_in", "the access token ends after 60 seconds"),
    Unusable(
      #"{"token": {"grants": {"authorization_code": {}, "client_credentials": {}}}, "shapes": {"token": {"json": {"access_token": "{{tok.access.value}}", "token_type": "bearer", "user": "{{person.username}}"}}}}"#,
      "/shapes/token/json/user", "{{person.username}} is empty where a client gets a token"),
    Unusable(
      #"{"people": {"id": "{{rand:[1-9][0-9]{8}}}"}, "shapes": {"me": {"json": {"id": "{{person.sub}}"}}}}"#,
      "/shapes/me/json/id",
      "the placeholder {{person.sub}} can't be resolved: person has no sub here; add \"sub\" to people"
    ),
  ]

  /// Values of people, headers and addresses of a wrong type or form.
  static let types = [
    Unusable(
      #"{"shapes": {"me": {"json": {"a": "{{person.name|millis}}"}}}}"#, "/shapes/me/json/a",
      "|millis needs a number, and {{person.name}} is a text there"),
    Unusable(
      #"{"shapes": {"me": {"json": {"a": "{{now|minus:person.name}}"}}}}"#, "/shapes/me/json/a",
      "|minus needs a number behind its colon, and person.name is a text"),
    Unusable(
      #"{"shapes": {"me": {"json": {"a": "{{person.name|number}}"}}}}"#, "/shapes/me/json/a",
      "|number makes a number of digits, and {{person.name}} is a text of other characters"),
    Unusable(
      #"{"shapes": {"me": {"json": {"a": {"$each": "{{person.name}}", "value": "x"}}}}}"#,
      "/shapes/me/json/a/$each", "expected a list after $each, and {{person.name}} is a text"),
    Unusable(
      #"{"shapes": {"me": {"json": {"$pick": "{{person.name}}", "from": {"a": 1}}}}}"#,
      "/shapes/me/json/$pick", "expected a list after $pick, and {{person.name}} is a text"),
    Unusable(
      #"{"shapes": {"me": {"json": {"a": {"$merge": [{"b": 1}, "{{now}}"]}}}}}"#,
      "/shapes/me/json/a/$merge/1", "expected objects after $merge, and {{now}} is a number"),
    Unusable(
      #"{"shapes": {"me": {"json": {"a": {"$if": {"less": ["{{person.name}}", "5"]}, "then": 1}}}}}"#,
      "/shapes/me/json/a/$if",
      "\"less\" compares numbers and versions, and {{person.name}} is a text"),
    Unusable(
      #"{"shapes": {"me": {"headers": {"Content-Encoding": "gzip"}}}}"#,
      "/shapes/me/headers/Content-Encoding", "a shape can't set Content-Encoding"),
    Unusable(
      #"{"shapes": {"me": {"headers": {"X-A": "\u00e4{{person.sub}}"}}}}"#,
      "/shapes/me/headers/X-A", "expected a text on one line, in ASCII"),
    Unusable(
      #"{"redirect_uri": {"default": "javascript:alert(1)"}}"#, "/redirect_uri/default",
      "expected an absolute URI to which a browser can be redirected"),
    Unusable(
      #"{"redirect_uri": {"default": "no where"}}"#, "/redirect_uri/default",
      "expected an absolute URI to which a browser can be redirected"),
    Unusable(
      #"{"hosts": {"other": "shop.test"}}"#, "/hosts/other", "\"main\" is this host already"),
    Unusable(
      #"{"hosts": {"main": "Shop.test"}}"#, "/hosts/main",
      "host names have small letters here, as browsers send them; write \"shop.test\""),
    Unusable(
      #"{"endpoints": {"me": {"at": "main:/%2e%2E/b"}}}"#, "/endpoints/me/at",
      "there is a segment . or .."),
  ]

  /// What these rules leave alone.
  static let served = [
    #"{"people": {"id": "{{rand:[1-9][0-9]{8}}}"}, "shapes": {"me": {"json": {"id": "{{person.id}}", "n": {"$if": {"has": "person.nick"}, "then": "{{person.nick}}"}, "m": "{{#if person.nick}}{{person.nick}}{{/if}}x"}}}}"#,
    #"{"flow": {"stages": {"login": {"when": {"any": [{"not": {"has": "session.sid"}}, {"eq": ["{{req.prompt}}", "login"]}]}}, "consent": {}}}}"#,
    #"{"token": {"grants": {"authorization_code": {"issues": {"access": {"any": [{"has": "auth.state"}, {"not": {"has": "auth.state"}}]}}}}}}"#,
    #"{"token": {"grants": {"authorization_code": {"issues": {"access": {"all": [{"match": ["{{grant.type}}", "code.*"]}, {"not": {"eq": ["{{auth.state}}", "x"]}}]}}}}}}"#,
    #"{"endpoints": {"me": {"checks": {"closed": {"fail": "token_unknown"}}}}}"#,
    #"{"shapes": {"me": {"json": {"a": "{{{person.sub}}}", "b": "{{{rand:[0-9a-f]{8}}}}", "c": "{{person.email|lower}}"}}}}"#,
    #"{"token": {"grants": {"authorization_code": {}, "client_credentials": {}}}, "shapes": {"token": {"json": {"access_token": "{{tok.access.value}}", "token_type": "bearer", "user": "{{person.username?}}"}}}}"#,
    #"{"people": {"id": "{{rand:[1-9][0-9]{8}}}"}, "claims": ["sub"]}"#,
    #"{"pages": {"consent": {"fields": {"allow": "yes", "allow_value": "1", "deny": "no", "deny_value": "1"}}}}"#,
    ##"{"shapes": {"redirect": {"redirect": {"suffix": "#_", "parameters": {"error": "{{err.code}}", "state": "{{req.state?}}"}}}}}"##,
  ]
}
