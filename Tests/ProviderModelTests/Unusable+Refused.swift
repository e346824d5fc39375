/// Parts that refuse every request.
extension Unusable {
  /// Parameters that refuse every request.
  static let refused = [
    Unusable(
      #"{"token": {"parameters": {"grant_type": {"values": ["foo"]}, "code": {}, "redirect_uri": {}, "code_verifier": {}, "client_id": {}, "client_secret": {}}}}"#,
      #"/token/parameters/grant_type/values"#,
      #"no request can name the grant "authorization_code": it is not among these values"#),
    Unusable(
      #"{"token": {"parameters": {"grant_type": {}, "code": {"number": true}, "redirect_uri": {}, "code_verifier": {}, "client_id": {}, "client_secret": {}}}}"#,
      #"/token/parameters/code/number"#,
      #""code" is never a whole number, so every request with one is refused"#),
    Unusable(
      #"{"token": {"parameters": {"grant_type": {}, "code": {}, "redirect_uri": {}, "code_verifier": {}, "client_id": {"values": ["x"]}, "client_secret": {}}}}"#,
      #"/token/parameters/client_id/values"#,
      #"a cast says which clients there are and what their IDs are"#),
    Unusable(
      #"{"token": {"parameters": {"grant_type": {}, "code": {}, "code_verifier": {}, "client_id": {}, "client_secret": {}}}}"#,
      #"/token/parameters"#,
      #"the grant "authorization_code" needs the redirect_uri of the authorization request again, which is not read ("redirect_required": false does without it)"#
    ),
    Unusable(
      #"{"parameters": {"client_id": {}, "redirect_uri": {"number": true}, "response_type": {}, "scope": {}, "state": {}}}"#,
      #"/parameters/redirect_uri/number"#,
      #""redirect_uri" is never a whole number, so every request with one is refused"#),
    Unusable(
      #"{"parameters": {"client_id": {}, "redirect_uri": {"values": ["http://a.test/"]}, "response_type": {}, "scope": {}, "state": {}}}"#,
      #"/parameters/redirect_uri/values"#,
      #"a cast says the redirect URIs of clients"#),
    Unusable(
      #"{"parameters": {"client_id": {}, "response_type": {}, "scope": {}, "state": {}}, "redirect_uri": {"omit": false}}"#,
      #"/parameters"#,
      #"nobody can sign in: an authorization request names its redirect_uri (redirect_uri.omit does without it), which is not read"#
    ),
    Unusable(
      #"{"endpoints": {"token": {"read": {"form": null, "xml": {"code": "c"}}}}}"#,
      #"/endpoints/token/read/xml"#,
      #"no token can be issued: "token" reads no "grant_type" in the XML of a request"#),
  ]

  /// Claims, fields, answers and demands that can't be met.
  static let parts = [
    Unusable(
      #"{"people": {"sub": "{{rand:[0-9]{20}}}", "a": "{{person.b}}", "b": "1"}, "shapes": {"me": {"json": {"a": "{{person.a}}"}}}}"#,
      #"/people/a"#,
      #""b" comes after "a", which is made of it, so it is empty here"#),
    Unusable(
      #"{"people": {"sub": "{{rand:[0-9]{20}}}", "username": "x"}}"#,
      #"/people/username"#,
      #"a person signs in with "username", so a cast says what it is"#),
    Unusable(
      #"{"people": {"sub": "1"}}"#,
      #"/people/sub"#,
      #"all people have the same sub"#),
    Unusable(
      #"{"clients": {"a": "{{client.b}}", "b": "{{client.a}}"}, "shapes": {"me": {"json": {"a": "{{client.a}}{{client.b}}"}}}}"#,
      #"/clients/a"#,
      #""b" comes after "a", which is made of it, so it is empty here"#),
    Unusable(
      #"{"clients": {"a": "{{client.a}}"}, "shapes": {"me": {"json": {"a": "{{client.a}}"}}}}"#,
      #"/clients/a"#,
      #"the member "a" is made of itself, so it is always empty"#),
    Unusable(
      #"{"pages": {"login": {"fields": {"username": "u", "password": "u"}}}}"#,
      #"/pages/login/fields"#,
      #"nobody can sign in: the fields "username" and "password" of the page "login" are both "u" on the wire"#
    ),
    Unusable(
      #"{"pages": {"login": {"fields": {"username": "ticket"}}}}"#,
      #"/pages/login/fields"#,
      #"nobody can sign in: "ticket" of the page "login" is also the ticket of "login""#),
    Unusable(
      #"{"endpoints": {"login": {"kind": "login", "at": "main:/login", "then": "back"}}, "links": {"back": {"to": "authorize"}}}"#,
      #"/links/back"#,
      #"nobody can sign in: the link "back" leads back to "authorize" without the request"#),
    Unusable(
      #"{"answers": {"": {"issues": {"code": true}, "parameters": {"code": "{{tok.code.value}}"}}, "code": {"issues": {"code": true}, "parameters": {"code": "{{tok.code.value}}"}}}}"#,
      #"/answers/"#,
      #"expected a response type such as "code", found an empty text"#),
    Unusable(
      #"{"answers": {"cod": {"issues": {"code": true}, "parameters": {"code": "{{tok.code.value}}"}}}}"#,
      #"/answers/cod"#,
      #"there is no response type "cod""#),
    Unusable(
      #"{"answers": {"code": {"issues": {"code": true}, "parameters": {"code": "{{tok.code.value}}"}}, "code token": {"issues": {"code": true}, "parameters": {"code": "{{tok.code.value}}"}}, "token code": {"issues": {"code": true}, "parameters": {"code": "{{tok.code.value}}"}}}}"#,
      #"/answers/token code"#,
      #""code token" and "token code" are the same response type, as the order of its words does not count"#
    ),
    Unusable(
      #"{"endpoints": {"me": {"token": {"header": ["Bearer"], "acr_values": ["urn:x"]}}}}"#,
      #"/endpoints/me/token/acr_values/0"#,
      #"no sign-in has a level, so every token is refused"#),
    Unusable(
      #"{"endpoints": {"me": {"token": {"header": ["Bearer"], "audience": "{{rand:[a-z]{9}}}"}}}}"#,
      #"/endpoints/me/token/audience"#,
      #"no token has this audience, as it is another one at each request"#),
    Unusable(
      #"{"endpoints": {"me": {"token": {"header": ["Bearer"], "scopes": [""]}}}}"#,
      #"/endpoints/me/token/scopes/0"#,
      #"expected a scope, found an empty text"#),
  ]
}
