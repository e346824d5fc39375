/// Fixtures that look wrong but are right.
extension Broken {
  static let fine: [Broken] = [
    Broken(
      "a claim that somebody may have",
      [("\"user_id\": \"{{person.id}}\"", "\"user_id\": \"{{person.shoe_size?}}\"")]),
    Broken(
      "a mode that the request tells", in: "standard",
      [("\"mode\": \"query\"", "\"mode\": \"{{req.response_mode|default:query}}\"")]),
    Broken(
      "a claim that the fixture declares", in: "oclc",
      [
        ("\"claims\": [\"institution\"]", "\"claims\": [\"institution\", \"shelf\"]"),
        ("\"userName\": \"{{person.username}}\"", "\"userName\": \"{{person.shelf}}\""),
      ]),
    Broken(
      "a condition of its own that an entry for everything shows", in: "oclc",
      [
        (
          "\"errors\": \"scim\"",
          "\"errors\": \"scim\", \"checks\": { \"a\": { \"when\": { \"eq\": [\"{{req.headers.x-a}}\", \"1\"] }, \"fail\": \"nobody_there\" } }"
        )
      ]),
    Broken(
      "a scope of a pattern", in: "oclc",
      [("{ \"in\": [\"refresh_token\", ", "{ \"in\": [\"context:128807\", ")]),
    Broken(
      "a scope of the cast", in: "azure-ad-b2c",
      [
        (
          "{ \"in\": [\"openid\", \"{{grant.scope}}\"] }",
          "{ \"in\": [\"https://a.test/tasks/read\", \"{{grant.scope}}\"] }"
        )
      ]),
    Broken(
      "a scope where any will do", in: "instagram",
      [("\"default\": [\"basic\"]", "\"any\": true, \"default\": [\"basik\"]")]),
    Broken(
      "a word that is compared with no scope", in: "standard",
      [("{ \"in\": [\"login\", ", "{ \"in\": [\"sign_up\", ")]),
    Broken(
      "a ticket that the template writes itself",
      [
        ("\"lg_h\": \"{{txn.id}}\", ", ""),
        (
          "  \"shapes\": {",
          "  \"templates\": { \"login\": \"<form method=post action='{{page.action}}'><input type=hidden name=lg_h "
            + "value='{{txn.id}}'><input name='email'><input name='pass'><button>Go</button></form>\" },\n  \"shapes\": {"
        ),
      ]),
    Broken(
      "a ticket in a query as it is written",
      [
        (
          "\"cancel\": { \"to\": \"cancel\", \"query\": { \"hash\": \"{{now}}_{{txn.id}}\" } }",
          "\"cancel\": { \"to\": \"cancel\", \"raw_query\": \"a=1&hash={{now}}_{{txn.id}}\" }"
        )
      ]),
    Broken(
      "a page without a link to what it could be denied by",
      [
        (
          "\"cancel\": { \"to\": \"cancel\", \"query\": { \"hash\":",
          "\"cancel\": { \"to\": \"cancel\", \"query\": { \"x\":"
        ),
        ("  \"shapes\": {", "  \"templates\": { \"cancel\": \"\" },\n  \"shapes\": {"),
      ]),
    Broken(
      "a denial by a button of the template", in: "instagram",
      [
        ("\"deny_value\": \"Cancel\"", "\"deny_value\": null"),
        (
          "  \"shapes\": {",
          "  \"templates\": { \"consent\": [\"<form action='{{page.action}}'>{{> hidden}}\", "
            + "\"<input type='submit' name='allow' value='Cancel'><button name='allow' value='Allow'></form>\"] },\n  \"shapes\": {"
        ),
      ]),
    Broken(
      "a denial by what is ticked", in: "instagram",
      [
        (
          "  \"shapes\": {",
          "  \"templates\": { \"consent\": [\"<form action='{{page.action}}'>{{> hidden}}\", "
            + "\"<input type='radio' name='allow' value='Cancel'><button></form>\"] },\n  \"shapes\": {"
        )
      ]),
    Broken(
      "a denial by one of several words", in: "instagram",
      [
        (
          "{ \"eq\": [\"{{form.allow}}\", \"Cancel\"] }",
          "{ \"in\": [\"{{form.allow|lower}}\", [\"no\", \"cancel\"]] }"
        )
      ]),
    Broken(
      "a denial that the query tells too", in: "instagram",
      [("{ \"eq\": [\"{{form.allow}}\", \"Cancel\"] }", "{ \"has\": \"query.cancel\" }")]),
    Broken(
      "a member of a refusal that may be empty",
      [("\"json\": { \"error\": \"{{err.code}}\"", "\"json\": { \"error\": \"{{err.type?}}\"")]),
    Broken(
      "a member of a refusal with another text in its place",
      [
        (
          "\"json\": { \"error\": \"{{err.code}}\"",
          "\"json\": { \"error\": \"{{err.type|default:e}}\""
        )
      ]),
    Broken(
      "a member of a refusal that is asked for first",
      [
        (
          "\"json\": { \"error\": \"{{err.code}}\"",
          "\"json\": { \"error\": { \"$if\": { \"has\": \"err.type\" }, \"then\": \"{{err.type}}\" }"
        )
      ]),
    Broken(
      "a member of a refusal that only a quirk gives to an entry",
      [("\"error_reason\": \"{{err.reason?}}\"", "\"error_reason\": \"{{err.reason}}\"")]),
    Broken(
      "a shape that only a quirk shows, and it is off",
      [
        (
          "  \"shapes\": {",
          "  \"shapes\": { \"spare\": { \"json\": { \"error\": \"{{err.text}}\" }, \"status\": 400 },"
        ),
        (
          "{ \"version_missing\": { \"text\": \"Invalid request: v (",
          "{ \"version_missing\": { \"shape\": \"spare\", \"text\": \"Invalid request: v ("
        ),
      ]),
    Broken(
      "a need that is there",
      [("\"on\": false,", "\"on\": false, \"needs\": [\"redirect-matched-by-path\"],")]),
    Broken(
      "a token endpoint of clients alone", in: "oclc",
      [
        (
          "\"refresh_token\": {}, \"scope\": {},\n",
          "\"refresh_token\": {}, \"scope\": {}, \"x\": { \"values\": [\"y\"] },\n"
        )
      ]),
  ]
}
