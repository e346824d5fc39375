/// Members, and quirks, that contradict one another.
extension Unusable {
  /// What quirks say of one another.
  static let relations = [
    Unusable(
      #"{"quirks": [{"id": "a", "summary": "S.", "evidence": {"grade": "inferred", "source": "a test"}, "patch": {"shapes": {"me": {"json": {"a": "1"}}}}, "needs": "a"}]}"#,
      #"/quirks/0/needs"#,
      #"the quirk "a" needs itself"#),
    Unusable(
      #"{"quirks": [{"id": "a", "summary": "S.", "evidence": {"grade": "inferred", "source": "a test"}, "patch": {"shapes": {"me": {"json": {"a": "1"}}}}, "excludes": "a"}]}"#,
      #"/quirks/0/excludes"#,
      #"the quirk "a" excludes itself"#),
    Unusable(
      #"{"quirks": [{"id": "a", "summary": "S.", "evidence": {"grade": "inferred", "source": "a test"}, "patch": {"shapes": {"me": {"json": {"a": "1"}}}}, "needs": "b"}, {"id": "b", "summary": "S.", "evidence": {"grade": "inferred", "source": "a test"}, "patch": {"shapes": {"me": {"json": {"b": "1"}}}}, "needs": "a"}]}"#,
      #"/quirks/0/needs"#,
      #""needs" leads in a circle: a → b → a"#),
    Unusable(
      #"{"quirks": [{"id": "a", "summary": "S.", "evidence": {"grade": "inferred", "source": "a test"}, "patch": {"shapes": {"me": {"json": {"a": "1"}}}}, "on": false, "needs": "b", "excludes": "b"}, {"id": "b", "summary": "S.", "evidence": {"grade": "inferred", "source": "a test"}, "patch": {"shapes": {"me": {"json": {"b": "1"}}}}, "on": false}]}"#,
      #"/quirks/0/needs"#,
      #"nobody can switch on "a": it comes with "a" and "b", which exclude one another"#),
    Unusable(
      #"{"quirks": [{"id": "a", "summary": "S.", "evidence": {"grade": "inferred", "source": "a test"}, "patch": {"shapes": {"me": {"json": {"a": "1"}}}}, "on": false, "needs": ["b", "c"]}, {"id": "b", "summary": "S.", "evidence": {"grade": "inferred", "source": "a test"}, "patch": {"shapes": {"me": {"json": {"b": "1"}}}}, "on": false, "excludes": "c"}, {"id": "c", "summary": "S.", "evidence": {"grade": "inferred", "source": "a test"}, "patch": {"shapes": {"me": {"json": {"c": "1"}}}}, "on": false}]}"#,
      #"/quirks/0/needs"#,
      #"nobody can switch on "a": it comes with "b" and "c", which exclude one another"#),
    Unusable(
      #"{"quirks": [{"id": "a", "summary": "S.", "evidence": {"grade": "inferred", "source": "a test"}, "patch": {"shapes": {"me": {"json": {"a": "1"}}}}, "needs": "b"}, {"id": "b", "summary": "S.", "evidence": {"grade": "inferred", "source": "a test"}, "patch": {"shapes": {"me": {"json": {"b": "1"}}}}, "on": false}]}"#,
      #"/quirks/0/on"#,
      #""a" is on by default and needs "b", which is off"#),
    Unusable(
      #"{"quirks": [{"id": "a", "summary": "S.", "evidence": {"grade": "inferred", "source": "a test"}, "patch": {"shapes": {"me": {"json": {"a": "1"}}}}, "excludes": "b"}, {"id": "b", "summary": "S.", "evidence": {"grade": "inferred", "source": "a test"}, "patch": {"shapes": {"me": {"json": {"b": "1"}}}}}]}"#,
      #"/quirks/1/on"#,
      #""a" and "b" exclude one another and are both on by default"#),
    Unusable(
      #"{"quirks": [{"id": "a", "summary": "S.", "evidence": {"grade": "inferred", "source": "a test"}, "patch": {"shapes": {"me": {"json": {"a": "1"}}}}, "rivals": "g"}, {"id": "b", "summary": "S.", "evidence": {"grade": "inferred", "source": "a test"}, "patch": {"shapes": {"me": {"json": {"b": "1"}}}}, "rivals": "g"}]}"#,
      #"/quirks/1/on"#,
      #""a" and "b" exclude one another and are both on by default"#),
  ]

  /// Members that contradict one another.
  static let contradictions = [
    Unusable(
      #"{"code_challenge": {"plain": false, "methods": {"p": "plain"}}}"#,
      #"/code_challenge/plain"#,
      #""plain" is false, and "methods" accepts the method plain"#),
    Unusable(
      #"{"code_challenge": {"methods": {}}}"#,
      #"/code_challenge/methods"#,
      #"expected at least one method, found none"#),
    Unusable(
      #"{"code_challenge": {"default": "plain", "plain": false}}"#,
      #"/code_challenge/default"#,
      #"the method plain of a challenge without one is not accepted"#),
    Unusable(
      #"{"styles": {"query": {"safe": "&="}}}"#,
      #"/styles/query/safe"#,
      #""&" can't stay unencoded: it would end a parameter, or change its value (RFC 3986 §3.4)"#),
    Unusable(
      #"{"endpoints": {"me": {"at": "main:/{a}/me"}}, "vars": {"a": {"table": "bogus"}}}"#,
      #"/vars/a/table"#,
      #"there is no table "bogus""#),
    Unusable(
      #"{"token": {"grants": {"authorization_code": {"issues": {"access": true, "refresh": true}}, "refresh_token": {"rotates": false, "reuse": "revoke", "issues": {"access": true}}}}, "credentials": {"code": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "access": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "refresh": {"value": "{{rand:[a-z]{32}}}"}}}"#,
      #"/token/grants/refresh_token/reuse"#,
      #""reuse" has no effect: without "rotates": true, a refresh token can be used again"#),
    Unusable(
      #"{"credentials": {"code": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "access": {"value": "{{rand:[a-z]{32}}}", "lifetime": "{{query.x}}"}}}"#,
      #"/credentials/access/lifetime"#,
      #"a lifetime is a number of seconds, and a request can have any text there"#),
    Unusable(
      #"{"credentials": {"code": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "access": {"value": "{{rand:[a-z]{32}}}", "lifetime": "{{now}}"}}}"#,
      #"/credentials/access/lifetime"#,
      #"a lifetime is a number of seconds, and this is an instant"#),
    Unusable(
      #"{"credentials": {"code": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "access": {"value": "{{rand:[a-z]{32}}}", "lifetime": "{{client.name}}"}}}"#,
      #"/credentials/access/lifetime"#,
      #"a lifetime is a number of seconds, and this is a text"#),
    Unusable(
      #"{"credentials": {"code": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "access": {"value": "a {{rand:[a-z]{32}}}", "lifetime": 60}}}"#,
      #"/credentials/access/value"#,
      #"an access token has no spaces, as it is sent behind a scheme (RFC 6750 §2.1)"#),
    Unusable(
      #"{"credentials": {"code": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "access": {"value": "\u00e9{{rand:[a-z]{32}}}", "lifetime": 60}}}"#,
      #"/credentials/access/value"#,
      #"a credential is one line of ASCII without control characters (RFC 6749 Appendix A)"#),
    Unusable(
      #"{"flow": {"stages": {"login": {}, "away": {"kind": "hop"}, "consent": {}}}}"#,
      #"/flow/stages/away"#,
      #"nobody can sign in: the stage "away" asks nothing and leads nowhere"#),
    Unusable(
      #"{"endpoints": {"me": {"client": "required", "token": {"header": ["Bearer"]}}}}"#,
      #"/endpoints/me/client"#,
      #"clients authenticate at "me", and the table "resource" has no entry for 9 conditions, such as client_auth_repeated"#
    ),
    Unusable(
      #"{"token": {"grants": {"authorization_code": {"issues": {"access": true, "refresh": true}}, "refresh_token": {"rotates": false, "issues": {"access": true, "refresh": true}}}}, "credentials": {"code": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "access": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "refresh": {"value": "{{rand:[a-z]{32}}}"}}}"#,
      #"/token/grants/refresh_token/issues/refresh"#,
      #""refresh" has no effect: with "rotates": false"#),
    Unusable(
      #"{"title": " "}"#,
      #"/title"#,
      #"expected the name of the service, found an empty text"#),
    Unusable(
      #"{"errors": {"token": {"code_unknown": {"shape": "token-error", "text": "No."}}}}"#,
      #"/errors/token/code_unknown"#,
      #"the shape "token-error" writes {{err.code}}, and the entry for code_unknown has none"#),
    Unusable(
      #"{"as_of": "last year"}"#,
      #"/as_of"#,
      #"expected a date such as "2026" or "2026-08", found "last year""#),
    Unusable(
      #"{"errors": {"token": {"code_unknown": {"shape": "", "code": "invalid_grant"}}}}"#,
      #"/errors/token/code_unknown/shape"#,
      #"expected the name of a shape, found an empty text"#),
    Unusable(
      #"{"vars": {"a": {}}}"#,
      #"/vars/a"#,
      #"nothing uses the variable "a""#),
    Unusable(
      #"{"mints": {"a": "[a-z]{9}"}}"#,
      #"/mints/a"#,
      #"nothing uses the value "a""#),
    Unusable(
      #"{"shapes": {"me": {"json": null, "accept": {"json": "own"}}, "own": {"json": {"a": "{{person.sub}}"}}}}"#,
      #"/shapes/me/accept/json"#,
      #"expected a media type such as application/json"#),
  ]

  /// Keys, bits and parameters that nothing can use.
  static let idle = [
    Unusable(
      #"{"shapes": {"me": {"json": null, "status": 200}}}"#, #"/shapes/me"#,
      #"expected the content of the response, found none; add json, text"#),
    Unusable(
      #"{"signing": {}}"#, #"/signing"#, #""signing" has no algorithm, so nothing can be signed"#),
    Unusable(
      #"{"signing": {"RS256": {"kid": "a"}, "ES256": {"kid": "a"}}}"#, #"/signing/ES256/kid"#,
      #""a" is the key ID of RS256 already"#),
    Unusable(
      #"{"scope": {"bits": {"a": 3}}}"#, #"/scope/bits/a"#,
      #"expected one bit, which is a power of two such as 4, found 3, which is the sum of 2"#),
    Unusable(
      #"{"scope": {"bits": {"a": 4, "b": 4}}}"#, #"/scope/bits/b"#,
      #"4 is the bit of "a" already"#),
    Unusable(
      #"{"token": {"grants": {"authorization_code": {"grace": 30}}}}"#,
      #"/token/grants/authorization_code/grace"#,
      #""grace" has no effect without "reuse": "grace" or "same""#),
    Unusable(
      #"{"token": {"parameters": {"grant_type": {}, "code": {}, "redirect_uri": {}, "code_verifier": {}, "client_id": {}, "client_secret": {}, "colour": {}}}}"#,
      #"/token/parameters/colour"#,
      #"nothing reads the parameter "colour": name it as {{req.colour}}, or remove it"#),
  ]

  /// What these rules leave alone.
  static let allowed = [
    #"{"token": {"grants": {"authorization_code": {"reuse": "grace", "grace": 30}}}}"#,
    #"{"token": {"parameters": {"grant_type": {}, "code": {}, "redirect_uri": {}, "code_verifier": {}, "client_id": {}, "client_secret": {}, "colour": {"values": ["red"]}}}}"#,
    #"{"token": {"parameters": {"grant_type": {}, "code": {}, "redirect_uri": {}, "code_verifier": {}, "client_id": {}, "client_secret": {}, "colour": {}}}, "shapes": {"me": {"json": {"a": "{{req.colour}}"}}}}"#,
    #"{"shapes": {"me": {"json": {"a": "{{tok.access.value?}}", "b": {"$if": {"has": "err.code"}, "then": "{{err.code}}"}}}}}"#,
    #"{"flow": {"stages": {"login": {}, "away": {"kind": "hop", "enter": "away"}, "consent": {}}}, "endpoints": {"away": {"kind": "hop", "at": "main:/away", "ticket": "t"}}, "links": {"away": {"to": "away", "query": {"t": "{{txn.id}}"}}}}"#,
    #"{"errors": {"token": {"client_*": {"shape": "token-error", "code": "x"}, "code_unknown": {"$same": "client_unknown"}}}}"#,
    #"{"token": {"grants": {"authorization_code": {"issues": {"access": true, "refresh": true}}, "refresh_token": {"issues": {"access": true, "refresh": true}}}}, "credentials": {"code": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "access": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "refresh": {"value": "{{rand:[a-z]{32}}}"}}}"#,
    #"{"credentials": {"code": {"value": "{{rand:[0-9]{8}}}", "lifetime": 60}, "access": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}}, "token": {"parameters": {"grant_type": {}, "code": {"number": true}, "redirect_uri": {}, "code_verifier": {}, "client_id": {}, "client_secret": {}}}}"#,
    #"{"checks": {"session": {"x": {"when": {"eq": ["{{person.email}}", "a"]}, "fail": "user_denied"}}}}"#,
    #"{"endpoints": {"revoke": {"kind": "revoke", "at": "main:/revoke", "client": "named"}}, "token": {"parameters": {"grant_type": {}, "code": {}, "redirect_uri": {}, "code_verifier": {}, "client_id": {}, "client_secret": {}, "token": {}}}}"#,
    #"{"flow": {"stages": {"login": {"when": {"not": {"has": "session.sid"}}}, "consent": {}}}}"#,
    #"{"shapes": {"me": {"status": 302, "headers": {"Location": "https://a.test/"}}}}"#,
    #"{"endpoints": {"me": {"token": {"header": ["Bearer", "bearer"]}}}}"#,
    #"{"token": {"grants": {"authorization_code": {"issues": {"access": true, "refresh": true}}, "refresh_token": {"rotates": "same", "issues": {"access": true, "refresh": true}}}}, "credentials": {"code": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "access": {"value": "{{rand:[a-z]{32}}}", "lifetime": 60}, "refresh": {"value": "{{rand:[a-z]{32}}}"}}}"#,
  ]
}
