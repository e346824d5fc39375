extension ObjectForm {
  /// What an object may be, where JSON is worked out.
  static let workedOut: [ObjectForm] = [
    choice, repetition, selection, joined, merged, encoded, null,
  ]

  static let choice = ObjectForm(
    "$if", "One value or another.",
    [
      Member("$if", .predicate, "What decides.", example: "{ \"has\": \"req.state\" }", .required),
      Member("then", .value, "The value where it holds.", example: "\"{{req.state}}\"", .required),
      Member(
        "else", .value, "The value where it does not; without it, the member is left out.",
        example: "\"none\""),
    ])

  static let repetition = ObjectForm(
    "$each", "A list, of one value for each element of another.",
    [
      Member(
        "$each", .template, "One placeholder that names a list; its element is `item`.",
        example: "\"{{people}}\"", .required),
      Member(
        "when", .predicate, "Which elements count.", or: "all",
        example: "{ \"has\": \"item.email\" }"),
      Member(
        "value", .value, "The value for each.", example: "{ \"name\": \"{{item.name}}\" }",
        .required),
    ])

  static let selection = ObjectForm(
    "$pick", "Of an object, the members that a list names.",
    [
      Member(
        "$pick", .template, "One placeholder that names a list.",
        example: "\"{{body.fields|split:,}}\"", .required),
      Member(
        "from", .value, "The object.",
        example: "{ \"id\": 1, \"first\": \"{{person.given_name}}\" }", .required),
      Member("always", .words, "Members that are there in any case.", example: "[\"id\"]"),
      Member(
        "groups", .map(.list(.text), keys: "names that the list may hold"),
        "Names that stand for several members.",
        example: "{ \"name\": [\"first\"] }"),
    ])

  private static let joined = ObjectForm(
    "$join", "The elements of several lists.",
    [Member("$join", .list(.value), "The lists.", example: "[\"{{items}}\", [1]]", .required)])

  private static let merged = ObjectForm(
    "$merge", "The members of several objects.",
    [
      Member(
        "$merge", .list(.value), "The objects.", example: "[{ \"id\": 1 }, \"{{item}}\"]", .required
      )
    ])

  private static let encoded = ObjectForm(
    "$base64url", "The base64url of a value's JSON.",
    [
      Member(
        "$base64url", .value, "The value.", example: "{ \"uid\": \"{{person.sub}}\" }", .required)
    ])

  private static let null = ObjectForm(
    "$null", "A JSON null; a bare `null` in a patch takes a member away.",
    [Member("$null", .flag, "Always true.", .required)])
}
