import Basics

extension ObjectSchema {
  static let effect = ObjectSchema(
    "effect", "What a rule does.",
    [
      Property(
        "condition", .name(of: "condition"),
        "The provider refuses, in its own words, as if this had happened.",
        example: "\"code_expired\""),
      Property("answer", .object(ruleAnswer), "This is answered in the provider's place."),
      Property("delay", .duration, "How long the answer is held back.", example: "\"PT1.5S\""),
      Property(
        "truncate", .whole(Bounds.count), "After how many bytes of the body the connection ends.",
        example: "20"),
      Property("drip", .object(drip), "The body comes in pieces."),
      Property("reset", .flag, "Whether the connection is reset.", or: "false"),
      Property("close", .flag, "Whether the connection is closed without an answer.", or: "false"),
      Property(
        "lost", .choice(of: Rule.Loss.self),
        "The provider decides on the request, and its answer gets lost: the connection closes, or is reset."
      ),
      Property(
        "detour", .list(.choice(of: Rule.Hop.self)),
        "What a browser goes through before it gets the page that it asked for; each keeps the query.",
        example: "[\"redirect\", \"relative\", \"link\"]"),
      Property("change", .object(change), "What becomes of the provider's own answer."),
      Property(
        "tls", .choice(of: TLSFault.self),
        "What is wrong with the certificate that the host shows at the handshake."),
    ])

  static let ruleAnswer = ObjectSchema(
    "rule's answer", "An answer in the provider's place.",
    [
      Property("status", .whole(Bounds.status), "Its HTTP status.", or: "200", example: "503"),
      Property(
        "headers", .map(.words, keys: "header names"),
        "Its headers; a list makes several fields of one name.",
        example: "{ \"Retry-After\": \"5\" }"),
      Property("body", .text, "Its body, as a text.", example: "\"down for maintenance\""),
      Property("json", .any, "Its body, as JSON.", example: "{ \"error\": \"server_error\" }"),
      Property(
        "repeat", .whole(Bounds.repeats),
        "How often the body comes, one behind the other: 16 MiB in all at most.", or: "1",
        example: "100000"),
    ])

  static let drip = ObjectSchema(
    "drip", "A body that comes in pieces.",
    [
      Property(
        "bytes", .whole(1...Bounds.count.upperBound), "How many bytes a piece has.", or: "1",
        example: "16"),
      Property(
        "every", .duration, "How long it is from piece to piece.", or: "100", example: "250"),
    ])
}
