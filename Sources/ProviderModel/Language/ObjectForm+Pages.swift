extension ObjectForm {
  static let page = ObjectForm(
    "page", "What people see.",
    [
      Member(
        "template", .name(of: "template"), "What it is written from.",
        or: "the template of its name", example: "\"login\""),
      Member("status", .whole(Bounds.status), "Its HTTP status.", or: "200", example: "400"),
      Member(
        "labels", .map(.template, keys: "names below `labels`"), "Its texts.",
        example: "{ \"title\": \"Sign in\" }"),
      Member(
        "fields", .map(.text, keys: "names below `fields`"),
        "What its fields are called on the wire: `username` and `password` of a login; `allow`, `allow_value`, `deny` and `deny_value` of a consent.",
        example: "{ \"username\": \"email\", \"password\": \"pass\" }"),
      Member("hidden", .value, "Its hidden fields.", example: "{ \"ticket\": \"{{txn.id}}\" }"),
      Member("submit", .name(of: "link"), "Where its form is sent.", example: "\"login\""),
      Member("deny", .name(of: "link"), "Where Cancel leads.", example: "\"deny\""),
      Member(
        "more", .map(.name(of: "link"), keys: "texts of links"), "Further links.",
        example: "{ \"Other account\": \"login\" }"),
    ])
}
