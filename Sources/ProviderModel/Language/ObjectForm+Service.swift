extension ObjectForm {
  static let tokenPlaces = ObjectForm(
    "token places", "Where an access token may stand (RFC 6750 §2), and what it must be good for.",
    [
      Member(
        "header", .words, "Schemes of the Authorization header; `*` stands for any.",
        example: "[\"Bearer\"]"),
      Member(
        "fields_follow", .flag, "Whether `, name=\"value\"` may follow the token there.",
        or: "false"),
      Member("query", .words, "Parameters of the query.", example: "[\"access_token\"]"),
      Member("form", .words, "Parameters of the body.", example: "[\"access_token\"]"),
      Member(
        "scopes", .list(.template), "Scopes that the token must all have.", example: "[\"openid\"]"),
      Member(
        "audience", .template, "For whom the token must be.", example: "\"{{found.api.aud}}\""),
    ])

  static let check = ObjectForm(
    "check", "A rule of the provider's own: where its predicate holds, the request is refused.",
    [
      Member(
        "each", .template, "A list, for each element of which the check is made, as `item`.",
        example: "\"{{req.scope}}\""),
      Member(
        "when", .predicate, "When the request is refused.", or: "always",
        example: "{ \"not\": { \"has\": \"req.nonce\" } }"),
      Member(
        "fail", .name(of: "condition"),
        "The condition that it comes to: one of the engine's, or one of the fixture's own.",
        example: "\"nonce_missing\"", .required),
      Member(
        "why", .template, "What is wrong, for whoever wrote the client.",
        or: "that the check failed",
        example: "\"the request has no nonce\""),
      Member(
        "remedy", .template, "How to mend it.", example: "\"send nonce\""),
      Member(
        "clause", .text, "What says so.", or: "the check's place in its fixture",
        example: "\"OpenID Connect Core §3.2.2.1\""),
    ])

  static let collection = ObjectForm(
    "collection", "What an endpoint does with a list of items that the sandbox keeps.",
    [
      Member("name", .text, "The list's name.", example: "\"tasks\"", .required),
      Member(
        "of", .template, "Whose it is: one list for each text.", example: "\"{{person.sub}}\"",
        .required),
      Member("do", .choice(of: Service.CollectionUse.Deed.self), "What is done.", .required),
      Member(
        "item", .value, "What `add` keeps.",
        example: "{ \"id\": \"{{rand:[0-9a-f]{24}}}\", \"text\": \"{{body.text}}\" }"),
      Member(
        "id", .template, "Which item `remove` takes away: the value of its member `id`.",
        example: "\"{{vars.item}}\""),
      Member(
        "most", .whole(1...1000), "How many items are kept; the oldest goes first.", or: "100",
        example: "20"),
    ])

  static let rate = ObjectForm(
    "rate", "How often one token may call.",
    [
      Member("most", .whole(Bounds.most), "How many calls a window has.", or: "1", example: "5000"),
      Member(
        "seconds", .whole(1...Bounds.century), "How long a window is, in seconds.", or: "1",
        example: "3600"),
    ])

  static let signature = ObjectForm(
    "signature",
    "A request that is signed with the client's secret: HMAC-SHA256 over lines made from the request, and then its parameters, sorted, as `name=value`.",
    [
      Member(
        "scheme", .text, "The scheme of the Authorization header that holds the signature.",
        example: "\"SIGNED-REQUEST\""),
      Member(
        "fields",
        .map(.text, keys: "what they hold", known: ["client", "timestamp", "nonce", "signature"]),
        "What the fields of that header are called.", or: "their own names",
        example: "{ \"client\": \"clientId\" }"),
      Member(
        "parameter", .text, "The parameter that holds the signature, where no header does.",
        example: "\"sig\""),
      Member(
        "head", .list(.template), "The lines before the parameters.",
        example: "[\"{{req.method}}\", \"{{req.path}}\"]"),
      Member("coded", .flag, "Whether names and values are percent-encoded.", or: "false"),
      Member("separator", .text, "What stands between lines.", or: "a line feed", example: "\"|\""),
      Member("closed", .flag, "Whether the separator also stands at the end.", or: "false"),
      Member(
        "coding", .choice(of: RequestSignature.Coding.self), "How the signature is written.",
        or: "`base64`"),
      Member(
        "skew", .whole(Bounds.skew),
        "How many seconds the timestamp may be off; without it, there is none.",
        example: "300"),
      Member("required", .flag, "Whether a request without a signature is refused.", or: "true"),
    ])
}
