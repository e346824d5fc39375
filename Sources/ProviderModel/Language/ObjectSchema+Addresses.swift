extension ObjectSchema {
  static let variable = ObjectSchema(
    "variable", "A variable part of an address, such as a tenant.",
    [
      Property(
        "default", .text, "The value for an address without the variable.", example: "\"common\""),
      Property(
        "table", .name(of: "table"), "The table of the cast that must contain it.",
        example: "\"tenants\""),
      Property(
        "among", .template, "The list that must contain it, instead of a table.",
        example: "\"{{found.tenant.policies}}\""),
      Property(
        "missing", .name(of: "condition"), "The condition if it is not found.",
        example: "\"tenant_unknown\""),
    ])

  static let table = ObjectSchema(
    "table", "A list of records that a cast provides.",
    [
      Property(
        "key", .text, "The member that identifies a record.", example: "\"name\"", .required),
      Property("also", .words, "Other members that identify a record.", example: "[\"guid\"]"),
      Property("fold", .flag, "Whether comparison is case-insensitive.", or: "false"),
    ])

  static let lookup = ObjectSchema(
    "lookup",
    "The first record of a table whose key, followed by `/`, is a prefix of an element of a list. Its member `names` holds the rest of all such elements.",
    [
      Property("table", .name(of: "table"), "The table.", example: "\"apis\"", .required),
      Property("prefix_of", .template, "The list.", example: "\"{{grant.scope}}\"", .required),
    ])

  static let link = ObjectSchema(
    "link", "An address of the provider.",
    [
      Property(
        "to", .name(of: "endpoint"), "The endpoint; the link uses its first address.",
        example: "\"login\"", .required),
      Property(
        "query", .value, "The query parameters.", example: "{ \"ticket\": \"{{txn.id}}\" }"),
      Property(
        "raw_query", .template, "More of the query, without encoding.",
        example: "\"next={{req.path|encode:/}}\""),
    ])
}
