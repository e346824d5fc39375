import Basics
import Foundation
import HTTPTypes
import Testing
import UnderstudyKit

/// Calls the control API as a user's test would, and holds every answer to the OpenAPI document.
final class Caller {
  let understudy: Understudy
  private let document: JSONValue
  /// Operations that were called.
  private(set) var called: Set<String> = []

  init(_ understudy: Understudy) throws {
    self.understudy = understudy
    document = try understudy.control(.get, "/openapi.json")
    called.insert("describe")
  }

  var described: Set<String> {
    var ids: Set<String> = []
    for path in document["paths"]?.objectValue ?? JSONObject() {
      for operation in path.value.objectValue ?? JSONObject() {
        if let id = operation.value["operationId"]?.stringValue { ids.insert(id) }
      }
    }
    return ids
  }

  struct Reply {
    var status: Int
    var type: String
    var body: JSONValue
    var text: String
  }

  @discardableResult
  func call(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil,
    headers: [(String, String)] = [], host: String = "localhost"
  ) throws -> Reply {
    var request = Basics.Request(
      method: method, authority: host, target: "/_understudy\(path)")
    if let body {
      request.headers[.contentType] = "application/json"
      request.body = body.encoded()
    }
    for (name, value) in headers {
      request.headers[try #require(HTTPField.Name(name))] = value
    }
    let answer = understudy.respond(to: request)
    let text = String(decoding: answer.body, as: UTF8.self)
    let type = answer.headers[.contentType] ?? ""
    let tree =
      type.contains("json") && !type.contains("ndjson")
      ? try JSONReader().read(answer.body, file: path).root : JSONValue(.null)
    try hold(method, path, answer.status.code, type)
    return Reply(status: answer.status.code, type: type, body: tree, text: text)
  }

  /// An answer that the document does not know is a mistake of one of the two.
  private func hold(_ method: HTTPRequest.Method, _ path: String, _ status: Int, _ type: String)
    throws
  {
    let sent = path.prefix { $0 != "?" }.split(separator: "/")
    for entry in document["paths"]?.objectValue ?? JSONObject() {
      let pattern = entry.name.split(separator: "/")
      let isSame =
        pattern.count == sent.count
        && zip(pattern, sent).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
      let literal = !pattern.contains { $0.hasPrefix("{") } || !pattern.elementsEqual(sent)
      guard isSame, literal, let operation = entry.value[method.rawValue.lowercased()] else {
        continue
      }
      // `/journal/count` is not the entry "count".
      if entry.name.hasSuffix("{entry}"), sent.last == "count" { continue }
      called.insert(operation["operationId"]?.stringValue ?? "")
      let described = operation["responses"]?[String(status)]
      #expect(described != nil, "\(method) \(path) answers \(status), which is not described")
      let types = described?["content"]?.objectValue?.names ?? []
      #expect(
        type.isEmpty ? types.isEmpty : types.contains(type), "\(method) \(path): \(type)")
    }
  }
}
