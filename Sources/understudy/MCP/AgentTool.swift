import Basics
import Examiner
import ProviderModel
import Server

/// A tool that a coding agent can call.
struct AgentTool: Sendable {
  struct Result: Sendable {
    var text: String
    /// The same as a value, where it is JSON.
    var value: JSONValue?
    var isError = false

    /// - Parameter bytes: text, which may be JSON.
    init(_ bytes: [UInt8], isError: Bool = false) {
      text = String(decoding: bytes, as: UTF8.self)
      value = try? JSONReader(maximumBytes: 8 << 20).read(bytes, file: "").root
      self.isError = isError
    }
    init(failure: String) { (text, isError) = (failure, true) }
  }

  let name: String
  let summary: String
  /// The schema that a list of all tools has.
  let schema: JSONValue
  /// The whole schema, where that is a short form.
  let whole: JSONValue?
  /// Hints that a client may show to its user before the call.
  let hints: JSONObject
  let call: @Sendable (JSONObject) throws -> Result

  init(
    _ name: String, _ summary: String, _ schema: JSONValue, whole: JSONValue? = nil,
    reads: Bool = false, destroys: Bool = false, repeats: Bool = false, reachesOut: Bool = false,
    call: @escaping @Sendable (JSONObject) throws -> Result
  ) {
    (self.name, self.schema, self.whole, self.call) = (name, schema, whole, call)
    self.summary = whole == nil ? summary : summary + " The whole schema: \(Self.describing)."
    // What a client takes for granted, as two of them do not count for a tool that reads, is left out.
    let members: [(name: String, value: Bool, usual: Bool)] =
      [("readOnlyHint", reads, false)]
      + (reads ? [] : [("destructiveHint", destroys, true), ("idempotentHint", repeats, false)])
      + [("openWorldHint", reachesOut, true)]
    hints = JSONObject(
      members.filter { $0.value != $0.usual }.map { .init($0.name, JSONValue(.bool($0.value))) })
  }

  private static let describing = "describeTool"

  var description: JSONObject {
    JSONObject([
      .init("name", JSONValue(.string(name))), .init("description", JSONValue(.string(summary))),
      .init("inputSchema", schema), .init("annotations", JSONValue(.object(hints))),
    ])
  }

  /// The result of a call; a failure is one too, so that a model can read it.
  func result(_ arguments: JSONObject) -> Result {
    do { return try call(arguments) } catch {
      return Result(failure: (error as? Failure)?.text ?? "\(error)")
    }
  }

  // MARK: The control API

  static func control(_ client: ControlClient) -> [AgentTool] {
    ControlTool.all.map { tool in
      let (outline, schema) = (tool.outline, tool.schema)
      return AgentTool(
        tool.name, tool.description, outline ?? schema, whole: outline.map { _ in schema },
        reads: tool.isReadOnly, destroys: tool.isDestructive, repeats: tool.isIdempotent
      ) { arguments in
        let order = try tool.order(arguments)
        let answer = try client.answer(order.path, order.method, body: order.body)
        let isError = answer.status.code >= 400
        guard !answer.body.isEmpty else {
          return Result(Array("\(answer.status.code) (no content)".utf8), isError: isError)
        }
        var result = Result(answer.body, isError: isError)
        if isError { result.text += ControlTool.naming(requestsOf: result.text) }
        return result
      }
    }
  }

  /// The tool that has the schemas which the list of tools only outlines.
  static func describing(_ tools: [AgentTool]) -> AgentTool {
    AgentTool(
      describing, "Returns the whole schema of a tool's arguments, with examples.",
      arguments([("name", "The tool's name.", text)], required: ["name"]), reads: true
    ) { given in
      let name = try Arguments(given, describing, ["name"]).required("name")
      guard let tool = tools.first(where: { $0.name == name }) else {
        throw Failure(
          text: "\(describing): there is no tool \"\(name)\""
            + Suggestion.list(for: name, among: tools.map(\.name)))
      }
      return Result(Array((tool.whole ?? tool.schema).text().utf8))
    }
  }

  // MARK: The tool's own commands

  /// Tools that run a command of this program.
  static func commands(_ runner: ToolRunner) -> [AgentTool] {
    [
      AgentTool(
        "visit",
        "Signs in at an authorization URL as a browser would, and returns the URL that the provider sends the browser to. Nothing is opened there.",
        arguments(
          [
            ("url", "The authorization URL.", text),
            ("as", "The username of the person who signs in.", text),
            ("deny", "Whether the person refuses consent.", ["type": "boolean"]),
          ], required: ["url"])
      ) { given in
        let values = try Arguments(given, "visit", ["url", "as", "deny"])
        var words = ["visit"]
        if let person = try values.text("as") { words += ["--as", person] }
        if given["deny"]?.boolValue == true { words.append("--deny") }
        return try runner.run(words + ["--", try values.required("url")])
      },
      AgentTool(
        "listChecks",
        "Lists the examiner's checks of OAuth clients: ID, severity, clause, and what happens.",
        arguments([("profile", "Only the checks of this profile, such as native-code.", text)]),
        reads: true
      ) { given in
        let profile = try Arguments(given, "listChecks", ["profile"]).text("profile")
        return try listed(profile)
      },
      AgentTool(
        "explainCheck",
        "Explains a check of the examiner: what it asks of a client, the clause, why, how to fix a client, and how to see it.",
        arguments([("id", "The check's ID, as in listChecks.", text)], required: ["id"]),
        reads: true
      ) { given in
        let id = try Arguments(given, "explainCheck", ["id"]).required("id")
        return Result(Array(try ConformExplain.text(of: id, .init()).utf8))
      },
      AgentTool(
        "examineClient",
        "Runs a program, which is an OAuth client, once for each check of a profile, and returns the verdicts as JSON. The command runs on this machine.",
        arguments(
          [
            ("profile", "The kind of client: native-code, web-rp, and others of listChecks.", text),
            (
              "command", "The program and its arguments.",
              ["type": "array", "items": ["type": "string"], "minItems": 1]
            ),
            ("only", "These checks alone, and their controls: IDs separated by commas.", text),
            ("provider", "Play this provider instead of the profile's.", text),
          ], required: ["profile", "command"]), destroys: true, reachesOut: true
      ) { given in
        let values = try Arguments(
          given, "examineClient", ["profile", "command", "only", "provider"])
        var words = ["conform", "run", "--report", "json=-"]
        words += ["--profile", try values.required("profile")]
        for name in ["only", "provider"] {
          if let value = try values.text(name) { words += ["--\(name)", value] }
        }
        return try runner.run(words + ["--"] + values.list("command"), failsFrom: 2)
      },
    ]
  }

  private static func listed(_ profile: String?) throws -> Result {
    do throws(UsageError) {
      return Result(Array(try CatalogueList(.bundled, profile: profile).text(.json).utf8))
    } catch { throw Failure(text: "listChecks: \(error)") }
  }

  private static let text: JSONValue = ["type": "string", "minLength": 1]

  private static func arguments(
    _ members: [(name: String, meaning: String, schema: JSONValue)], required: [String] = []
  ) -> JSONValue {
    let properties = members.map { member -> JSONObject.Member in
      var schema = member.schema.objectValue ?? JSONObject()
      schema["description"] = JSONValue(.string(member.meaning))
      return .init(member.name, JSONValue(.object(schema)))
    }
    return [
      "type": "object", "properties": JSONValue(.object(JSONObject(properties))),
      "required": JSONValue(.array(required.map { JSONValue(.string($0)) })),
      "additionalProperties": false,
    ]
  }
}
