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
            + "mend its patch (at /quirks/2/patch)")
      ]),
    Broken(
      "a check without words",
      [("\"why\": \"the call names no version\",\n          \"remedy\": ", "\"remeddy\": ")],
      [
        Said(
          at: "{\n          \"when\": { \"not\": { \"has\": \"body.v\"",
          "expected a member \"remedy\", found none; is \"remeddy\" meant to be it? (at "
            + "/endpoints/users.get/checks/version-is-required)"),
        Said(
          at: "{\n          \"when\": { \"not\": { \"has\": \"body.v\"",
          "expected a member \"why\", found none (at "
            + "/endpoints/users.get/checks/version-is-required)"),
        Said(
          at: "\"send v, such",
          "unknown member \"remeddy\"; did you mean \"remedy\"? (at "
            + "/endpoints/users.get/checks/version-is-required/remeddy)"),
      ]),
  ]
}
