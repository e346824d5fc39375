/// Words that name nothing: facts, claims, modes, conditions.
extension Broken {
  static let words: [Broken] = [
    Broken(
      "a member that no token has", [("{{tok.access.lifetime}}", "{{tok.access.lifetme}}")],
      [
        Said(
          at: "\"{{tok.access.lifetme",
          "the placeholder {{tok.access.lifetme}} can't be resolved: tok.access has no lifetme; "
            + "did you mean \"lifetime\"? (at /answers/token/parameters/expires_in)")
      ]),
    Broken(
      "a claim that nobody has",
      [("\"user_id\": \"{{person.id}}\"", "\"user_id\": \"{{person.nmae}}\"")],
      [
        Said(
          at: "\"{{person.nmae",
          "the placeholder {{person.nmae}} can't be resolved: person has no nmae; "
            + "did you mean \"name\"? (at /answers/token/parameters/user_id)")
      ]),
    Broken(
      "a group in the place of its member",
      [("\"user_id\": \"{{person.id}}\"", "\"user_id\": \"{{query}}\"")],
      [
        Said(
          at: "\"{{query}}",
          "the placeholder {{query}} names a group: put a dot and a member behind it "
            + "(at /answers/token/parameters/user_id)")
      ]),
    Broken(
      "a mode that is none", in: "standard", [("\"mode\": \"query\"", "\"mode\": \"qury\"")],
      [
        Said(
          at: "\"qury\"",
          "unknown mode \"qury\"; did you mean \"query\"? (at /answers/code/mode)")
      ]),
    Broken(
      "a mode that is none, in a branch", [("\"then\": \"fragment\"", "\"then\": \"fragmnt\"")],
      [
        Said(
          at: "\"fragmnt\"",
          "unknown mode \"fragmnt\"; did you mean \"fragment\"? (at /answers/code/mode/then)")
      ]),
    Broken(
      "a shape's mode that is none", in: "instagram",
      [("\"mode\": \"auto\"", "\"mode\": \"aut\"")],
      [
        Said(
          at: "\"aut\"",
          "unknown mode \"aut\"; did you mean \"auto\"? (at /shapes/redirect/redirect/mode)")
      ]),
    Broken(
      "a condition of a check that is near to an entry",
      [("\"fail\": \"version_missing\"", "\"fail\": \"version_mising\"")],
      [
        Said(
          at: "\"version_mising\"",
          "there is no condition \"version_mising\"; did you mean \"version_missing\"? "
            + "(at /endpoints/users.get/checks/version-is-required/fail)")
      ]),
    Broken(
      "a condition of a check that is near to one that the engine finds", in: "oclc",
      [("\"fail\": \"code_other_institution\"", "\"fail\": \"code_expierd\"")],
      [
        Said(
          at: "\"code_expierd\"",
          "there is no condition \"code_expierd\"; did you mean \"code_expired\"? "
            + "(at /token/grants/authorization_code/checks/institutions-come-back/fail)"),
        Said(
          at: "{ \"$same\": \"code_unknown\" },\n      \"redirect_missing\"",
          "nothing leads to the condition \"code_other_institution\" "
            + "(at /errors/token/code_other_institution)"),
      ]),
    Broken(
      "a condition of a check where errors have no entry for everything", in: "standard",
      [("\"fail\": \"nonce_missing\"", "\"fail\": \"nonce_mising\"")],
      [
        Said(
          at: "\"nonce_mising\"",
          "there is no condition \"nonce_mising\"; did you mean \"nonce_missing\"? "
            + "(at /checks/request/id-token-needs-nonce/fail)")
      ]),
    Broken(
      "a condition of a parameter", in: "azure-ad-b2c",
      [("\"invalid\": \"prompt_invalid\"", "\"invalid\": \"promt_invalid\"")],
      [
        Said(
          at: "\"promt_invalid\"",
          "there is no condition \"promt_invalid\"; did you mean \"prompt_invalid\"? "
            + "(at /parameters/prompt/invalid)")
      ]),
    Broken(
      "a condition of a variable", in: "azure-ad-b2c",
      [("\"missing\": \"tenant_unknown\"", "\"missing\": \"tenant_unkown\"")],
      [
        Said(
          at: "\"tenant_unkown\"",
          "there is no condition \"tenant_unkown\"; did you mean \"tenant_unknown\"? "
            + "(at /vars/tenant/missing)")
      ]),
    Broken(
      "a condition of a denial", in: "azure-ad-b2c",
      [("\"AADB2C90091\": \"user_denied\"", "\"AADB2C90091\": \"user_deneid\"")],
      [
        Said(
          at: "\"user_deneid\"",
          "there is no condition \"user_deneid\"; did you mean \"user_denied\"? "
            + "(at /endpoints/error/conditions/AADB2C90091)")
      ]),
    Broken(
      "a condition of a value that must come back", in: "azure-ad-b2c",
      [
        (
          "\"must_match\": { \"policy\": \"code_other_policy\" }",
          "\"must_match\": { \"policy\": \"code_other_polcy\" }"
        )
      ],
      [
        Said(
          at: "\"code_other_polcy\"",
          "there is no condition \"code_other_polcy\"; did you mean \"code_other_policy\"? "
            + "(at /token/grants/authorization_code/must_match/policy)")
      ]),
  ]
}
