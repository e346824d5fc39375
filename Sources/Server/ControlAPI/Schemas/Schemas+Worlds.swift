import Basics

/// Problems, sandboxes, clocks, providers.
extension Schemas {
  static let worlds: [(String, JSONValue)] = [
    ("Index", index), ("Problem", problem), ("Sandbox", sandbox), ("NewSandbox", newSandbox),
    (
      "Checkpoint",
      object(
        [
          member("name", text, "What it is restored by."),
          member("at", instant, "When it was taken, by the wall clock."),
        ], required: ["name", "at"])
    ),
    (
      "NewCheckpoint",
      object([
        member(
          "name", ["type": "string", "minLength": 1],
          "Takes the place of one of this name. Default: checkpoint-N.")
      ])
    ),
    ("Clock", clock), ("ClockChange", clockChange), ("Provider", provider),
    (
      "Switches",
      object([
        member(
          "with", texts,
          "Ids of quirks to switch on; rivals of theirs go off. No two rivals, and none that stands in `without`."
        ),
        member("without", texts, "Ids of quirks to switch off."),
      ])
    ),
  ]

  private static let index = object(
    [
      member("version", text, "The server's."),
      member("console", text, "The console, for a browser."),
      member("openapi", text, "The description of all of this."),
      member("sandboxes", text, "The list of sandboxes."),
      member("scenarios", text, "The rules that have a name."),
      member("health", text, "Whether the server runs; asks for no token."),
    ], required: ["version", "console", "openapi", "sandboxes", "scenarios", "health"])

  /// RFC 9457.
  private static let problem = object(
    [
      member("type", text, "Always about:blank: the status says what kind of problem it is."),
      member("title", text, "The problem in a sentence."), member("status", number, "As in HTTP."),
      member("detail", text, "What was expected, what was found, how to mend it."),
      member("pointer", text, "The offending member of the body, as an RFC 6901 pointer."),
      member(
        "errors",
        list(
          of: object([
            member("pointer", text, "The member."),
            member("detail", text, "What is wrong with it."),
          ])), "Every offending member, where there are several."),
    ], required: ["type", "title", "status", "detail"])

  private static let sandbox = object(
    [
      member(
        "id", text, "Its name in addresses: /_sandbox/ID. The one without a prefix is `default`."),
      member("name", text, "The label that it was given."),
      member("url", text, "What stands before /PROVIDER/… in its addresses."),
      member("created", instant, "By the wall clock."),
      member("last_used", instant, "When a request last came, by the wall clock."),
      member("now", instant, "By its own clock."),
      member("lifetime", text, "It ends when nobody has used it for so long. ISO 8601 duration."),
      member(
        "journal",
        object(
          [
            member("count", natural, "How many entries it has."),
            member("last", natural, "The last number that was given; they have no gaps."),
          ], required: ["count", "last"]), "What GET …/journal would show."),
      member("providers", map(of: text), "Provider id → where its first host's addresses begin."),
    ], required: ["id", "url", "created", "last_used", "now", "journal", "providers"])

  private static let newSandbox = object([
    member(
      "id", ["type": "string", "pattern": "^[a-z0-9][a-z0-9-]{0,62}$"],
      "What its address has. Default: eight letters and digits that are drawn."),
    member("name", text, "A label, for people who read the list."),
    member(
      "cast",
      object(
        [
          member("people", list(of: anything), "As NewPerson, with `username`."),
          member("clients", list(of: anything), "As NewClient, with `provider` and `client_id`."),
          member("tables", anything, "Provider id → table → records: tenants, institutions, …"),
        ], open: true),
      "People and clients beside those that the server was started with; the same names replace them."
    ),
    member(
      "with", texts,
      "Quirks to switch on, as PROVIDER.QUIRK; no two rivals, and none that stands in `without`."),
    member("without", texts, "Quirks to switch off, as PROVIDER.QUIRK."),
    member("seed", number, "The same requests in the same order get the same codes and tokens."),
    member("lifetime", span, "Ends when nobody has used it for so long. Default: an hour."),
    member("answer", Operation.reference("Answer"), "As PUT …/answer."),
    member("rules", Operation.reference("NewRules"), "As POST …/rules."),
  ])

  private static let clock = object(
    [
      member("now", instant, "What the sandbox takes for the present."),
      member("frozen", flag, "Whether it stands still."),
      member("aged", text, "By how much what was issued was made older. ISO 8601 duration."),
    ], required: ["now", "frozen", "aged"])

  private static let clockChange = filled(
    object([
      member(
        "set",
        ["anyOf": [instant, ["type": "integer", "minimum": 0, "maximum": 253_402_300_799]]],
        "An instant, or seconds since 1970. Not back (409) once a code or token was issued."),
      member("advance", span, "Moves now on, to the end of the year 9999 at most."),
      member("freeze", flag, "true: stands still; false: goes on from where it stood."),
      member(
        "age", span,
        "Everything issued so far becomes so much older while now stays: tokens expire under a client with a real clock. A century in all at most."
      ),
    ]))

  private static let provider = object(
    [
      member("id", text, "Its name in addresses."), member("title", text, "Its name for people."),
      member("as_of", text, "The time that it is like."),
      member(
        "endpoints",
        list(
          of: object(
            [
              member("name", text, "What a rule's `match.endpoint` names."),
              member(
                "kind", text, "Names all endpoints of this kind in a rule's `match.endpoint`."),
              member("methods", texts, "What it answers."),
              member(
                "url", text,
                "Where it is here. Variables are filled in with what the cast has first; without one for each, there is none."
              ),
              member(
                "addresses",
                list(
                  of: object(
                    [
                      member("host", text, "One of the provider's own hosts."),
                      member(
                        "path", text, "With what the query has to hold; {name} is a variable."),
                    ], required: ["host", "path"])), "Where it is at the real provider."),
              member("conditions", texts, "What a rule's `then.condition` may be here."),
              member("refusals", list(of: refusal), "The same, each with what it means."),
            ], required: ["name", "kind", "methods", "addresses", "conditions", "refusals"])),
        "Where it answers."),
      member(
        "try_out",
        object(
          [
            member("client_id", text, "The client of such a try. The cast has none of it."),
            member("url", text, "Where a person tries it: it ends on a page of the server's own."),
          ], required: ["client_id", "url"]), "How it is tried without an app."),
      member(
        "quirks",
        list(
          of: object(
            [
              member("id", text, "Its name, in PROVIDER.QUIRK."),
              member("summary", text, "What differs from the RFCs."),
              member("on", flag, "Whether it is switched on here."),
              member("default", flag, "Whether the server was started with it."),
              member(
                "evidence",
                object(
                  [
                    member(
                      "grade", choice(["documented", "observed", "inferred"]), "How it is known."),
                    member("source", text, "Who says so."), member("note", text, "More of it."),
                  ], required: ["grade", "source"]), "Why one may believe it."),
              member("rivals", text, "Of quirks with the same word here only one can be on."),
            ], required: ["id", "summary", "on", "default", "evidence"])),
        "How it departs from the RFCs."),
    ], required: ["id", "title", "endpoints", "quirks"])
}
