import Basics

/// Tokens, and the journal.
extension Schemas {
  static let records: [(String, JSONValue)] = [
    ("Token", token), ("NewTokens", newTokens), ("MintedTokens", minted), ("Entry", entry),
    (
      "Count", object([member("count", natural, "How many entries match.")], required: ["count"])
    ),
  ]

  private static let token = object(
    [
      member("id", number, "Its number in this sandbox; the text itself is not shown."),
      member("kind", text, "code, access or refresh; ID tokens are not kept."),
      member("provider", text, "Who issued it."), member("client", text, "To whom."),
      member("person", text, "For whom; not there where a client acts for itself."),
      member("scopes", texts, "What was granted."),
      member("audience", texts, "For whom it is (RFC 8707); not there where it does not say."),
      member("issued", instant, "By the sandbox's clock."),
      member("expires", instant, "Not there where it never does."),
      member(
        "status", choice(["live", "expired", "spent", "revoked"]),
        "spent: a code that was redeemed, or a refresh token that was rotated away."),
    ], required: ["id", "kind", "provider", "client", "scopes", "issued", "status"])

  private static let newTokens = object(
    [
      member("provider", text, "A provider's id."), member("client", text, "A client_id there."),
      member("person", text, "A username. Without one the client acts for itself."),
      member(
        "audiences", list(of: ["type": "string", "format": "uri"]),
        "Whom the access token is for (RFC 8707). Default: the client's audiences."),
      member(
        "scopes", list(of: ["type": "string", "pattern": "^[!#-\\[\\]-~]+$"]),
        "RFC 6749 §3.3. Default: what a request that names no scope gets."),
      member(
        "gives", texts,
        "Which ones: code, access, refresh, id, as far as the provider has them. Default: what a redeemed code gives."
      ),
    ], required: ["provider", "client"])

  private static let minted = object(
    [
      member("access_token", text, "The token itself."),
      member("refresh_token", text, "The token itself."), member("id_token", text, "The JWT."),
      member("code", text, "The code itself."),
      member("expires_in", number, "Seconds, of the access token."),
      member("tokens", Operation.list(of: "Token"), "The same ones, as the list shows them."),
    ], required: ["tokens"])

  private static let message = object(
    [
      member("method", text, "Of the request."),
      member("authority", text, "Of the request: its Host."),
      member("scheme", choice(["http", "https"]), "Of the request: by which way it came."),
      member("target", text, "Of the request: path and query."),
      member(
        "client_certificate", text,
        "Of the request, where the client showed one: its SHA-256 in base64url (RFC 8705 §3.1)."),
      member("status", number, "Of the response; 0 where none was sent."),
      member("headers", list(of: object([("name", text), ("value", text)])), "In order."),
      member("body", text, "Cut at 16 KiB."),
    ], open: true)

  private static let entry = object(
    [
      member("n", number, "Its number; never given twice."),
      member("at", instant, "By the wall clock."),
      member("sandbox_time", instant, "By the sandbox's clock."),
      member("sandbox", text, "The sandbox's id."),
      member(
        "kind", text, "exchange, or what was done to the sandbox: clock, rules, reset, restore, …"),
      member("provider", text, "A provider's id."),
      member("endpoint", text, "Its endpoint's name."),
      member("client", text, "The client_id, where it is known."),
      member("person", text, "The username, where it is known."),
      member("outcome", text, "refused, granted, page: login, tokens, … What it came to."),
      member("condition", text, "Of a refusal: its name in the provider's catalogue."),
      member("why", text, "Of a refusal: what is wrong with the request."),
      member("remedy", text, "Of a refusal: how to mend it."),
      member("clause", text, "Of a refusal: the section that demands it."),
      member("rule", text, "The rule that had a hand in it: a fault and no feature."),
      member("near", texts, "What would have matched, and what was missing for it."),
      member("detail", text, "Of anything but an exchange: what was done."),
      member("request", message, "Secrets are hidden: equal ones look equal."),
      member("response", message, "As it left."),
    ], required: ["n", "at", "sandbox", "kind"])
}
