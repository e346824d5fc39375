extension ObjectSchema {
  /// A named deviation from the standard.
  static let quirk = ObjectSchema(
    "quirk",
    "A patch to the provider that can be switched on and off, with its evidence.",
    [
      Property(
        "id", .text,
        "The name that switches it: `--with PROVIDER.ID`, `--without PROVIDER.ID`.",
        example: "\"denial-has-reason\"", .required),
      Property(
        "summary", .text, "The effect, in one sentence.",
        example: "\"A denial carries error_reason=user_denied.\"", .required),
      Property("evidence", .object(evidence), "The evidence for it.", .required),
      Property("on", .flag, "Whether it is on by default.", or: "true"),
      Property(
        "rivals", .text,
        "A group of quirks of which at most one is on: switching one on switches the others off.",
        example: "\"denial\""),
      Property(
        "needs", .words, "Quirks that have to be on as well.",
        example: "[\"denial-has-reason\"]"),
      Property(
        "patch", .patch,
        "The changes (RFC 7396): `null` removes a member, an object is merged, and anything else replaces the old value. An object with a member that starts with `$` is a value, and is replaced whole.",
        example: "{ \"repeats\": \"first\" }", .required),
    ])

  package static let evidence = ObjectSchema(
    "evidence", "The evidence for a behavior of a service.",
    [
      Property(
        "grade", .choice(of: Quirk.Grade.self),
        "`documented` by the service, `observed` in a recording or in a client's code, or `inferred`.",
        .required),
      Property(
        "source", .text, "The document or recording.", example: "\"RFC 6749 §4.1.2.1\"", .required),
      Property("note", .text, "A further remark.", example: "\"Seen in 2019 alone.\""),
    ])
}
