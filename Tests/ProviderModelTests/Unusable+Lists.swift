/// Lists of metadata, and parameters, that name what the provider does not do.
extension Unusable {
  static let lists = [
    Unusable(
      #"{"endpoints": {"authorize": null}}"#,
      #"/token/grants/authorization_code"#,
      #"no token can be issued: no endpoint issues a code for the grant "authorization_code"; add an endpoint of the kind authorize"#
    ),
    Unusable(
      #"{"people": {"level": 5}, "shapes": {"me": {"json": {"id": "{{person.username}}", "a": "{{person.level|lower}}"}}}}"#,
      #"/shapes/me/json/a"#,
      #"|lower needs a text, and {{person.level}} is a number there; write |string before it, or remove it"#
    ),
    Unusable(
      #"{"people": {"friends": ["{{person.username}}"]}, "shapes": {"me": {"json": {"id": "{{person.username}}", "a": "{{person.friends|prefix:3}}"}}}}"#,
      #"/shapes/me/json/a"#,
      #"|prefix needs a text, and {{person.friends}} is a list there; write |join:MARK before it"#),
    Unusable(
      #"{"endpoints": {"metadata": {"kind": "document", "at": "main:/.well-known/openid-configuration"}}, "shapes": {"metadata": {"json": {"issuer": "{{base.first}}", "grant_types_supported": ["authorization_code", "password"]}}}}"#,
      #"/shapes/metadata/json/grant_types_supported/1"#,
      #"metadata lists "password", and token.grants has no such grant; remove it here, or add the grant"#
    ),
    Unusable(
      #"{"endpoints": {"metadata": {"kind": "document", "at": "main:/.well-known/openid-configuration"}}, "shapes": {"metadata": {"json": {"issuer": "{{base.first}}", "response_types_supported": ["code", "smoke"]}}}}"#,
      #"/shapes/metadata/json/response_types_supported/1"#,
      #"metadata lists "smoke", and answers has no such response type"#),
    Unusable(
      #"{"endpoints": {"metadata": {"kind": "document", "at": "main:/.well-known/openid-configuration"}}, "shapes": {"metadata": {"json": {"issuer": "{{base.first}}", "code_challenge_methods_supported": ["S256", "S512"]}}}}"#,
      #"/shapes/metadata/json/code_challenge_methods_supported/1"#,
      #"metadata lists "S512", and no code challenge has this method"#),
    Unusable(
      #"{"endpoints": {"metadata": {"kind": "document", "at": "main:/.well-known/openid-configuration"}}, "shapes": {"metadata": {"json": {"issuer": "{{base.first}}", "token_endpoint_auth_methods_supported": ["private_key_jwt", "none"]}}}}"#,
      #"/shapes/metadata/json/token_endpoint_auth_methods_supported/0"#,
      #"metadata lists "private_key_jwt", and token.client_auth has no such method"#),
    Unusable(
      #"{"endpoints": {"metadata": {"kind": "document", "at": "main:/.well-known/openid-configuration"}}, "shapes": {"metadata": {"json": {"issuer": "{{base.first}}", "scopes_supported": ["openid", "colour"]}}}}"#,
      #"/shapes/metadata/json/scopes_supported/1"#,
      #"metadata lists "colour", and scope.known has no such scope"#),
    Unusable(
      #"{"endpoints": {"metadata": {"kind": "document", "at": "main:/.well-known/openid-configuration"}}, "shapes": {"metadata": {"json": {"issuer": "{{base.first}}", "response_modes_supported": ["query", "smoke"]}}}}"#,
      #"/shapes/metadata/json/response_modes_supported/1"#,
      #"metadata lists "smoke", and response_modes has no such mode"#),
    Unusable(
      #"{"token": {"parameters": {"grant_type": {}, "code": {}, "redirect_uri": {}, "code_verifier": {}, "client_id": {}, "client_secret": {}, "device_code": {}}}}"#,
      #"/token/parameters/device_code"#,
      #"no grant reads the parameter "device_code": add a grant of the kind device to token.grants, or remove the parameter"#
    ),
  ]

  /// Lists that name what the provider does, or what the real service says.
  static let kept = [
    #"{"people": {"level": 5, "friends": ["{{person.username}}"], "code": {"$if": {"has": "person.username"}, "then": "A"}}, "shapes": {"me": {"json": {"id": "{{person.username}}", "a": "{{person.level|string|lower}}", "b": "{{person.friends|join:,}}", "c": "{{person.code|lower}}"}}}}"#,
    #"{"endpoints": {"metadata": {"kind": "document", "at": "main:/.well-known/openid-configuration"}}, "shapes": {"metadata": {"json": {"issuer": "{{base.first}}", "grant_types_supported": ["authorization_code"], "response_types_supported": ["code"], "scopes_supported": ["openid"], "code_challenge_methods_supported": ["S256"], "token_endpoint_auth_methods_supported": ["client_secret_basic"], "response_modes_supported": ["query"]}}}}"#,
    #"{"sources": ["the document of the real service"], "endpoints": {"metadata": {"kind": "document", "at": "main:/.well-known/openid-configuration"}}, "shapes": {"metadata": {"json": {"issuer": "{{base.first}}", "grant_types_supported": ["authorization_code", "password"]}}}}"#,
    #"{"token": {"parameters": {"grant_type": {}, "code": {}, "redirect_uri": {}, "code_verifier": {}, "client_id": {}, "client_secret": {}, "device_code": {}}}, "shapes": {"me": {"json": {"a": "{{req.device_code}}"}}}}"#,
  ]
}
