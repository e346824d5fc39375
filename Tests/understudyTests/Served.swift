import Foundation
import TestSupport
import Testing

/// A server that runs as a user runs it, on a port of its own.
final class Served {
  let tool: Tool
  let port: UInt16
  private let scratch: Scratch

  init(
    _ arguments: [String] = [], environment: [String: String] = [:], folder: String? = nil
  ) throws {
    scratch = try Scratch()
    tool = try Tool(
      ["serve", "--port", "0"] + arguments, environment: environment, folder: folder)
    let line = tool.firstLine().trimmingCharacters(in: .newlines)
    guard let port = line.split(separator: ":").last.flatMap({ UInt16($0) }) else {
      let why = tool.finish().errors
      throw RawClient.Failure(description: "it does not listen: \(why)")
    }
    self.port = port
  }

  deinit { if tool.process.isRunning { kill(tool.process.processIdentifier, SIGKILL) } }

  /// - Parameter host: `Host`; the server's own address where it is left out.
  func get(_ target: String, host: String? = nil, method: String = "GET") throws
    -> RawClient.Response
  {
    let client = try RawClient(port: port)
    client.send("\(method) \(target) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\n\r\n")
    return try #require(try client.response(toHEAD: method == "HEAD"))
  }

  /// A body is JSON unless the headers say otherwise.
  func send(
    _ method: String, _ target: String, _ headers: [String: String] = [:], body: String = ""
  ) throws -> RawClient.Response {
    let client = try RawClient(port: port)
    var headers = headers
    if !body.isEmpty, headers["Content-Type"] == nil {
      headers["Content-Type"] = "application/json"
    }
    if !body.isEmpty || method != "GET" { headers["Content-Length"] = String(body.utf8.count) }
    var head = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) { head += "\(name): \(value)\r\n" }
    client.send(head + "\r\n" + body)
    return try #require(try client.response())
  }

  /// Asks for what is not answered as it should be, and waits until the connection ends.
  func abandon(_ target: String) throws {
    let client = try RawClient(port: port)
    client.send("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n")
    _ = try client.rest()
  }

  func stop() -> Tool.Result { tool.stop() }
}

/// A provider that nobody has heard of: VK's fixture under another name and at other hosts.
func madeUpProvider(id: String = "made-up", title: String = "Made Up") throws -> String {
  let vk = try String(
    contentsOf: fixtures().appendingPathComponent("providers/vk.json"), encoding: .utf8)
  return vk.replacingOccurrences(of: "\"id\": \"vk\"", with: "\"id\": \"\(id)\"")
    .replacingOccurrences(of: "\"title\": \"VK\"", with: "\"title\": \"\(title)\"")
    .replacingOccurrences(of: "vk.com", with: "\(id).example")
    .replacingOccurrences(of: "vk.ru", with: "\(id).invalid")
}

let madeUpCast = """
  { "schema": 1, "kind": "cast",
    "people": [ { "username": "carol", "password": "caterpillar", "name": "Carol Caterpillar" } ],
    "clients": [ { "provider": "made-up", "client_id": "4711", "kind": "standalone", "name": "Made up app",
                   "redirect_uris": ["https://app.example/cb"] } ] }
  """
