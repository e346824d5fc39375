extension ObjectSchema {
  static let tokenPlaces = ObjectSchema(
    "token places", "Where an access token may stand (RFC 6750 §2), and what it must be good for.",
    [
      Property(
        "header", .words, "Schemes of the Authorization header; `*` stands for any.",
        example: "[\"Bearer\"]"),
      Property(
        "fields_follow", .flag, "Whether `, name=\"value\"` may follow the token there.",
        or: "false"),
      Property("query", .words, "Parameters of the query.", example: "[\"access_token\"]"),
      Property("form", .words, "Parameters of the body.", example: "[\"access_token\"]"),
      Property(
        "scopes", .list(.template), "Scopes that the token must all have.", example: "[\"openid\"]"),
      Property(
        "audience", .template, "For whom the token must be.", example: "\"{{found.api.aud}}\""),
    ])

  static let check = ObjectSchema(
    "check", "A rule of the provider's own: where its predicate holds, the request is refused.",
    [
      Property(
        "each", .template, "A list, for each element of which the check is made, as `item`.",
        example: "\"{{req.scope}}\""),
      Property(
        "when", .predicate, "When the request is refused.", or: "always",
        example: "{ \"not\": { \"has\": \"req.nonce\" } }"),
      Property(
        "fail", .name(of: "condition"),
        "The condition that it comes to: one of the engine's, or one of the fixture's own.",
        example: "\"nonce_missing\"", .required),
      Property(
        "why", .template, "What is wrong, for whoever wrote the client.",
        or: "that the check failed",
        example: "\"the request has no nonce\""),
      Property(
        "remedy", .template, "How to mend it.", example: "\"send nonce\""),
      Property(
        "clause", .text, "What says so.", or: "the check's place in its fixture",
        example: "\"OpenID Connect Core §3.2.2.1\""),
    ])

  static let collection = ObjectSchema(
    "collection", "What an endpoint does with a list of items that the sandbox keeps.",
    [
      Property("name", .text, "The list's name.", example: "\"tasks\"", .required),
      Property(
        "of", .template, "Whose it is: one list for each text.", example: "\"{{person.sub}}\"",
        .required),
      Property("do", .choice(of: Service.CollectionUse.Deed.self), "What is done.", .required),
      Property(
        "item", .value, "What `add` keeps.",
        example: "{ \"id\": \"{{rand:[0-9a-f]{24}}}\", \"text\": \"{{body.text}}\" }"),
      Property(
        "id", .template, "Which item `remove` takes away: the value of its member `id`.",
        example: "\"{{vars.item}}\""),
      Property(
        "most", .whole(1...1000), "How many items are kept; the oldest goes first.", or: "100",
        example: "20"),
    ])

  static let rate = ObjectSchema(
    "rate", "How often one token may call.",
    [
      Property(
        "most", .whole(Bounds.most), "How many calls a window has.", or: "1", example: "5000"),
      Property(
        "seconds", .whole(1...Bounds.century), "How long a window is, in seconds.", or: "1",
        example: "3600"),
    ])

  static let signature = ObjectSchema(
    "signature",
    "A request that is signed with the client's secret: HMAC-SHA256 over lines made from the request, and then its parameters, sorted, as `name=value`.",
    [
      Property(
        "scheme", .text, "The scheme of the Authorization header that holds the signature.",
        example: "\"SIGNED-REQUEST\""),
      Property(
        "fields",
        .map(.text, keys: "what they hold", known: ["client", "timestamp", "nonce", "signature"]),
        "What the fields of that header are called.", or: "their own names",
        example: "{ \"client\": \"clientId\" }"),
      Property(
        "parameter", .text, "The parameter that holds the signature, where no header does.",
        example: "\"sig\""),
      Property(
        "head", .list(.template), "The lines before the parameters.",
        example: "[\"{{req.method}}\", \"{{req.path}}\"]"),
      Property("coded", .flag, "Whether names and values are percent-encoded.", or: "false"),
      Property(
        "separator", .text, "What stands between lines.", or: "a line feed", example: "\"|\""),
      Property("closed", .flag, "Whether the separator also stands at the end.", or: "false"),
      Property(
        "coding", .choice(of: RequestSignature.Coding.self), "How the signature is written.",
        or: "`base64`"),
      Property(
        "skew", .whole(Bounds.skew),
        "How many seconds the timestamp may be off; without it, there is none.",
        example: "300"),
      Property("required", .flag, "Whether a request without a signature is refused.", or: "true"),
    ])
}
