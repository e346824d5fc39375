/// Pages from which nobody gets any further.
extension Broken {
  static let pages: [Broken] = [
    Broken(
      "a form without its ticket", [("\"lg_h\": \"{{txn.id}}\", ", "")],
      [
        Said(
          at: "{\n      \"submit\": \"login\"",
          "on the page \"login\" the form goes to \"login\" without its ticket lg_h; "
            + "add \"lg_h\": \"{{txn.id}}\" to hidden (at /pages/login)")
      ]),
    Broken(
      "a form with its ticket under another name", in: "oclc",
      [("\"hidden\": { \"RelayState\"", "\"hidden\": { \"RelaySatte\"")],
      [
        Said(
          at: "{\n      \"template\": \"choose\"",
          "on the page \"institution\" the form goes to \"institution\" without its ticket "
            + "RelayState; is \"RelaySatte\" in hidden meant to be it? (at /pages/institution)")
      ]),
    Broken(
      "a template that leaves the hidden fields out",
      [
        (
          "  \"shapes\": {",
          "  \"templates\": { \"login\": \"<form action='{{page.action}}'><button></form>\" },\n  \"shapes\": {"
        )
      ],
      [
        Said(
          at: "{\n      \"submit\": \"login\"",
          "on the page \"login\" the form goes to \"login\" without its ticket lg_h; "
            + "its template writes no hidden fields; put {{> hidden}} into the form (at /pages/login)"
        )
      ]),
    Broken(
      "an inherited page without the ticket that is asked for",
      [
        (
          "\"pages\": {\n    \"login\": {",
          "\"pages\": {\n    \"mine\": {\n      \"template\": \"login\","
        ),
        ("\"cancel\": { \"to\":", "\"deny\": { \"to\": \"logout\" },\n    \"cancel\": { \"to\":"),
      ],
      [
        Said(
          at: "\"lg_h\", \"then\"",
          "on the page \"login\" the form goes to \"login\" without its ticket lg_h; "
            + "add \"lg_h\": \"{{txn.id}}\" to hidden (at /endpoints/login/ticket)"),
        Said(
          at: "{\n      \"template\": \"login\",",
          "nothing uses the page \"mine\": name it in an endpoint, a stage or a shape, or remove it "
            + "(at /pages/mine)"),
        Said(
          at: "null,\n        \"ip_h\"",
          "null removes what is inherited, and nothing is inherited here; remove it "
            + "(at /pages/mine/hidden/ticket)"),
      ]),
    Broken(
      "a link to a denial without its ticket",
      [
        (
          "\"cancel\": { \"to\": \"cancel\", \"query\": { \"hash\":",
          "\"cancel\": { \"to\": \"cancel\", \"query\": { \"hsah\":"
        )
      ],
      [
        Said(
          at: "{\n      \"submit\": \"login\"",
          "on the page \"login\" the link \"cancel\" (deny) leads to \"cancel\" without its ticket "
            + "hash; is \"hsah\" meant to be it? (at /pages/login)"),
        Said(
          at: "{\n      \"template\": \"consent\"",
          "on the page \"consent\" the link \"cancel\" (deny) leads to \"cancel\" without its ticket "
            + "hash; is \"hsah\" meant to be it? (at /pages/consent)"),
      ]),
    Broken(
      "a further link without its ticket", in: "azure-ad-b2c",
      [("\"code\": \"AADB2C90118\", \"tx\": \"{{txn.id}}\"", "\"code\": \"AADB2C90118\"")],
      [
        Said(
          at: "{\n      \"submit\": \"login\"",
          "on the page \"login\" the link \"forgot\" (more) leads to \"error\" without its ticket tx; "
            + "add \"tx\": \"{{txn.id}}\" to its query (at /pages/login)")
      ]),
    Broken(
      "a denial that no button sends", in: "instagram",
      [("\"deny_value\": \"Cancel\"", "\"deny_value\": \"Cancle\"")],
      [
        Said(
          at: "{ \"eq\": [\"{{form.allow}}\"",
          "no button of the page \"consent\" makes this true; they send allow=Authorize, "
            + "allow=Cancle (at /endpoints/authorize/denied)")
      ]),
    Broken(
      "a denial by another field", in: "standard",
      [
        (
          "{ \"eq\": [\"{{form.decision}}\", \"deny\"] }",
          "{ \"eq\": [\"{{form.descision}}\", \"deny\"] }"
        )
      ],
      [
        Said(
          at: "{ \"eq\": [\"{{form.descision}}\"",
          "no button of the page \"consent\" makes this true; they send decision=allow, "
            + "decision=deny (at /endpoints/consent/denied)")
      ]),
    Broken(
      "a denial without a button", in: "oclc",
      [
        (
          "\"hidden\": { \"ticket\": null, \"RelayState\": \"{{txn.id}}\" },\n      \"labels\": { \"title\": \"Service",
          "\"fields\": { \"deny\": null },\n      \"hidden\": { \"ticket\": null, \"RelayState\": \"{{txn.id}}\" },\n      \"labels\": { \"title\": \"Service"
        )
      ],
      [
        Said(
          at: "{ \"eq\": [\"{{form.decision}}\"",
          "no button of the page \"consent\" makes this true; they send decision=allow "
            + "(at /endpoints/consent/denied)")
      ]),
  ]
}
