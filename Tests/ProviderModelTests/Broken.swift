@testable import ProviderModel

extension Broken {
  static let all: [Broken] = [
    Broken(
      "an unknown key",
      [
        (
          "\"repeats\": \"last\"",
          "\"repeat\": \"last\""
        )
      ],
      [
        Said(
          at: "\"last\"",
          "unknown member \"repeat\"; did you mean \"repeats\"?\(known(.provider)) (at /repeat)")
      ]),
    Broken(
      "a key that appears twice",
      [
        (
          "\"schema\": 1,",
          "\"schema\": 1,\n  \"schema\": 1,"
        )
      ],
      [
        Said(
          at: "\"schema\": 1,\n  \"id\"",
          "the member \"schema\" appears twice; first at line 2 (at /schema)")
      ]),
    Broken(
      "a placeholder without its root",
      [
        (
          "\"state\": \"{{req.state?}}\" }\n    },",
          "\"state\": \"{{rq.state?}}\" }\n    },"
        )
      ],
      [
        Said(
          at: "\"{{rq.",
          "the placeholder {{rq.state}} can't be resolved here; did you mean "
            + "\"req\"? (at /answers/code/parameters/state)")
      ]),
    Broken(
      "a placeholder without its member",
      [
        (
          "{{tok.code.value}}",
          "{{tok.cod.value}}"
        )
      ],
      [
        Said(
          at: "\"{{tok.",
          "the placeholder {{tok.cod.value}} can't be resolved: tok has no cod; "
            + "did you mean \"code\"? (at /answers/code/parameters/code)")
      ]),
    Broken(
      "a dead quirk",
      [
        (
          "\"patch\": { \"redirect_uri\": { \"match\": \"path\" } }",
          "\"patch\": { \"nothing\": null }"
        )
      ],
      [
        Said(
          at: "{ \"nothing\": null }",
          "the quirk \"redirect-matched-by-path\" changes nothing; remove it or "
            + "fix its patch (at /quirks/2/patch)")
      ]),
    Broken(
      "two quirks that write one place",
      [
        (
          "{ \"parameters\": { \"display\": { \"values\": [\"page\", \"popup\", \"mobile\"] "
            + "} } }",
          "{ \"parameters\": { \"response_type\": { \"default\": \"token\" } } }"
        )
      ],
      [
        Said(
          at: "{ \"parameters\": { \"response_type\": { \"default\": \"token\"",
          "the quirks \"response-type-defaults-to-code\" and \"display-checked\" "
            + "both write /parameters/response_type/default; put them into one "
            + "rivals group (at /quirks/7/patch)")
      ]),
    Broken(
      "a need that is not there",
      [
        (
          "\"on\": false,",
          "\"on\": false, \"needs\": [\"denial-has-raeson\"],"
        )
      ],
      [
        Said(
          at: "\"denial-has-raeson\"",
          "there is no quirk \"denial-has-raeson\"; did you mean "
            + "\"denial-has-reason\"? (at /quirks/9/needs/0)")
      ]),
    Broken(
      "an ambiguous path",
      [
        ("[\"login:/?act=cancel\", \"login_ru:/?act=cancel\"]", "\"login:/?act=logout\""),
        ("[\"login:/?act=logout\", \"login_ru:/?act=logout\"]", "\"login:/?act=logout\""),
      ],
      [
        Said(
          at: "\"login:/?act=logout\", \"page\"",
          "/?act=logout is ambiguous: a request could mean \"cancel\" or \"logout\" "
            + "(at /endpoints/logout/at)")
      ]),
    Broken(
      "an unknown host",
      [
        (
          "login:/?act=cancel",
          "logn:/?act=cancel"
        )
      ],
      [
        Said(
          at: "[\"logn:",
          "expected host:/path, found \"logn:/?act=cancel\"; did you mean \"login\"? "
            + "(at /endpoints/cancel/at)")
      ]),
    Broken(
      "no JSON",
      [
        (
          "\"schema\": 1,",
          "\"schema\": 1"
        )
      ],
      [
        Said(
          at: "\"id\"",
          "expected ',' or '}' after the member \"schema\", found '\"'; is a comma "
            + "missing?")
      ]),
    Broken(
      "a wrong type",
      [
        (
          "\"after_post\": 302",
          "\"after_post\": \"302\""
        )
      ],
      [
        Said(
          at: "\"302\"",
          "expected a whole number, found the string \"302\" (at /after_post)")
      ]),
    Broken(
      "another schema",
      [
        (
          "\"schema\": 1",
          "\"schema\": 2"
        )
      ],
      [
        Said(
          at: "2",
          "expected schema 1, found 2 (at /schema)")
      ]),
    Broken(
      "an unknown choice",
      [
        (
          "\"match\": \"path\"",
          "\"match\": \"paht\""
        )
      ],
      [
        Said(
          at: "\"paht\"",
          "unknown match \"paht\"; did you mean \"path\"? (at /redirect_uri/match)")
      ]),
    Broken(
      "a pattern with a mistake",
      [
        (
          "[0-9a-f]{18}\",",
          "[0-9a-f{18}\","
        )
      ],
      [
        Said(
          at: "\"[",
          "pattern \"[0-9a-f{18}\", character 12: a class is not closed with ']' "
            + "(at /ticket)")
      ]),
    Broken(
      "a condition without a wire form",
      [
        (
          "\"parameters\": {\n    \"client_id\": {}",
          "\"parameters\": {\n    \"client_id\": { \"list\": true, \"invalid\": \"client_odd\" }"
        )
      ],
      [
        Said(
          at: "{\n    \"authorize\": {\n      \"client_missing\"",
          "the condition \"client_odd\" has no wire form; add "
            + "errors.authorize.client_odd (at /errors/authorize)")
      ]),
    Broken(
      "an unknown condition",
      [
        (
          "\"user_denied\": {",
          "\"user_deneid\": {"
        )
      ],
      [
        Said(
          at: "{ \"shape\": \"redirect\", \"code\": \"access_denied\"",
          "nothing leads to the condition \"user_deneid\"; did you mean "
            + "\"user_denied\"? (at /errors/authorize/user_deneid)")
      ]),
    Broken(
      "a redirect before the client is known",
      [
        (
          "{ \"shape\": \"refusal\", \"code\": \"invalid_request\", \"text\": \"Security",
          "{ \"shape\": \"redirect\", \"code\": \"invalid_request\", \"text\": \"Security"
        )
      ],
      [
        Said(
          at: "{ \"shape\"",
          "client_missing is found before a redirect URI can be trusted: its "
            + "shape can't be a redirect (at /errors/authorize/client_missing)"),
        Said(
          at: "{ \"shape\"",
          "client_unknown is found before a redirect URI can be trusted: its "
            + "shape can't be a redirect (at /errors/authorize/client_unknown)"),
      ]),
    Broken(
      "two mistakes at once",
      [
        (
          "\"repeats\": \"last\"",
          "\"repeats\": \"lst\""
        ),
        (
          "\"ask\": \"new\"",
          "\"aks\": \"new\""
        ),
      ],
      [
        Said(
          at: "\"lst\"",
          "unknown repeats \"lst\"; did you mean \"last\"? (at /repeats)"),
        Said(
          at: "\"new\"",
          "unknown member \"aks\"; did you mean \"ask\"?\(known(Flow.Step.declaration.schema)) (at "
            + "/flow/stages/consent/aks)"),
      ]),
    Broken(
      "no id",
      [
        (
          "\"id\": \"vk\",",
          "\"title\": \"VK\","
        ),
        (
          "\"title\": \"VK\",\n  \"as_of\"",
          "\"as_of\""
        ),
      ],
      [
        Said(
          at: "{",
          "expected a member \"id\", found none; for a provider, add \"id\": \"NAME\"")
      ]),
  ]
}
