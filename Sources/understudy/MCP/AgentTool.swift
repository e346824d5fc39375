import Basics
import Examiner
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
  let schema: JSONValue
  /// Hints that a client may show to its user before the call.
  let hints: JSONObject
  let call: @Sendable (JSONObject) throws -> Result

  init(
    _ name: String, _ summary: String, _ schema: JSONValue, reads: Bool = false,
    destroys: Bool = false, repeats: Bool = false, reachesOut: Bool = false,
    call: @escaping @Sendable (JSONObject) throws -> Result
  ) {
    (self.name, self.summary, self.schema, self.call) = (name, summary, schema, call)
    hints = JSONObject([
      .init("readOnlyHint", JSONValue(.bool(reads))),
      .init("destructiveHint", JSONValue(.bool(destroys))),
      .init("idempotentHint", JSONValue(.bool(reads || repeats))),
      .init("openWorldHint", JSONValue(.bool(reachesOut))),
    ])
  }

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
      AgentTool(
        tool.name, tool.description, tool.schema, reads: tool.isReadOnly,
        destroys: tool.isDestructive, repeats: tool.isIdempotent
      ) { arguments in
        let order = try tool.order(arguments)
        let answer = try client.answer(order.path, order.method, body: order.body)
        let isError = answer.status.code >= 400
        guard !answer.body.isEmpty else {
          return Result(Array("\(answer.status.code) (no content)".utf8), isError: isError)
        }
        return Result(answer.body, isError: isError)
      }
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
