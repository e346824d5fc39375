import Basics
import HTTPTypes
import UserAgent

/// The discovery and the requests of MCP clients (Model Context Protocol, Authorization).
enum MCPJudges {
  static let all: [(name: String, body: NamedJudges.Body)] =
    MCPDiscoveryJudges.all + MCPRequestJudges.all + MCPScopeJudges.all + MCPClientJudges.all
}

/// What an MCP server and its metadata showed to the client.
extension CheckRun {
  /// Requests to the MCP server.
  var calls: [Exchange] { own.filter { $0.kind == "mcp" } }

  /// The first challenge that names no error: the one that sends the client away to sign its user in.
  var challenge: Exchange? { calls.first { $0.answer.status.code == 401 } }

  /// Requests for the metadata of the MCP server.
  var resourceMetadata: [Exchange] { own.filter { $0.endpoint.hasPrefix("resource-metadata") } }

  /// The document in which the MCP server describes itself, as the client got it.
  var resourceDocument: JSONValue? {
    resourceMetadata.first { $0.answer.status.code == 200 }?.document
  }

  /// Requests for the metadata of the authorization server.
  var serverMetadata: [Exchange] { own.filter { $0.isTo("metadata") } }

  /// Requests that redeem a code.
  var redemptions: [Exchange] { tokenRequests("authorization_code") }

  /// The client's registrations of itself.
  var registrations: [Exchange] { own.filter { $0.kind == "register" } }
}

extension Exchange {
  /// The body of the response, if it is JSON.
  var document: JSONValue? { try? JSONReader().read(answer.body, file: "").root }

  /// The path of the request.
  var path: String { String(request.target.prefix { $0 != "?" }) }

  /// The values of a parameter, in order.
  func values(_ name: String) -> [String] {
    parameters.list.filter { $0.name == name }.map(\.value)
  }

  /// The scopes that a request asks for.
  var scopes: [String] {
    (parameters.first("scope") ?? "").split(separator: " ").map(String.init)
  }

  /// A parameter of the challenge for a bearer token (RFC 6750 §3).
  func challenged(_ name: String) -> String? {
    for field in answer.headers[values: .wwwAuthenticate] {
      guard let start = field.firstRange(of: "\(name)=\"") else { continue }
      return String(field[start.upperBound...].prefix { $0 != "\"" })
    }
    return nil
  }
}
