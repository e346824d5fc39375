extension ObjectSchema {
  static let variable = ObjectSchema(
    "variable", "A part of an address that differs, such as a tenant.",
    [
      Property(
        "default", .text, "Its value where an address without it is asked.", example: "\"common\""),
      Property(
        "table", .name(of: "table"), "The table of the cast in which it must be found.",
        example: "\"tenants\""),
      Property(
        "among", .template, "The list that must hold it, where no table does.",
        example: "\"{{found.tenant.policies}}\""),
      Property(
        "missing", .name(of: "condition"), "The condition that it comes to where it is not found.",
        example: "\"tenant_unknown\""),
    ])

  static let table = ObjectSchema(
    "table", "A list of records that a cast gives for this provider.",
    [
      Property(
        "key", .text, "The member by which a record is found.", example: "\"name\"", .required),
      Property("also", .words, "Members by which it is found too.", example: "[\"guid\"]"),
      Property("fold", .flag, "Whether letters are the same in either case.", or: "false"),
    ])

  static let lookup = ObjectSchema(
    "lookup",
    "The first record of a table whose key, with a `/` behind it, begins an element of a list; what is left of all such elements is its member `names`.",
    [
      Property("table", .name(of: "table"), "The table.", example: "\"apis\"", .required),
      Property("prefix_of", .template, "The list.", example: "\"{{grant.scope}}\"", .required),
    ])

  static let link = ObjectSchema(
    "link", "One of the provider's own addresses.",
    [
      Property(
        "to", .name(of: "endpoint"), "The endpoint to which it leads: its first address.",
        example: "\"login\"", .required),
      Property(
        "query", .value, "The parameters of its query.", example: "{ \"ticket\": \"{{txn.id}}\" }"),
      Property(
        "raw_query", .template, "More of its query, as it stands.",
        example: "\"next={{req.path|encode:/}}\""),
    ])
}
