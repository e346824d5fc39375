extension ObjectSchema {
  static let page = ObjectSchema(
    "page", "What people see.",
    [
      Property(
        "template", .name(of: "template"), "What it is written from.",
        or: "the template of its name", example: "\"login\""),
      Property("status", .whole(Bounds.status), "Its HTTP status.", or: "200", example: "400"),
      Property(
        "labels", .map(.template, keys: "names below `labels`"), "Its texts.",
        example: "{ \"title\": \"Sign in\" }"),
      Property(
        "fields", .map(.text, keys: "names below `fields`"),
        "What its fields are called on the wire: `username` and `password` of a login; `allow`, `allow_value`, `deny` and `deny_value` of a consent.",
        example: "{ \"username\": \"email\", \"password\": \"pass\" }"),
      Property("hidden", .value, "Its hidden fields.", example: "{ \"ticket\": \"{{txn.id}}\" }"),
      Property("submit", .name(of: "link"), "Where its form is sent.", example: "\"login\""),
      Property("deny", .name(of: "link"), "Where Cancel leads.", example: "\"deny\""),
      Property(
        "more", .map(.name(of: "link"), keys: "texts of links"), "Further links.",
        example: "{ \"Other account\": \"login\" }"),
    ])
}
