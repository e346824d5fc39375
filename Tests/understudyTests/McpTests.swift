import Basics
import Foundation
import Testing

/// `understudy mcp`, as a client at the pipes sees it.
@Suite("The tools for coding agents")
struct McpTests {
  /// Sends these lines, and reads the answers until the end.
  private static func talk(
    _ lines: [String], _ options: String = "", environment: [String: String] = [:]
  ) throws -> (answers: [JSONValue], result: Tool.Result) {
    let scratch = try Scratch()
    let input = try scratch.write(lines.joined(separator: "\n") + "\n", to: "input")
    let result = try Tool.shell("\"$tool\" mcp \(options) <'\(input)'", environment: environment)
      .finish()
    let answers = try result.output.split(separator: "\n").map {
      try JSONReader(maximumBytes: 8 << 20).read(Array($0.utf8), file: "answer").root
    }
    return (answers, result)
  }

  private static func call(_ id: Int, _ tool: String, _ arguments: String = "{}") -> String {
    """
    {"jsonrpc": "2.0", "id": \(id), "method": "tools/call", "params": {"name": "\(tool)", "arguments": \(arguments)}}
    """
  }

  private static func result(_ answers: [JSONValue], _ id: Int) throws -> JSONValue {
    let answer = try #require(answers.first { $0["id"]?.integerValue == id })
    return try #require(answer["result"], "\(answer.text())")
  }

  private static func text(_ answers: [JSONValue], _ id: Int) throws -> String {
    try #require(result(answers, id).value(at: "/content/0/text")?.stringValue)
  }

  @Test("agree on a version, and answer a ping", arguments: ["2025-06-18", "2025-11-25"])
  func handshake(_ version: String) throws {
    let (answers, result) = try Self.talk([
      """
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"\(version)","capabilities":{}}}
      """, #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
      #"{"jsonrpc":"2.0","id":"p","method":"ping"}"#,
    ])
    #expect(result.status == 0 && result.errors.isEmpty && answers.count == 2, "\(result)")
    let agreed = try Self.result(answers, 1)
    #expect(agreed["protocolVersion"]?.stringValue == version)
    #expect(agreed["capabilities"] == ["tools": [:]])
    #expect(agreed["instructions"]?.stringValue?.contains("http://127.0.0.1:") == true)
    #expect(answers.last?["id"] == "p" && answers.last?["result"] == [:])
  }

