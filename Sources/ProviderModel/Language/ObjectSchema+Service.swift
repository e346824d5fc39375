extension ObjectSchema {
  static let tokenPlaces = ObjectSchema(
    "token places", "The places of an access token (RFC 6750 §2), and what the token must allow.",
    [
      Property(
        "header", .words, "Schemes of the Authorization header; `*` allows any.",
        example: "[\"Bearer\"]"),
      Property(
        "fields_follow", .flag, "Whether `, name=\"value\"` may follow the token in that header.",
        or: "false"),
      Property("query", .words, "Parameters of the query.", example: "[\"access_token\"]"),
      Property("form", .words, "Parameters of the body.", example: "[\"access_token\"]"),
      Property(
        "scopes", .list(.template), "The scopes that the token must have.", example: "[\"openid\"]"),
      Property(
        "audience", .template, "The audience that the token must have.",
        example: "\"{{found.api.aud}}\""),
    ])

  static let check = ObjectSchema(
    "check", "A check of the provider's own: if its predicate holds, the request is refused.",
    [
      Property(
        "each", .template, "A list: the check runs for each element, as `item`.",
        example: "\"{{req.scope}}\""),
      Property(
        "when", .predicate, "When the request is refused.", or: "always",
        example: "{ \"not\": { \"has\": \"req.nonce\" } }"),
      Property(
        "fail", .name(of: "condition"),
        "The condition of the refusal: one of the engine's, or one of the fixture's own.",
        example: "\"nonce_missing\"", .required),
      Property(
        "why", .template, "The mistake, explained to the author of the client.",
        or: "that the check failed",
        example: "\"the request has no nonce\""),
      Property(
        "remedy", .template, "How to fix it.", example: "\"send nonce\""),
      Property(
        "clause", .text, "The specification that requires the refusal.",
        or: "the check's place in its fixture",
        example: "\"OpenID Connect Core §3.2.2.1\""),
    ])

  static let collection = ObjectSchema(
    "collection", "The use of a list of items that the sandbox keeps.",
    [
      Property("name", .text, "The list's name.", example: "\"tasks\"", .required),
      Property(
        "of", .template, "The owner: there is one list for each owner.",
        example: "\"{{person.sub}}\"",
        .required),
      Property("do", .choice(of: Service.CollectionUse.Deed.self), "The operation.", .required),
      Property(
        "item", .value, "The item that `add` stores.",
        example: "{ \"id\": \"{{rand:[0-9a-f]{24}}}\", \"text\": \"{{body.text}}\" }"),
      Property(
        "id", .template, "The item that `remove` removes: the value of its member `id`.",
        example: "\"{{vars.item}}\""),
      Property(
        "most", .whole(1...1000), "The largest number of items. The oldest one is removed first.",
        or: "100",
        example: "20"),
    ])

  static let rate = ObjectSchema(
    "rate", "The number of calls that one token may make.",
    [
      Property(
        "most", .whole(Bounds.most), "The number of calls in a window.", or: "1", example: "5000"),
      Property(
        "seconds", .whole(1...Bounds.century), "The length of a window, in seconds.", or: "1",
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
        "The names of the fields in that header.", or: "their own names",
        example: "{ \"client\": \"clientId\" }"),
      Property(
        "parameter", .text, "The parameter that holds the signature, if no header does.",
        example: "\"sig\""),
      Property(
        "head", .list(.template), "The lines before the parameters.",
        example: "[\"{{req.method}}\", \"{{req.path}}\"]"),
      Property("coded", .flag, "Whether names and values are percent-encoded.", or: "false"),
      Property(
        "separator", .text, "The text between lines.", or: "a line feed", example: "\"|\""),
      Property("closed", .flag, "Whether the separator also follows the last line.", or: "false"),
      Property(
        "coding", .choice(of: RequestSignature.Coding.self), "The encoding of the signature.",
        or: "`base64`"),
      Property(
        "skew", .whole(Bounds.skew),
        "How many seconds the timestamp may be off. Without it, requests have no timestamp.",
        example: "300"),
      Property("required", .flag, "Whether a request without a signature is refused.", or: "true"),
    ])
}
