extension ObjectSchema {
  static let page = ObjectSchema(
    "page", "A page that people see.",
    [
      Property(
        "template", .name(of: "template"), "The template of the page.",
        or: "the template of its name", example: "\"login\""),
      Property("status", .whole(Bounds.status), "The HTTP status.", or: "200", example: "400"),
      Property(
        "labels", .map(.template, keys: "names below `labels`"), "The texts of the page.",
        example: "{ \"title\": \"Sign in\" }"),
      Property(
        "fields", .map(.text, keys: "names below `fields`"),
        "The names of its fields on the wire: `username` and `password` of a login; `allow`, `allow_value`, `deny` and `deny_value` of a consent.",
        example: "{ \"username\": \"email\", \"password\": \"pass\" }"),
      Property("hidden", .value, "The hidden fields.", example: "{ \"ticket\": \"{{txn.id}}\" }"),
      Property(
        "submit", .name(of: "link"), "The link to which its form is sent.", example: "\"login\""),
      Property("deny", .name(of: "link"), "The link behind Cancel.", example: "\"deny\""),
      Property(
        "more", .map(.name(of: "link"), keys: "texts of links"), "Further links.",
        example: "{ \"Other account\": \"login\" }"),
    ])
}
