import Basics
import HTTPTypes
import ProviderModel

/// A JSON-RPC message to an MCP server, in the body of a POST. It is read outside of any lock.
struct MCPMessage: Sendable {
  /// `nil` for a notification and for a response.
  let id: JSONValue?
  /// Empty for a response to the server.
  let method: String
  let params: JSONObject

  /// How many objects and arrays may stand one inside the other.
  private static let mostDepth = 32
  /// The longest text of an ID or a method, in bytes.
  private static let mostText = 256

  init(_ request: Request) throws(Refusal) {
    let root = try Self.json(request.body)
    if let batch = root.arrayValue {
      throw Refusal(
        .batchUnsupported, at: .mcp, facts: [("count", String(batch.count))],
        "the body is a batch of \(batch.count) messages",
        remedy: "send each message in a POST of its own")
    }
    guard let object = root.objectValue else {
      throw Self.invalid("body", "the body is \(root.found), and no object", "send a JSON object")
    }
    guard object["jsonrpc"]?.stringValue == "2.0" else {
      throw Self.invalid("jsonrpc", "jsonrpc is not \"2.0\"", "send \"jsonrpc\": \"2.0\"")
    }
    let id = try Self.id(object["id"])
    switch object["params"] {
    case nil: params = JSONObject()
    case .some(let value):
      guard let object = value.objectValue else {
        throw Self.invalid("params", "params is \(value.found)", "send params as an object")
      }
      params = object
    }
    guard let method = object["method"] else {
      guard object["result"] != nil || object["error"] != nil, id != nil else {
        throw Self.invalid("method", "method is missing", "send the method as a string")
      }
      (self.id, self.method) = (nil, "")
      return
    }
    guard let text = method.stringValue, !text.isEmpty, text.utf8.count <= Self.mostText else {
      throw Self.invalid(
        "method", "method is \(method.found)",
        "send the method as a string of at most \(Self.mostText) bytes")
    }
    (self.id, self.method) = (id, text)
  }

  var isResponse: Bool { method.isEmpty }
  /// Metadata of the protocol, such as its version since 2026-07-28.
  var meta: JSONObject { params["_meta"]?.objectValue ?? JSONObject() }

  private static func json(_ body: [UInt8]) throws(Refusal) -> JSONValue {
    let document: JSONDocument
    do {
      document = try JSONReader(maximumDepth: mostDepth).read(body, file: "the body")
    } catch {
      throw unreadable("the body is not JSON that is read here: \(error.sentence)")
    }
    if let twice = document.duplicates.first {
      throw unreadable("the body has the member \(twice.name) twice", remedy: "send it once")
    }
    return document.root
  }

  private static func unreadable(
    _ sentence: String, remedy: Remedy = "send one JSON-RPC message of at most \(mostDepth) levels"
  ) -> Refusal {
    Refusal(.bodyUnreadable, at: .mcp, sentence, remedy: remedy)
  }

  /// A string or an integer; JSON-RPC's `null` is excluded by MCP.
  private static func id(_ value: JSONValue?) throws(Refusal) -> JSONValue? {
    guard let value else { return nil }
    let isText = value.stringValue.map { $0.utf8.count <= mostText } ?? false
    let isNumber = value.numberText.map { Int($0) != nil } ?? false
    guard isText || isNumber else {
      throw invalid("id", "id is \(value.found)", "send a string or an integer as id")
    }
    return value
  }

  static func invalid(_ member: String, _ sentence: String, _ remedy: String) -> Refusal {
    Refusal(
      .messageInvalid, at: .mcp, facts: [("param", member)], sentence, remedy: .say(remedy))
  }
}
