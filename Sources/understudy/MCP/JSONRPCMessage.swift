import Basics

/// A JSON-RPC message that a client has sent: a request, or a notification, which has no ID.
struct JSONRPCMessage {
  let id: JSONValue?
  let method: String
  let params: JSONObject

  /// An answer that is no result.
  struct Failure: Error {
    let code: Int
    let message: String
    /// The ID of the request, where it could be read.
    var id: JSONValue = .null
    var data: JSONValue?

    static func parameters(_ message: String) -> Failure { Failure(code: -32602, message: message) }
  }

  /// - Returns: `nil` for a response, which this server never asks for.
  init?(_ line: [UInt8]) throws(Failure) {
    let root: JSONValue
    do {
      root = try JSONReader().read(line, file: "message").root
    } catch {
      throw Failure(
        code: -32700,
        message: "The line is not JSON: column \(error.origin.column): \(error.sentence)")
    }
    guard let object = root.objectValue else {
      throw Failure(
        code: -32600,
        message: root.arrayValue == nil
          ? "Expected a JSON-RPC message, which is an object, found \(root.kindName)."
          : "Expected one message in a line, found a batch; send each message in a line of its own."
      )
    }
    let sent = object["id"]
    let isValid = sent?.stringValue != nil || sent?.integerValue != nil
    func invalid(_ message: String) -> Failure {
      Failure(code: -32600, message: message, id: isValid ? sent ?? .null : .null)
    }
    guard object["jsonrpc"]?.stringValue == "2.0" else {
      throw invalid("Expected \"jsonrpc\": \"2.0\".")
    }
    if let sent, !isValid {
      throw invalid("Expected a string or an integer as id, found \(sent.kindName).")
    }
    guard let method = object["method"] else {
      if sent != nil, object["result"] != nil || object["error"] != nil { return nil }
      throw invalid("Expected a method, found none.")
    }
    guard let name = method.stringValue, !name.isEmpty else {
      throw invalid("Expected a string as method, found \(method.kindName).")
    }
    let params = object["params"] ?? [:]
    guard let members = params.objectValue else {
      throw Failure(
        code: -32602, message: "Expected an object as params, found \(params.kindName).",
        id: sent ?? .null)
    }
    (id, self.method, self.params) = (sent, name, members)
  }

  // MARK: Answers

  static func result(_ id: JSONValue, _ result: JSONObject) -> JSONValue {
    ["jsonrpc": "2.0", "id": id, "result": JSONValue(.object(result))]
  }

  static func error(_ failure: Failure) -> JSONValue {
    var error: JSONObject = JSONObject()
    error["code"] = JSONValue(.number(String(failure.code)))
    error["message"] = JSONValue(.string(failure.message))
    error["data"] = failure.data
    return ["jsonrpc": "2.0", "id": failure.id, "error": JSONValue(.object(error))]
  }
}
