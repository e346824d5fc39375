/// Scopes that nobody can ask for.
extension Broken {
  static let scopes: [Broken] = [
    Broken(
      "no mark between scopes", [("\"split\": \" ,\"", "\"split\": \"\"")],
      [
        Said(
          at: "\"\",\n    \"known\"",
          "expected the characters that separate scopes, such as \" \", found none (at /scope/split)"
        )
      ]),
    Broken(
      "a scope that a lifetime depends on",
      [("{ \"in\": [\"offline\", ", "{ \"in\": [\"ofline\", ")],
      [
        Said(
          at: "\"ofline\"",
          "unknown scope \"ofline\"; did you mean \"offline\"? "
            + "(at /credentials/access/lifetime/$if/in/0)")
      ]),
    Broken(
      "a scope of the redirect, in a quirk",
      [
        ("{ \"in\": [\"email\", \"{{req.scope}}\"] }", "{ \"in\": [\"emial\", \"{{req.scope}}\"] }")
      ],
      [
        Said(
          at: "\"emial\"",
          "unknown scope \"emial\"; did you mean \"email\"? "
            + "(at /answers/token/parameters/email/$if/in/0)")
      ]),
    Broken(
      "a scope of what a grant gives", in: "standard",
      [
        (
          "\"any\": [{ \"in\": [\"offline_access\"", "\"any\": [{ \"in\": [\"offline_acces\""
        )
      ],
      [
        Said(
          at: "\"offline_acces\"",
          "unknown scope \"offline_acces\"; did you mean \"offline_access\"? "
            + "(at /token/grants/authorization_code/issues/refresh/any/0/in/0)")
      ]),
    Broken(
      "a scope that has claims", in: "standard",
      [
        ("\"email\": [\"email\", \"email_verified\"]", "\"emial\": [\"email\", \"email_verified\"]")
      ],
      [
        Said(
          at: "[\"email\", \"email_verified\"]",
          "unknown scope \"emial\"; did you mean \"email\"? (at /scope/claims/emial)")
      ]),
    Broken(
      "a place to which claims go", in: "standard",
      [("\"$claims\": \"userinfo\"", "\"$claims\": \"user_info\"")],
      [
        Said(
          at: "\"user_info\"",
          "unknown place \"user_info\"; did you mean \"userinfo\"? (at /shapes/userinfo/json/$claims)"
        )
      ]),
    Broken(
      "a scope of an optional parameter", in: "standard",
      [("\"omit\": { \"not\": { \"in\": [\"openid\"", "\"omit\": { \"not\": { \"in\": [\"opnid\"")],
      [
        Said(
          at: "\"opnid\"",
          "unknown scope \"opnid\"; did you mean \"openid\"? (at /redirect_uri/omit/not/in/0)")
      ]),
    Broken(
      "a scope by default", in: "instagram",
      [("\"default\": [\"basic\"]", "\"default\": [\"basik\"]")],
      [
        Said(
          at: "\"basik\"",
          "unknown scope \"basik\"; did you mean \"basic\"? (at /scope/default/0)")
      ]),
    Broken(
      "a scope that a resource asks for", in: "oclc",
      [("\"scopes\": [\"WMS_NCIP\"]", "\"scopes\": [\"WMS_NCPI\"]")],
      [
        Said(
          at: "\"WMS_NCPI\"",
          "unknown scope \"WMS_NCPI\"; did you mean \"WMS_NCIP\"? "
            + "(at /endpoints/ncip/token/scopes/0)")
      ]),
    Broken(
      "a scope among several in one text", in: "azure-ad-b2c",
      [
        (
          "{ \"eq\": [\"{{req.scope|join: }}\", \"offline_access\"] }",
          "{ \"eq\": [\"{{req.scope|join: }}\", \"openid ofline_access\"] }"
        )
      ],
      [
        Said(
          at: "\"openid ofline_access\"",
          "unknown scope \"ofline_access\"; did you mean \"offline_access\"? "
            + "(at /checks/scope/code-needs-resource/when/all/1/eq/1)")
      ]),
    Broken(
      "a scope with which each one is compared", in: "azure-ad-b2c",
      [
        (
          "[\"{{item}}\", [\"openid\", \"offline_access\"",
          "[\"{{item}}\", [\"openid\", \"offlin_access\""
        )
      ],
      [
        Said(
          at: "\"offlin_access\"",
          "unknown scope \"offlin_access\"; did you mean \"offline_access\"? "
            + "(at /checks/scope/scope-names-no-resource/when/all/1/not/in/1/1)")
      ]),
  ]
}
