import Basics

/// Problems, sandboxes, clocks, providers.
extension Schemas {
  static let worlds: [(String, JSONValue)] = [
    ("Index", index), ("Problem", problem), ("Sandbox", sandbox), ("NewSandbox", newSandbox),
    (
      "Checkpoint",
      object(
        [
          member("name", text, "The name to restore it by."),
          member("at", instant, "The time of the checkpoint, by the wall clock."),
        ], required: ["name", "at"])
    ),
    (
      "NewCheckpoint",
      object([
        member(
          "name", ["type": "string", "minLength": 1],
          "The name. An older checkpoint of the same name is replaced. Default: checkpoint-N.")
      ])
    ),
    ("Clock", clock), ("ClockChange", clockChange), ("Provider", provider),
    (
      "Switches",
      object([
        member(
          "with", texts,
          "IDs of quirks to switch on; their rivals are switched off. Two rivals, or a quirk that is also in `without`, are refused."
        ),
        member("without", texts, "IDs of quirks to switch off."),
      ])
    ),
  ]

  private static let index = object(
    [
      member("version", text, "The server's version."),
      member("console", text, "The console, for a browser."),
      member("openapi", text, "This description of the control API."),
      member("sandboxes", text, "The list of sandboxes."),
      member("scenarios", text, "The scenarios: rules with a name."),
      member("health", text, "Whether the server runs; needs no token."),
    ], required: ["version", "console", "openapi", "sandboxes", "scenarios", "health"])

  /// RFC 9457.
  private static let problem = object(
    [
      member("type", text, "Always about:blank: the status tells the kind of problem."),
      member("title", text, "The problem in a sentence."),
      member("status", number, "The HTTP status."),
      member("detail", text, "The expected value, the actual value, and how to fix the request."),
      member("pointer", text, "The offending member of the body, as an RFC 6901 pointer."),
      member(
        "errors",
        list(
          of: object([
            member("pointer", text, "The member of the body."),
            member("detail", text, "The mistake."),
          ])), "All offending members, if there are several."),
    ], required: ["type", "title", "status", "detail"])

  private static let sandbox = object(
    [
      member(
        "id", text,
        "The name in addresses: /_sandbox/ID. The sandbox without a prefix is `default`."),
      member("name", text, "The label."),
      member("url", text, "The start of its addresses, before /PROVIDER/…."),
      member("created", instant, "The time of creation, by the wall clock."),
      member("last_used", instant, "The time of the last request, by the wall clock."),
      member("now", instant, "The current time of its own clock."),
      member(
        "lifetime", text, "The time without requests after which it ends: an ISO 8601 duration."),
      member(
        "journal",
        object(
          [
            member("count", natural, "The number of entries."),
            member("last", natural, "The number of the last entry; numbers have no gaps."),
          ], required: ["count", "last"]), "The state of the journal."),
      member(
        "providers", map(of: text), "Provider ID → the start of the addresses of its first host."),
    ], required: ["id", "url", "created", "last_used", "now", "journal", "providers"])

  private static let newSandbox = object([
    member(
      "id", ["type": "string", "pattern": "^[a-z0-9][a-z0-9-]{0,62}$"],
      "The name in addresses. Default: eight random letters and digits."),
    member("name", text, "A label for the list of sandboxes."),
    member(
      "cast",
      object(
        [
          member("people", list(of: anything), "People as in NewPerson, with `username`."),
          member(
            "clients", list(of: anything),
            "Clients as in NewClient, with `provider` and `client_id`."),
          member("tables", anything, "Provider ID → table → records: tenants, institutions, …"),
        ], open: true),
      "People and clients in addition to those of the server's start; the same names replace them."
    ),
    member(
      "with", texts,
      "Quirks to switch on, as PROVIDER.QUIRK. Two rivals, or a quirk that is also in `without`, are refused."
    ),
    member("without", texts, "Quirks to switch off, as PROVIDER.QUIRK."),
    member(
      "seed", number, "The seed: the same requests in the same order get the same codes and tokens."
    ),
    member("lifetime", span, "The time without requests after which it ends. Default: an hour."),
    member("answer", Operation.reference("Answer"), "The standing answer, as in PUT …/answer."),
    member("rules", Operation.reference("NewRules"), "The rules, as in POST …/rules."),
  ])

  private static let clock = object(
    [
      member("now", instant, "The current time of the sandbox."),
      member("frozen", flag, "Whether the clock stands still."),
      member("aged", text, "The time by which issued credentials were aged: an ISO 8601 duration."),
    ], required: ["now", "frozen", "aged"])

  private static let clockChange = filled(
    object([
      member(
        "set",
        ["anyOf": [instant, ["type": "integer", "minimum": 0, "maximum": 253_402_300_799]]],
        "An instant, or seconds since 1970. After a code or token was issued, an earlier time is refused (409)."
      ),
      member("advance", span, "The time to add to now, to the end of the year 9999 at most."),
      member("freeze", flag, "true: the clock stops; false: it continues."),
      member(
        "age", span,
        "Ages every issued credential; the clock does not move. So tokens expire for a client with a real clock. A century in all at most."
      ),
    ]))

  private static let provider = object(
    [
      member("id", text, "The name in addresses."), member("title", text, "The display name."),
      member("as_of", text, "The date of the behavior."),
      member(
        "endpoints",
        list(
          of: object(
            [
              member("name", text, "The name for a rule's `match.endpoint`."),
              member(
                "kind", text,
                "The kind; in a rule's `match.endpoint` it names all endpoints of this kind."),
              member("methods", texts, "The methods that it accepts."),
              member(
                "url", text,
                "The address on this server, with values of the cast for its variables; absent if the cast lacks one."
              ),
              member(
                "addresses",
                list(
                  of: object(
                    [
                      member("host", text, "One of the provider's own hosts."),
                      member(
                        "path", text, "The path with the required query; {name} is a variable."),
                    ], required: ["host", "path"])), "The addresses at the real provider."),
              member(
                "conditions", texts, "The conditions that a rule's `then.condition` may name here."),
              member("refusals", list(of: refusal), "The same conditions, with their meanings."),
            ], required: ["name", "kind", "methods", "addresses", "conditions", "refusals"])),
        "The endpoints."),
      member(
        "try_out",
        object(
          [
            member("client_id", text, "The built-in client, which is not part of the cast."),
            member("url", text, "The address to open; it ends on a page of the server."),
          ], required: ["client_id", "url"]), "How to try the provider without an app."),
      member(
        "quirks",
        list(
          of: object(
            [
              member("id", text, "The name, in PROVIDER.QUIRK."),
              member("summary", text, "The difference from the RFCs."),
              member("on", flag, "Whether it is on in this sandbox."),
              member("default", flag, "Whether it was on at the server's start."),
              member("evidence", object(of: .evidence), "The evidence for the quirk."),
              member("rivals", text, "The group of quirks of which only one can be on."),
            ], required: ["id", "summary", "on", "default", "evidence"])),
        "The quirks: deviations from the RFCs."),
    ], required: ["id", "title", "endpoints", "quirks"])

  /// A possible refusal at an endpoint.
  private static let refusal = object(
    [
      member("condition", text, "The name for a rule's `then.condition`."),
      member("summary", text, "The cause."),
      member("facts", texts, "Facts of the refusal: NAME for `err.NAME` in the provider's texts."),
      member("clause", text, "The specification that requires the refusal."),
      member(
        "evidence", object(of: .evidence),
        "The evidence for the response; without it, the sources of the fixture apply."),
    ], required: ["condition", "summary", "facts"])
}
