extension ObjectSchema {
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

}
