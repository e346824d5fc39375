/// Answers that no client can use, and values that nothing lets pass.
extension Unusable {
  static let answers = [
    Unusable(
      #"{"parameters": {"client_id": {}, "redirect_uri": {}, "response_type": {}, "scope": {}, "state": {}, "prompt": {"values": ["login"], "default": "consent"}}}"#,
      "/parameters/prompt/default",
      #"every request without prompt is refused, as its default "consent" is not one of its values"#
    ),
    Unusable(
      #"{"parameters": {"client_id": {}, "redirect_uri": {}, "response_type": {}, "scope": {}, "state": {}, "max_age": {"number": true, "default": "x"}}}"#,
      "/parameters/max_age/default",
      #"every request without max_age is refused, as its default "x" is no whole number"#),
    Unusable(
      #"{"parameters": {"client_id": {}, "redirect_uri": {}, "response_type": {}, "scope": {}, "state": {}, "max_age": {"number": true, "values": ["a"]}}}"#,
      "/parameters/max_age/values",
      #""a" is no whole number, and "number" lets nothing else pass"#),
    Unusable(
      #"{"parameters": {"client_id": {}, "redirect_uri": {}, "response_type": {}, "state": {}, "scoe": {}}}"#,
      "/parameters/scoe", #"nothing reads the parameter "scoe"; did you mean "scope"?"#),
    Unusable(
      #"{"endpoints": {"authorize": {"at": "main:/oauth", "methods": ["POST"]}}}"#,
      "/endpoints/authorize/methods",
      #"nobody can sign in: apps redirect browsers to "authorize", and a redirect is followed by GET"#
    ),
    Unusable(
      #"{"shapes": {"me": {"json": null, "redirect": {"parameters": {"x": "y"}}}}}"#,
      "/shapes/me/redirect", #"the answer "me" of "me" is for browsers"#),
    Unusable(
      #"{"shapes": {"me": {"json": null, "page": "error"}}}"#,
      "/shapes/me/page", #"the answer "me" of "me" is for browsers"#),
    Unusable(
      #"{"endpoints": {"p": {"kind": "page", "at": "main:/p"}}}"#,
      "/endpoints/p", #"expected a member "page", found none"#),
    Unusable(
      #"{"endpoints": {"p": {"kind": "document", "at": "main:/_understudy/x", "answer": "me"}}}"#,
      "/endpoints/p/at", "what begins with /_understudy is the server's own"),
    Unusable(
      #"{"templates": {"login": "<form method=post action=\"{{page.action}}\" enctype=\"multipart/form-data\">{{> hidden}}<input name=username><input name=password><button>Go</button></form>"}}"#,
      "/templates/login",
      #"nobody can sign in: the form of the page "login" is sent as multipart/form-data"#),
    Unusable(
      #"{"templates": {"login": "<form method=post action=\"{{page.action}}\">{{> hidden}}<input name=username><input name=password></form>"}}"#,
      "/templates/login",
      #"nobody can sign in: the form of the page "login" has no button that sends it"#),
    Unusable(
      #"{"endpoints": {"consent": {"kind": "consent", "at": "main:/consent"}}, "flow": {"finish": "token", "stages": {"login": {}, "consent": {}}}}"#,
      "/endpoints/token/methods",
      #"nobody can sign in: the browser is led to "token" by GET"#),
    Unusable(
      #"{"token": {"grants": {"refresh_token": null, "authorization_code": {"issues": {"access": true, "refresh": true}}}}}"#,
      "/token/grants/authorization_code/issues/refresh",
      #""refresh" has no effect: no grant redeems a refresh token"#),
    Unusable(
      #"{"endpoints": {"conf": {"kind": "document", "at": "main:/.well-known/openid-configuration", "answer": "conf"}, "jwks": {"kind": "document", "at": "main:/keys", "answer": "jwks"}}, "shapes": {"conf": {"json": {"issuer": "{{base.first}}", "token_endpoint": "{{links.authorize}}"}}}}"#,
      "/shapes/conf/json/token_endpoint",
      #"token_endpoint leads to "authorize", an endpoint of the kind authorize"#),
    Unusable(
      #"{"endpoints": {"conf": {"kind": "document", "at": "main:/.well-known/openid-configuration", "answer": "conf"}, "jwks": {"kind": "document", "at": "main:/keys", "answer": "jwks"}}, "shapes": {"conf": {"json": {"issuer": "{{base.first}}", "token_endpoint": "{{base.first}}/tokens"}}}}"#,
      "/shapes/conf/json/token_endpoint",
      #"no endpoint is at /tokens, where token_endpoint leads; did you mean "/token"?"#),
    Unusable(
      #"{"endpoints": {"conf": {"kind": "document", "at": "main:/.well-known/openid-configuration", "answer": "conf"}, "jwks": {"kind": "document", "at": "main:/keys", "answer": "jwks"}}, "shapes": {"conf": {"json": {"issuer": "{{base.first}}", "token_endpont": "{{links.token}}"}}}}"#,
      "/shapes/conf/json/token_endpont",
      #"no client reads "token_endpont" in metadata; did you mean "token_endpoint"?"#),
  ]
}
