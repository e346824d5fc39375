/// Refusals that speak of what no error has, and shapes that nothing shows.
extension Broken {
  static let refusals: [Broken] = [
    Broken(
      "a member of a refusal that no entry has",
      [
        (
          "\"json\": { \"error\": \"{{err.code}}\", \"error_description\": \"{{err.text}}\" }",
          "\"json\": { \"error\": \"{{err.type}}\", \"error_description\": \"{{err.text}}\" }"
        )
      ],
      [
        Said(
          at: "\"{{err.type}}\"",
          "{{err.type}} is always empty: no entry of errors that leads here has \"type\"; "
            + "add it to them, or write {{err.type?}} (at /shapes/refusal/json/error)")
      ]),
    Broken(
      "a header of a refusal that no entry has", in: "azure-ad-b2c",
      [
        (
          "\"WWW-Authenticate\": \"Bearer realm=\\\"Users\\\"\"",
          "\"WWW-Authenticate\": \"{{err.code}}\""
        )
      ],
      [
        Said(
          at: "\"{{err.code}}\" }, \"empty\"",
          "{{err.code}} is always empty: no entry of errors that leads here has \"code\"; "
            + "add it to them, or write {{err.code?}} (at /shapes/tasks-refusal/headers/WWW-Authenticate)"
        )
      ]),
    Broken(
      "one of several forms of a refusal", in: "oclc",
      [("<code type=\\\"http\\\">{{err.id}}", "<code type=\\\"http\\\">{{err.type}}")],
      [
        Said(
          at: "\"<?xml version=\\\"1.0\\\" encoding=\\\"UTF-8\\\"?><error>",
          "{{err.type}} is always empty: no entry of errors that leads here has \"type\"; "
            + "add it to them, or write {{err.type?}} (at /shapes/error-xml/text)")
      ]),
    Broken(
      "a page of a refusal", in: "azure-ad-b2c",
      [
        (
          "{{#if err.id}}AADB2C{{err.id}}: {{/if}}{{err.text}}",
          "{{#if err.id}}AADB2C{{err.id}}: {{/if}}{{err.reason}}"
        )
      ],
      [
        Said(
          at: "[\n      \"{{> head}}\",\n      \"<div class=\\\"message\\\"",
          "{{err.reason}} is always empty: no entry of errors that leads here has \"reason\"; "
            + "add it to them, or put it into {{#if err.reason}} (at /templates/error)")
      ]),
    Broken(
      "a shape that nothing uses",
      [("\"answer\": \"app-token\"", "\"answer\": \"token\"")],
      [
        Said(
          at: "\"{{person.id|number}}\"\n      }\n    },\n    \"app-token\"",
          "{{person.id}} is empty where a client gets a token for itself, by the grant \"client_credentials\"; "
            + "write { \"$if\": { \"has\": \"person.id\" }, \"then\": …, \"else\": \"{{client.client_id}}\" }, "
            + "or {{person.id?}} (at /shapes/token/json/user_id)"),
        Said(
          at:
            "{\n      \"content_type\": \"application/json; charset=utf-8\", \"json\": { \"access_token\"",
          "nothing uses the shape \"app-token\": name it in an answer or in errors, or remove it "
            + "(at /shapes/app-token)"),
      ]),
    Broken(
      "a shape that was meant by a slip is used",
      [("\"answer\": \"users\"", "\"answer\": \"usres\"")],
      [
        Said(
          at: "\"usres\"",
          "there is no shape \"usres\"; did you mean \"users\"? (at /endpoints/users.get/answer)")
      ]),
    Broken(
      "a header without a value",
      [
        (
          "\"WWW-Authenticate\": \"Bearer error=\\\"invalid_token\\\"\"",
          "\"WWW-Authenticate\": \"\""
        )
      ],
      [
        Said(
          at: "\"\" },\n      \"json\": {\n        \"error\"",
          "a header without a value can't be sent; leave it out "
            + "(at /shapes/api-error/headers/WWW-Authenticate)")
      ]),
    Broken(
      "a header of two lines",
      [("\"Bearer error=\\\"invalid_token\\\"\"", "\"Bearer\\nerror=\\\"invalid_token\\\"\"")],
      [
        Said(
          at: "\"Bearer\\nerror",
          "expected a text on one line, in ASCII and without control characters (RFC 9110 §5.5) "
            + "(at /shapes/api-error/headers/WWW-Authenticate)")
      ]),
  ]
}
