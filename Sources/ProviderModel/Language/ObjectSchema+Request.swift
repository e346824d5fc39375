import Basics

extension ObjectSchema {
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