  @Test("propose the newest version with a handshake to a client of another one")
  func otherVersion() throws {
    let (answers, _) = try Self.talk([
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"1999-01-01"}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"1999-01-01"}}}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#,
    ])
    #expect(try Self.result(answers, 1)["protocolVersion"] == "2025-11-25")
    #expect(answers[1].value(at: "/error/code") == -32022)
    #expect(try Self.result(answers, 3)["resultType"] == "complete")
  }

  @Test("are the operations of the control API, each with a schema that stands alone")
  func list() throws {
    let (answers, _) = try Self.talk([#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#])
    let tools = try #require(Self.result(answers, 1)["tools"]?.arrayValue)
    let names = tools.compactMap { $0["name"]?.stringValue }
    #expect(Set(names).count == tools.count)
    for name in ["createSandbox", "addRules", "readJournal", "patchClient", "examineClient"] {
      #expect(names.contains(name))
    }
    for tool in tools {
      let schema = try #require(tool["inputSchema"])
      #expect(schema["type"] == "object" && tool["description"]?.stringValue?.isEmpty == false)
      let text = schema.text()
      #expect(!text.contains("#/components"), "\(tool["name"]?.text() ?? "")")
      for part in text.split(separator: "\"#/$defs/").dropFirst() {
        let name = String(part.prefix { $0 != "\"" })
        #expect(schema["$defs"]?[name] != nil, "\(name)")
      }
    }
  }

  @Test("take little room in a list, and are described whole by a tool")
  func outlines() throws {
    let (answers, result) = try Self.talk([
      #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
      Self.call(2, "describeTool", #"{"name":"addRules"}"#),
      Self.call(3, "describeTool", #"{"name":"listRules"}"#),
      Self.call(4, "describeTool", #"{"name":"addRule"}"#),
      Self.call(5, "addRules", #"{"body":{"then":{"conditon":"code_expired"}}}"#),
    ])
    let list = try #require(result.output.split(separator: "\n").first)
    #expect(list.utf8.count < 55_000, "\(list.utf8.count) bytes")
    let tools = try #require(Self.result(answers, 1)["tools"]?.arrayValue)
    func tool(_ name: String) -> JSONValue? { tools.first { $0["name"]?.stringValue == name } }
    let rules = try #require(tool("addRules"))
    let members = rules.value(at: "/inputSchema/properties/body/anyOf/0/anyOf/0/properties")
    #expect(members?["match"]?["type"] == "object" && members?["match"]?["properties"] == nil)
    #expect(members?["times"]?["type"] == "integer", "\(rules.text())")
    #expect(rules["description"]?.stringValue?.contains("describeTool") == true)
    #expect(tool("listRules")?["description"]?.stringValue?.contains("describeTool") == false)
    let whole = try Self.result(answers, 2)["structuredContent"]
    #expect(
      whole?.value(at: "/$defs/NewRule/properties/then/properties/condition/type") == "string")
    #expect(try Self.result(answers, 3)["structuredContent"] == tool("listRules")?["inputSchema"])
    #expect(try Self.text(answers, 4).contains("did you mean \"addRules\"?"))
    #expect(try Self.text(answers, 5).contains("did you mean \\\"condition\\\"?"))
  }

  @Test("start a sandbox, make a call fail, and read why it was refused")
  func story() throws {
    let rule =
      #"{"sandbox":"mine","body":{"match":{"endpoint":"token"},"times":1,"then":{"condition":"code_expired"}}}"#
    let (answers, result) = try Self.talk([
      Self.call(1, "createSandbox", #"{"body":{"id":"mine"}}"#), Self.call(2, "addRules", rule),
      Self.call(3, "listRules", #"{"sandbox":"mine"}"#),
      Self.call(4, "getPerson", #"{"username":"alice"}"#),
      Self.call(5, "getPerson", #"{"sandbox":"mine","username":"nobody"}"#),
      Self.call(6, "deleteRule", #"{"sandbox":"mine","rule":"rule-1"}"#),
      Self.call(7, "readJournal", #"{"sandbox":"mine","outcome":"refused","limit":5}"#),
    ])
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(try Self.result(answers, 1).value(at: "/structuredContent/id") == "mine")
    #expect(try Self.text(answers, 3).contains("code_expired"))
    #expect(try Self.result(answers, 4)["isError"] == false)
    #expect(try Self.result(answers, 5)["isError"] == true)
    #expect(try Self.text(answers, 6) == "204 (no content)")
    #expect(try Self.text(answers, 7) == "[]")
  }

  @Test("are described where the arguments are wrong")
  func arguments() throws {
    let (answers, _) = try Self.talk([
      Self.call(1, "getPerson"), Self.call(2, "getPerson", #"{"usrname":"alice"}"#),
      Self.call(3, "addRules"), Self.call(4, "examineClient", #"{"profile":"native-code"}"#),
      Self.call(5, "explainCheck", #"{"id":"nothing-like-it"}"#),
      Self.call(6, "createSandbox", #"{"id":"x"}"#),
      Self.call(7, "addRules", #"{"body":"{\"then\": {\"reset\": true}}"}"#),
      Self.call(8, "listRules", #"{"sandbox":"nope"}"#), Self.call(9, "conform"),
      Self.call(10, "examine"),
    ])
    let unknown = try Self.text(answers, 8)
    #expect(
      unknown.hasSuffix(
        "\nPOST /_understudy/sandboxes is the tool createSandbox, GET /_understudy/sandboxes is the tool listSandboxes"
      ), "\(unknown)")
    for id in [9, 10] {
      let answer = answers.first { $0["id"]?.integerValue == id }
      let message = answer?.value(at: "/error/message")?.stringValue ?? ""
      #expect(message.contains("did you mean \"examineClient\"?"), "\(message)")
    }
    #expect(try Self.text(answers, 1) == "getPerson: expected the argument username, found none")
    #expect(try Self.text(answers, 2).contains("did you mean \"username\"?"))
    #expect(try Self.text(answers, 3).contains("expected the argument body"))
    #expect(try Self.text(answers, 4).contains("expected an array of strings as command"))
    #expect(
      try Self.text(answers, 6)
        == #"createSandbox has no argument "id"; known here: body; "#
        + #"a member of the body goes into it: {"body": {"id": …}}"#)
    #expect(
      try Self.text(answers, 7)
        == "addRules: expected an object as body, found a string; send the object, not its text")
    for id in 1...7 { #expect(try Self.result(answers, id)["isError"] == true) }
  }

  @Test(
    "answer what is no request with an error",
    arguments: [
      ("nonsense", -32700), ("[]", -32600), ("1", -32600), (#"{"id":1,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1,"method":"pong"}"#, -32601),
      (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32602),
      (#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#, -32602),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"getPersn"}}"#, -32602),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ping","arguments":1}}"#,
        -32602
      ),
    ])
  func errors(_ line: String, _ code: Int) throws {
    let (answers, result) = try Self.talk([line])
    #expect(answers.count == 1 && result.status == 0, "\(result)")
    #expect(answers.first?.value(at: "/error/code")?.integerValue == code, "\(result.output)")
  }

  @Test("explain and run the examiner")
  func examiner() throws {
    let (answers, _) = try Self.talk([
      Self.call(1, "explainCheck", #"{"id":"canary-stdout"}"#),
      Self.call(2, "listChecks", #"{"profile":"native-code"}"#),
      Self.call(
        3, "examineClient",
        #"{"profile":"native-code","only":"code-happy","command":["sh","-c","$BROWSER \"$OAUTH_AUTHORIZE_URL?client_id=$OAUTH_CLIENT_ID&redirect_uri=http://127.0.0.1:9/cb&response_type=code&state=s\"; exit 1"]}"#
      ),
      Self.call(4, "examineClient", #"{"profile":"nothing","command":["false"]}"#),
    ])
    #expect(try Self.text(answers, 1).contains("RFC 6819"))
    #expect(try Self.text(answers, 2).contains("\"code-happy\""))
    let report = try Self.result(answers, 3)
    #expect(report["isError"] == false && report["structuredContent"] != nil, "\(report.text())")
    #expect(try Self.result(answers, 4)["isError"] == true)
  }

  @Test("command a server that runs, and are a part of all where some are named")
  func running() throws {
    let served = try Served()
    let server = "--server http://127.0.0.1:\(served.port)"
    let (answers, _) = try Self.talk(
      [Self.call(1, "createSandbox", #"{"body":{"id":"theirs"}}"#)], server)
    #expect(try Self.result(answers, 1)["isError"] == false)
    #expect(try served.get("/_understudy/sandboxes/theirs").status == 200)
    let (some, _) = try Self.talk(
      [#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, Self.call(2, "listRules")],
      "\(server) --tools readJournal,addRules")
    #expect(try Self.result(some, 1)["tools"]?.arrayValue?.count == 2)
    #expect(some.last?.value(at: "/error/code") == -32602)
    _ = served.stop()
  }

  @Test("say on standard error why they can't start")
  func mistakes() throws {
    for (options, status, expected) in [
      ("--server http://127.0.0.1:1", Int32(3), "mcp: no server at http://127.0.0.1:1"),
      ("--server http://127.0.0.1:1 --seed 1", 2, "--seed is for a new server"),
      ("--tools readJournl", 2, "did you mean \"readJournal\"?"),
      ("--cast missing.json", 2, "missing.json"),
    ] {
      let (_, result) = try Self.talk(["{}"], options)
      #expect(result.status == status && result.output.isEmpty, "\(result)")
      #expect(result.errors.contains(expected), "\(result.errors)")
    }
  }
}
