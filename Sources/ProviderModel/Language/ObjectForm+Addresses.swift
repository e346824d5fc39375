extension ObjectForm {
  static let variable = ObjectForm(
    "variable", "A part of an address that differs, such as a tenant.",
    [
      Member(
        "default", .text, "Its value where an address without it is asked.", example: "\"common\""),
      Member(
        "table", .name(of: "table"), "The table of the cast in which it must be found.",
        example: "\"tenants\""),
      Member(
        "among", .template, "The list that must hold it, where no table does.",
        example: "\"{{found.tenant.policies}}\""),
      Member(
        "missing", .name(of: "condition"), "The condition that it comes to where it is not found.",
        example: "\"tenant_unknown\""),
    ])

  static let table = ObjectForm(
    "table", "A list of records that a cast gives for this provider.",
    [
      Member(
        "key", .text, "The member by which a record is found.", example: "\"name\"", .required),
      Member("also", .words, "Members by which it is found too.", example: "[\"guid\"]"),
      Member("fold", .flag, "Whether letters are the same in either case.", or: "false"),
    ])

  static let lookup = ObjectForm(
    "lookup",
    "The first record of a table whose key, with a `/` behind it, begins an element of a list; what is left of all such elements is its member `names`.",
    [
      Member("table", .name(of: "table"), "The table.", example: "\"apis\"", .required),
      Member("prefix_of", .template, "The list.", example: "\"{{grant.scope}}\"", .required),
    ])

  static let link = ObjectForm(
    "link", "One of the provider's own addresses.",
    [
      Member(
        "to", .name(of: "endpoint"), "The endpoint to which it leads: its first address.",
        example: "\"login\"", .required),
      Member(
        "query", .value, "The parameters of its query.", example: "{ \"ticket\": \"{{txn.id}}\" }"),
      Member(
        "raw_query", .template, "More of its query, as it stands.",
        example: "\"next={{req.path|encode:/}}\""),
    ])
}
