import Basics

extension ObjectSchema {
  static let parameter = ObjectSchema(
    "parameter", "A parameter of a request; the canonical name is the one that templates use.",
    [
      Property(
        "name", .text, "The name on the wire.", or: "its canonical name",
        example: "\"app_id\""),
      Property("default", .value, "The value if it is absent or empty.", example: "\"code\""),
      Property(
        "values", .words, "The allowed values. For others the condition `invalid` applies.",
        example: "[\"page\", \"popup\"]"),
      Property(
        "list", .flag, "Whether the value is a list of words, separated by spaces.", or: "false"
      ),
      Property(
        "alone", .text, "A word that must be the only one in the list.", example: "\"none\""),
      Property(
        "many", .flag,
        "Whether it may be repeated, and makes a list (RFC 8707 §2, `resource`).", or: "false"
      ),
      Property("number", .flag, "Whether the value must be a whole number.", or: "false"),
      Property(
        "invalid", .name(of: "condition"), "The condition for a value that is not allowed.",
        or: "`parameter_invalid`",
        example: "\"display_invalid\""),
    ])

  static let scopeTable = ObjectSchema(
    "scope table", "Scopes of the form `PREFIX/NAME`, made from the records of a table.",
    [
      Property("name", .name(of: "table"), "The table.", example: "\"apis\""),
      Property(
        "prefix", .text, "The member of a record that holds the prefix.", example: "\"uri\""),
      Property("names", .text, "The member that holds the list of names.", example: "\"scopes\""),
    ])

  static let queryStyle = ObjectSchema(
    "query style", "The percent-encoding of parameters.",
    [
      Property(
        "space", .choice(of: QueryStyle.Space.self),
        "The encoding of a space: `+`, `%20`, or a space.", or: "`plus`"
      ),
      Property(
        "hex", .choice(["lower", "upper"]), "The case of the hexadecimal digits: `%2f` or `%2F`.",
        or: "`upper`"),
      Property(
        "safe", .text, "The characters that stay unencoded, in addition to letters and digits.",
        or: "`-_.~`",
        example: "\"-_.*\""),
    ])
}
