/// Token endpoints that refuse every request.
extension Broken {
  static let tokens: [Broken] = [
    Broken(
      "a token endpoint without parameters", in: "instagram",
      [
        (
          "\"parameters\": { \"client_id\": {}, \"client_secret\": {}, \"grant_type\": {}, \"redirect_uri\": {}, \"code\": {} },\n",
          "\"parameters\": {},\n"
        )
      ],
      [
        Said(
          at: "{},\n    \"client_auth\"",
          "the grant \"authorization_code\" needs the parameter code, which is not read; "
            + "add \"code\": {} to token.parameters (at /token/parameters)"),
        Said(
          at: "{},\n    \"client_auth\"",
          "the token endpoint reads no grant_type, so every request to it is refused as "
            + "grant_missing; add \"grant_type\": {} to token.parameters (at /token/parameters)"),
      ]),
    Broken(
      "a token endpoint without a code", in: "instagram",
      [("\"redirect_uri\": {}, \"code\": {} }", "\"redirect_uri\": {} }")],
      [
        Said(
          at: "{ \"client_id\": {}, \"client_secret\"",
          "the grant \"authorization_code\" needs the parameter code, which is not read; "
            + "add \"code\": {} to token.parameters (at /token/parameters)")
      ]),
    Broken(
      "a token endpoint with a slip", in: "instagram",
      [("\"client_secret\": {}, \"grant_type\": {}", "\"client_secret\": {}, \"grant_tpye\": {}")],
      [
        Said(
          at: "{ \"client_id\": {}, \"client_secret\"",
          "the token endpoint reads no grant_type, so every request to it is refused as "
            + "grant_missing; is \"grant_tpye\" meant to be it? (at /token/parameters)"),
        Said(
          at: "{}, \"redirect_uri\": {}, \"code\": {} }",
          "nothing reads the parameter \"grant_tpye\"; did you mean \"grant_type\"? "
            + "(at /token/parameters/grant_tpye)"),
      ]),
    Broken(
      "a token endpoint without what a person types", in: "azure-ad-b2c",
      [("\"refresh_token\": {}, \"username\": {}, \"password\": {}, ", "")],
      [
        Said(
          at: "{\n      \"grant_type\": {}",
          "the grant \"password\" needs the parameter password, which is not read; "
            + "add \"password\": {} to token.parameters (at /token/parameters)"),
        Said(
          at: "{\n      \"grant_type\": {}",
          "the grant \"password\" needs the parameter username, which is not read; "
            + "add \"username\": {} to token.parameters (at /token/parameters)"),
        Said(
          at: "{\n      \"grant_type\": {}",
          "the grant \"refresh_token\" needs the parameter refresh_token, which is not read; "
            + "add \"refresh_token\": {} to token.parameters (at /token/parameters)"),
      ]),
  ]
}
