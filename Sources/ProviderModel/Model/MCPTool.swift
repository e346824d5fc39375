import Basics

/// A tool of an MCP server.
package struct MCPTool: Sendable {
  package private(set) var title: String?
  package private(set) var description = ""
  /// The scopes that a call needs, in addition to those of the server.
  package internal(set) var scopes: [String] = []
  /// The JSON Schema of the arguments.
  package private(set) var input: [(name: String, value: JSONValue)] = []
  package private(set) var result: Shape = .empty
  package private(set) var collection: Service.CollectionUse?

  package init() {}

  /// A tool without a description, which takes any arguments and returns what another tool returns.
  init(answeringAs other: MCPTool?, scopes: [String]) {
    self.scopes = scopes
    if let other { (result, collection) = (other.result, other.collection) }
  }
}

extension MCPTool: ProviderPart {
  static let declaration: Declaration = .init(
    "mcp tool", "A tool of an MCP server.",
    [
      .text("title", \.title, "The display name.", example: "\"Who am I\""),
      .text(
        "description", \.description, "The purpose of the tool, for a model.",
        example: "\"Adds a note.\""),
      .texts(
        "scopes", \.scopes,
        "The scopes that a call needs, in addition to those of the server. Without them the response is 403 with `insufficient_scope`.",
        example: "[\"mcp:write\"]"),
      .values(
        "input", \.input, keys: "keywords",
        "The JSON Schema of the arguments. `required`, `additionalProperties: false`, and a property's `type` and `enum` are checked.",
        example: "{ \"type\": \"object\", \"required\": [\"text\"] }"),
      .value(
        "result", \.result,
        "The structured result. Arguments are `body.NAME`; the items of `collection` are `items` and `item`.",
        example: "{ \"user\": \"{{token.username}}\" }"),
      .object("collection", \.collection, "The use of a list of items that the sandbox keeps.")
        .example(
          #"{ "name": "notes", "of": "{{token.username}}", "do": "add", "item": { "text": "{{body.text}}" } }"#
        ),
    ])
}
