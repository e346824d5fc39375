import Basics

/// Fields about the people and the clients of a provider, and about the cookies of their browsers.
extension ProviderBody {
  static let owners: [Declaration.Field] = [
    .map(
      "people", \.people, .value, keys: "names of claims",
      "Generated claims, for people who have no such claim for this provider in the cast.",
      example: "{ \"id\": \"{{rand:[1-9][0-9]{5}}}\" }"
    ) { entry, vocabulary in
      (entry.name, vocabulary.shape(entry.value, entry.pointer, entry.findings))
    }.inherited(.replaced(level: 1)),
    .map(
      "clients", \.clients, .value, keys: "names below `client`",
      "Members that the provider's clients have, each with the value for clients that have no such member in the cast (`at`). A generated value stays the same for a client.",
      example: "{ \"team\": \"{{rand:[A-Z0-9]{10}}}\" }"
    ) { entry, vocabulary in
      guard !FactTable.isFixed(entry.name, below: "client") else {
        entry.findings.error(
          entry.value, entry.pointer,
          "every client has a \"\(entry.name)\" already; choose another name")
        return nil
      }
      return (entry.name, vocabulary.shape(entry.value, entry.pointer, entry.findings))
    }.inherited(.replaced(level: 1)),
    .objects(
      "cookies", \.cookies, keys: "what they are for",
      known: ["session", "browser", CookieRule.link], of: "cookie",
      "The cookies that pages set: `session` identifies the person who is signed in, `browser` ties a ticket to a browser, and `link` is set by each redirect to an address of the provider that has the parameter."
    ).example(
      #"{ "session": { "name": "sid", "value": "[A-Za-z0-9]{32}" } }"#
    ).inherited(.replaced(level: 2)),
  ]

  static let bindings: [Declaration.Field] = [
    .map(
      "binds", \.binds, .template, keys: "names below `bound`",
      "Values of the authorization request's address that a grant is bound to.",
      example: "{ \"policy\": \"{{vars.policy}}\" }"
    ) { entry, vocabulary in
      vocabulary.template(entry.value, entry.pointer, entry.findings).map { (entry.name, $0) }
    }.inherited(.never),
    .map(
      "mints", \.mints, .pattern, keys: "names below `bound`",
      "Values that are drawn when a grant is made, and stay the same as long as it lives. If `binds` has the same name, its template reads the value that comes back to the token endpoint, for `must_match`.",
      example: "{ \"device_id\": \"[A-Za-z0-9_-]{86}\" }"
    ) { entry, _ in
      guard let text = entry.value.stringValue else {
        entry.findings.error(
          entry.value, entry.pointer, "expected a pattern, found \(entry.value.found)")
        return nil
      }
      do throws(Pattern.Problem) {
        return (entry.name, try Pattern(text))
      } catch {
        entry.findings.error(entry.value, entry.pointer, error.sentence)
        return nil
      }
    }.inherited(.never),
  ]
}
