import HTTPMessages

extension ObjectForm {
  static let effect = ObjectForm(
    "effect", "What a rule does.",
    [
      Member(
        "condition", .name(of: "condition"),
        "The provider refuses, in its own words, as if this had happened.",
        example: "\"code_expired\""),
      Member("answer", .object(ruleAnswer), "This is answered in the provider's place."),
      Member("delay", .duration, "How long the answer is held back.", example: "\"PT1.5S\""),
      Member(
        "truncate", .whole(Bounds.count), "After how many bytes of the body the connection ends.",
        example: "20"),
      Member("drip", .object(drip), "The body comes in pieces."),
      Member("reset", .flag, "Whether the connection is reset.", or: "false"),
      Member("close", .flag, "Whether the connection is closed without an answer.", or: "false"),
      Member("change", .object(change), "What becomes of the provider's own answer."),
      Member(
        "tls", .choice(of: TLSFault.self),
        "What is wrong with the certificate that the host shows at the handshake."),
    ])

  static let ruleAnswer = ObjectForm(
    "rule's answer", "An answer in the provider's place.",
    [
      Member("status", .whole(Bounds.status), "Its HTTP status.", or: "200", example: "503"),
      Member(
        "headers", .map(.text, keys: "header names"), "Its headers.",
        example: "{ \"Retry-After\": \"5\" }"),
      Member("body", .text, "Its body, as a text.", example: "\"down for maintenance\""),
      Member("json", .any, "Its body, as JSON.", example: "{ \"error\": \"server_error\" }"),
    ])

  static let drip = ObjectForm(
    "drip", "A body that comes in pieces.",
    [
      Member(
        "bytes", .whole(1...Bounds.count.upperBound), "How many bytes a piece has.", or: "1",
        example: "16"),
      Member("every", .duration, "How long it is from piece to piece.", or: "100", example: "250"),
    ])

  static let change = ObjectForm(
    "change",
    "What becomes of the provider's own answer: its parameters or members are renamed, set, dropped and ordered.",
    [
      Member(
        "rename", .map(.text, keys: "members"), "New names.",
        example: "{ \"access_token\": \"token\" }"),
      Member("set", .map(.any, keys: "members"), "New values.", example: "{ \"expires_in\": -1 }"),
      Member("drop", .list(.text), "Members that are left out.", example: "[\"refresh_token\"]"),
      Member("order", .list(.text), "Members that come first.", example: "[\"state\", \"code\"]"),
      Member("scopes", .list(.text), "Only these scopes are granted.", example: "[\"openid\"]"),
      Member("twice", .flag, "Whether the browser gets the callback twice.", or: "false"),
      Member(
        "tokens", .map(.object(tokenChange), keys: "tokens", known: ["access", "id"]),
        "What becomes of a JSON Web Token."),
    ])

  static let tokenChange = ObjectForm(
    "token change", "What becomes of a JSON Web Token.",
    [
      Member(
        "signature", .choice(of: Rule.TokenChange.Signature.self),
        "The signature is wrong, or there is none."),
      Member("kid", .text, "The key id that its header names.", example: "\"unknown\""),
      Member(
        "claims", .map(.any, keys: "claims"), "Claims to set; null removes one.",
        example: "{ \"aud\": \"other\" }"),
      Member(
        "shift", .whole(-Bounds.century...Bounds.century),
        "By how many seconds `iat`, `nbf`, `exp` and `auth_time` are moved.", or: "0",
        example: "-7200"),
    ])
}
