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
      member("id", number, "The number in this sandbox. The text of the token is not shown."),
      member("kind", text, "code, access or refresh. ID tokens are not kept."),
      member("provider", text, "The provider that issued it."),
      member("client", text, "The client that got it."),
      member("person", text, "The person; absent if a client acts for itself."),
      member("scopes", texts, "The granted scopes."),
      member("audience", texts, "The audience (RFC 8707), if the token has one."),
      member("issued", instant, "The time by the sandbox's clock."),
      member("expires", instant, "The expiry; absent if it never expires."),
      member(
        "status", choice(["live", "expired", "spent", "revoked"]),
        "The status. spent: a redeemed code, or a refresh token that was replaced by rotation."),
    ], required: ["id", "kind", "provider", "client", "scopes", "issued", "status"])

  private static let newTokens = object(
    [
      member("provider", text, "The provider's ID."),
      member("client", text, "The client_id at the provider."),
      member("person", text, "The username. Without it, the client acts for itself."),
      member(
        "audiences", list(of: ["type": "string", "format": "uri"]),
        "The audience of the access token (RFC 8707). Default: the client's audiences."),
      member(
        "scopes", list(of: ["type": "string", "pattern": "^[!#-\\[\\]-~]+$"]),
        "The scopes (RFC 6749 §3.3). Default: the scopes of a request that names none."),
      member(
        "gives", texts,
        "The credentials to issue: code, access, refresh, id. Default: the credentials that a redeemed code issues."
      ),
    ], required: ["provider", "client"])

  private static let minted = object(
    [
      member("access_token", text, "The token itself."),
      member("refresh_token", text, "The token itself."), member("id_token", text, "The JWT."),
      member("code", text, "The code itself."),
      member("expires_in", number, "The lifetime of the access token, in seconds."),
      member("tokens", Operation.list(of: "Token"), "The same tokens, as the list shows them."),
    ], required: ["tokens"])

  private static let message = object(
    [
      member("method", text, "The method of the request."),
      member("authority", text, "The Host of the request."),
      member("scheme", choice(["http", "https"]), "The scheme of the request."),
      member("target", text, "The path and the query of the request."),
      member(
        "client_certificate", text,
        "The SHA-256 of the client's certificate in base64url (RFC 8705 §3.1), if it showed one."),
      member("status", number, "The status of the response; 0 if none was sent."),
      member(
        "headers", list(of: object([("name", text), ("value", text)])), "The headers, in order."),
      member("body", text, "The body, cut at 16 KiB."),
    ], open: true)

  private static let entry = object(
    [
      member("n", number, "The number, which is never used twice."),
      member("at", instant, "The time by the wall clock."),
      member("sandbox_time", instant, "The time by the sandbox's clock."),
      member("sandbox", text, "The sandbox's id."),
      member(
        "kind", text, "exchange, or a change to the sandbox: clock, rules, reset, restore, …"),
      member("provider", text, "The provider's ID."),
      member("endpoint", text, "The endpoint's name."),
      member("client", text, "The client_id, if it is known."),
      member("person", text, "The username, if it is known."),
      member("outcome", text, "The outcome: refused, granted, page: login, tokens, …"),
      member("condition", text, "The condition of a refusal."),
      member("why", text, "The mistake in a refused request."),
      member("remedy", text, "How to fix a refused request."),
      member("clause", text, "The section that requires the refusal."),
      member("rule", text, "The rule that changed the response."),
      member("near", texts, "Rules that almost matched, each with the mismatch."),
      member("detail", text, "The change to the sandbox, if the entry is not an exchange."),
      member("request", message, "The request. Secrets are hidden; equal ones look equal."),
      member("response", message, "The response, as sent."),
    ], required: ["n", "at", "sandbox", "kind"])
}
