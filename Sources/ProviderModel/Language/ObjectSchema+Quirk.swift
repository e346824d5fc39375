extension ObjectSchema {
  /// One named departure from the standard.
  static let quirk = ObjectSchema(
    "quirk",
    "A patch over the provider that can be switched on and off by itself, with what is known of it.",
    [
      Property(
        "id", .text,
        "The name by which it is switched: `--with PROVIDER.ID`, `--without PROVIDER.ID`.",
        example: "\"denial-has-reason\"", .required),
      Property(
        "summary", .text, "What it does, in one sentence.",
        example: "\"A denial carries error_reason=user_denied.\"", .required),
      Property("evidence", .object(evidence), "How it is known.", .required),
      Property("on", .flag, "Whether it is on unless somebody switches it off.", or: "true"),
      Property(
        "rivals", .text,
        "A group of which at most one quirk is on: switching one on switches the others off.",
        example: "\"denial\""),
      Property(
        "needs", .words, "Quirks without which this one can't be on.",
        example: "[\"denial-has-reason\"]"),
      Property(
        "patch", .patch,
        "What it changes (RFC 7396): `null` takes a member away, an object is merged, anything else replaces what is there. An object with a member that begins with `$` is a value, and is replaced whole.",
        example: "{ \"repeats\": \"first\" }", .required),
    ])

  static let evidence = ObjectSchema(
    "evidence", "How something is known of a service.",
    [
      Property(
        "grade", .choice(of: Quirk.Grade.self),
        "`documented` by the service itself, `observed` in a recording or in somebody's code, or `inferred`.",
        .required),
      Property(
        "source", .text, "Where it can be read.", example: "\"RFC 6749 §4.1.2.1\"", .required),
      Property("note", .text, "What else there is to say.", example: "\"Seen in 2019 alone.\""),
    ])
}
