import Basics
import ProviderModel

/// A server of the Model Context Protocol that offers tools, without its streams: messages go in, answers come out.
struct ToolServer: Sendable {
  /// The reaction to a message.
  enum Reaction {
    case nothing
    case answer(JSONValue)
    /// Call the tool; `complete` makes the answer of its result.
    case call(id: JSONValue, tool: AgentTool, arguments: JSONObject, isSelfContained: Bool)
    /// The client has no more use for the answer to this request.
    case cancel(JSONValue)
  }

  let tools: [AgentTool]
  let instructions: String

  private static let meta = "io.modelcontextprotocol/"
  private static let latest = MCPRevision.november2025

  func reaction(to line: [UInt8]) -> Reaction {
    do throws(JSONRPCMessage.Failure) {
      guard let message = try JSONRPCMessage(line) else { return .nothing }
      guard let id = message.id else {
        guard message.method == "notifications/cancelled", let id = message.params["requestId"]
        else { return .nothing }
        return .cancel(id)
      }
      do throws(JSONRPCMessage.Failure) { return try reaction(to: message, id) } catch {
        var failure = error
        failure.id = id
        throw failure
      }
    } catch {
      return .answer(JSONRPCMessage.error(error))
    }
  }

  private func reaction(
    to message: JSONRPCMessage, _ id: JSONValue
  ) throws(JSONRPCMessage.Failure) -> Reaction {
    let isSelfContained = try Self.isSelfContained(message)
    func answer(_ result: JSONObject) -> Reaction {
      .answer(JSONRPCMessage.result(id, completed(result, isSelfContained)))
    }
    switch message.method {
    case "initialize": return answer(try initialized(message.params))
    case "server/discover": return answer(discovered)
    case "ping": return answer(JSONObject())
    case "tools/list":
      var result = JSONObject([
        .init("tools", JSONValue(.array(tools.map { JSONValue(.object($0.description)) })))
      ])
      if isSelfContained { result.keepPrivate() }
      return answer(result)
    case "tools/call":
      let (tool, arguments) = try called(message.params)
      return .call(id: id, tool: tool, arguments: arguments, isSelfContained: isSelfContained)
    default:
      let known = ["initialize", "server/discover", "ping", "tools/list", "tools/call"]
      throw .init(
        code: -32601,
        message: "There is no method \"\(message.method)\""
          + Suggestion.sentence(for: message.method, among: known))
    }
  }

  /// Whether a request says its own version, as since 2026-07-28.
  private static func isSelfContained(
    _ message: JSONRPCMessage
  ) throws(JSONRPCMessage.Failure) -> Bool {
    guard let said = message.params["_meta"]?[meta + "protocolVersion"]?.stringValue else {
      return false
    }
    guard let revision = MCPRevision(rawValue: said) else {
      throw .init(
        code: -32022, message: "The protocol version \(said) is not supported.",
        data: ["supported": versions, "requested": JSONValue(.string(said))])
    }
    return !revision.hasHandshake
  }

  private static let versions = JSONValue(
    .array(MCPRevision.allCases.map { JSONValue(.string($0.rawValue)) }))

  // MARK: Results

  private var serverInfo: JSONValue {
    [
      "name": "understudy", "title": "Understudy",
      "version": JSONValue(.string(UnderstudyTool.version)),
    ]
  }

  private func initialized(_ params: JSONObject) throws(JSONRPCMessage.Failure) -> JSONObject {
    guard let asked = params["protocolVersion"]?.stringValue else {
      throw .parameters(
        "initialize: expected protocolVersion, such as \"\(Self.latest.rawValue)\", found "
          + (params["protocolVersion"]?.kindName ?? "none") + ".")
    }
    // A client that does not know the other version ends the connection.
    let agreed = MCPRevision(rawValue: asked).flatMap { $0.hasHandshake ? $0 : nil } ?? Self.latest
    var result = offered
    result["protocolVersion"] = JSONValue(.string(agreed.rawValue))
    result["serverInfo"] = serverInfo
    return result
  }

  private var offered: JSONObject {
    JSONObject([
      .init("capabilities", ["tools": [:]]),
      .init("instructions", JSONValue(.string(instructions))),
    ])
  }

  private var discovered: JSONObject {
    var result = offered
    result["supportedVersions"] = Self.versions
    result.keepPrivate()
    return result
  }

  private func called(
    _ params: JSONObject
  ) throws(JSONRPCMessage.Failure) -> (AgentTool, JSONObject) {
    guard let name = params["name"]?.stringValue else {
      throw .parameters("tools/call: expected name, the name of a tool, found none.")
    }
    guard let tool = tools.first(where: { $0.name == name }) else {
      throw .parameters(
        "There is no tool \"\(name)\""
          + Suggestion.sentence(for: name, among: tools.map(\.name)))
    }
    let arguments = params["arguments"] ?? [:]
    guard let members = arguments.objectValue else {
      throw .parameters(
        "tools/call: expected an object as arguments, found \(arguments.kindName).")
    }
    return (tool, members)
  }

  /// The answer with the result of a tool.
  func answer(_ result: AgentTool.Result, to id: JSONValue, isSelfContained: Bool) -> JSONValue {
    var object = JSONObject()
    object["content"] = [["type": "text", "text": JSONValue(.string(result.text))]]
    if result.value?.objectValue != nil { object["structuredContent"] = result.value }
    object["isError"] = JSONValue(.bool(result.isError))
    return JSONRPCMessage.result(id, completed(object, isSelfContained))
  }

  private func completed(_ result: JSONObject, _ isSelfContained: Bool) -> JSONObject {
    guard isSelfContained else { return result }
    var result = result
    result["resultType"] = "complete"
    let info = JSONObject([.init(Self.meta + "serverInfo", serverInfo)])
    result["_meta"] = JSONValue(.object(info))
    return result
  }
}

extension JSONObject {
  /// Nobody but this client may keep the result, and not for long.
  fileprivate mutating func keepPrivate() {
    self["ttlMs"] = 0
    self["cacheScope"] = "private"
  }
}
