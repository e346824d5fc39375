@testable import ProviderModel

extension Broken {
  static let more: [Broken] = [
    Broken(
      "a quirk that orders what stands in this order",
      [
        (
          "\"patch\": { \"redirect_uri\": { \"match\": \"path\" } }",
          "\"patch\": { \"answers\": { \"code\": { \"parameters\": { \"$order\": [\"code\"] } } } }"
        )
      ],
      [
        Said(
          at: "{ \"answers\": { \"code\": { \"parameters\": { \"$order\"",
          "the quirk \"redirect-matched-by-path\" changes nothing; remove it or "
            + "fix its patch (at /quirks/2/patch)")
      ]),
    Broken(
      "a check with a word that is none",
      [("\"why\": \"the call names no version\",\n          \"remedy\": ", "\"remeddy\": ")],
      [
        Said(
          at: "\"send v, such",
          "unknown member \"remeddy\"; did you mean \"remedy\"?\(known(Check.declaration.schema)) (at "
            + "/endpoints/users.get/checks/version-is-required/remeddy)")
      ]),
    Broken(
      "a method that needs no mention",
      [("\"methods\": [\"GET\"]", "\"methods\": [\"GET\", \"HEAD\"]")],
      [
        Said(
          at: "[\"GET\", \"HEAD\"]",
          "HEAD needs no mention: HEAD is answered wherever GET is, and OPTIONS everywhere "
            + "(at /endpoints/authorize/methods)")
      ]),
    Broken(
      "a member to pick that is not there",
      [("\"groups\": {\n", "\"groups\": {\n              \"names\": [\"first_nmae\"],\n")],
      [
        Said(
          at: "[\"first_nmae\"]",
          "there is no member \"first_nmae\" to pick; did you mean \"first_name\"? "
            + "(at /shapes/users/json/response/value/groups/names)")
      ]),
    Broken(
      "a member that is always there and nowhere",
      [("\"always\": [\"uid\", ", "\"always\": [\"uidd\", ")],
      [
        Said(
          at: "[\"uidd\"",
          "there is no member \"uidd\" to pick; did you mean \"uid\"? "
            + "(at /shapes/users/json/response/value/always)")
      ]),
    Broken(
      "a choice that names no list",
      [("\"$pick\": \"{{body.fields|replace: |split:,}}\"", "\"$pick\": \"fields\"")],
      [
        Said(
          at: "\"fields\",\n            \"always\"",
          "expected one placeholder that names a list (at /shapes/users/json/response/value/$pick)")
      ]),
    Broken(
      "an unknown link",
      [
        (
          "\"finish\": \"grant\"",
          "\"finish\": \"grnat\""
        )
      ],
      [
        Said(
          at: "\"grnat\"",
          "there is no link \"grnat\"; did you mean \"grant\"? (at /flow/finish)")
      ]),
    Broken(
      "an unknown filter",
      [
        (
          "{{req.scope|bits}}",
          "{{req.scope|bit}}"
        )
      ],
      [
        Said(
          at: "\"{{req.scope|",
          "unknown filter \"bit\"; did you mean \"bits\"? (at "
            + "/links/canonical/query/scope)")
      ]),
  ]
}
