extension ObjectSchema {
  /// Objects that are computed in JSON.
  static let workedOut: [ObjectSchema] = [
    choice, repetition, selection, joined, merged, encoded, use, null,
  ]

  static let choice = ObjectSchema(
    "$if", "One value or another.",
    [
      Property(
        "$if", .predicate, "The condition of the choice.", example: "{ \"has\": \"req.state\" }",
        .required),
      Property(
        "then", .value, "The value if it holds.", example: "\"{{req.state}}\"", .required),
      Property(
        "else", .value, "The value if it does not hold; without it, the member is left out.",
        example: "\"none\""),
    ])

  static let repetition = ObjectSchema(
    "$each", "A list with one value for each element of another list.",
    [
      Property(
        "$each", .template, "One placeholder that names a list; its element is `item`.",
        example: "\"{{people}}\"", .required),
      Property(
        "when", .predicate, "The elements to use.", or: "all",
        example: "{ \"has\": \"item.email\" }"),
      Property(
        "value", .value, "The value for each.", example: "{ \"name\": \"{{item.name}}\" }",
        .required),
    ])

  static let selection = ObjectSchema(
    "$pick", "The members of an object that a list names.",
    [
      Property(
        "$pick", .template, "One placeholder that names a list.",
        example: "\"{{body.fields|split:,}}\"", .required),
      Property(
        "from", .value, "The object.",
        example: "{ \"id\": 1, \"first\": \"{{person.given_name}}\" }", .required),
      Property("always", .words, "Members that are always present.", example: "[\"id\"]"),
      Property(
        "groups", .map(.list(.text), keys: "names that the list may hold"),
        "Names for groups of members.",
        example: "{ \"name\": [\"first\"] }"),
    ])

  private static let joined = ObjectSchema(
    "$join", "The elements of several lists.",
    [Property("$join", .list(.value), "The lists.", example: "[\"{{items}}\", [1]]", .required)])

  private static let merged = ObjectSchema(
    "$merge", "The members of several objects.",
    [
      Property(
        "$merge", .list(.value), "The objects.", example: "[{ \"id\": 1 }, \"{{item}}\"]", .required
      )
    ])

  private static let encoded = ObjectSchema(
    "$base64url", "The base64url of a value's JSON.",
    [
      Property(
        "$base64url", .value, "The value.", example: "{ \"uid\": \"{{person.sub}}\" }", .required)
    ])

  static let useMember = "$use"

  /// With `$merge`, it can have further members.
  private static let use = ObjectSchema(
    useMember, "The JSON of a shape, for values that several responses have in common.",
    [
      Property(
        useMember, .name(of: "shape"), "The name of the shape.", example: "\"user\"", .required)
    ])

  private static let null = ObjectSchema(
    "$null", "A JSON null; a bare `null` in a patch removes a member.",
    [Property("$null", .flag, "The value `true`.", .required)])
}
