import Basics
import HTTPTypes
import UserAgent

/// A session with an MCP server over streamable HTTP, and the token that its requests carry.
struct MCPSession {
  /// The revision whose handshake it knows.
  private static let version = "2025-11-25"
  /// How often it asks its user for more scopes.
  private static let mostSteps = 3

  let settings: Settings
  let url: String
  private let caller: Caller
  private var id: String?
  private var hasBegun = false
  private var number = 0
  private var steps = 0
  private(set) var grant: MCPGrant?

  init(_ settings: Settings, _ url: String) {
    self.settings = settings
    self.url = url
    caller = Caller(settings)
  }

  /// The handshake.
  mutating func begin() throws(Rejection) {
    let answer = try answer(
      "initialize",
      [
        "protocolVersion": .text(Self.version), "capabilities": .object([:]),
        "clientInfo": .object(["name": .text("reference-client"), "version": .text("1")]),
      ])
    id = answer.headers.first(.mcpSession)
    hasBegun = true
    if settings.has("no-token-with-notifications") {
      let kept = grant
      grant = nil
      _ = try post(message("notifications/initialized", nil, nil))
      grant = kept
    } else {
      _ = try post(message("notifications/initialized", nil, nil))
    }
  }

  /// The result of a request.
  mutating func request(_ method: String, _ params: [String: Value]) throws(Rejection) -> Value {
    let answer = try answer(method, params)
    guard let result = answer.object?["result"] else {
      throw Rejection("invalid_answer", "the MCP server answered \(method) without a result")
    }
    return result
  }

  /// The response, once the server is content with the token.
  private mutating func answer(
    _ method: String, _ params: [String: Value]
  ) throws(Rejection) -> Answer {
    number += 1
    let body = message(method, params, number)
    var hasRefreshed = false
    while true {
      let answer = try post(body)
      switch answer.status.code {
      case 200: return answer
      case 401 where grant == nil: try signIn(answer)
      case 401 where !hasRefreshed:
        hasRefreshed = true
        try renew(answer)
      case 404 where id != nil && method != "initialize":
        id = nil
        hasBegun = false
        try begin()
      case 307 where settings.has("follows-with-its-token"):
        return try post(body, to: answer.headers.first(.location))
      case 403 where Challenge.error(answer) == "insufficient_scope" && steps < mostSteps:
        steps += 1
        try stepUp(answer)
      default:
        throw Rejection(
          Challenge.error(answer) ?? "resource_refused",
          "the MCP server answered \(answer.status.code)")
      }
    }
  }

  private var mostSteps: Int {
    if settings.has("never-steps-up") { return 0 }
    return settings.has("steps-up-for-ever") ? 5 : Self.mostSteps
  }

  // MARK: Messages

  private func message(_ method: String, _ params: [String: Value]?, _ id: Int?) -> [UInt8] {
    var members: [String: Value] = ["jsonrpc": .text("2.0"), "method": .text(method)]
    members["params"] = params.map { .object($0) }
    members["id"] = id.map { .number(Double($0)) }
    return Array(Value.object(members).written.utf8)
  }

  private func post(_ body: [UInt8], to other: String? = nil) throws(Rejection) -> Answer {
    var headers: Headers = [
      .accept: "application/json, text/event-stream", .contentType: "application/json",
    ]
    if hasBegun { headers[.mcpVersion] = Self.version }
    if let id { headers[.mcpSession] = id }
    var place = other ?? url
    if let token = grant?.access, settings.has("mcp-token-always-in-the-query") {
      place += "?access_token=\(token)"
    } else if let token = grant?.access {
      headers[.authorization] = "Bearer \(token)"
      if settings.has("mcp-token-in-the-query") { place += "?access_token=\(token)" }
    }
    return try caller.send(.post, place, headers, body)
  }

  // MARK: Tokens

  private mutating func signIn(_ answer: Answer) throws(Rejection) {
    let challenge = Challenge.bearer(answer)?.parameters ?? [:]
    grant = try MCPGrant(settings, url, challenge)
  }

  /// By the refresh token, else by the user: by then, the server may have another authorization server.
  private mutating func renew(_ answer: Answer) throws(Rejection) {
    do throws(Rejection) {
      try grant?.renew()
    } catch {
      guard error.error == "invalid_grant" else { throw error }
      let known = grant?.identity
      let challenge = Challenge.bearer(answer)?.parameters ?? [:]
      grant = try MCPGrant(settings, url, challenge, known: known)
    }
  }

  /// With the scopes that it asked for before: the challenge names those of this call alone.
  private mutating func stepUp(_ answer: Answer) throws(Rejection) {
    let challenged = Challenge.bearer(answer)?.parameters["scope"]?.split(separator: " ") ?? []
    let more = challenged.map(String.init)
    guard let before = grant?.asked else { return }
    let kept = settings.has("steps-up-with-the-challenge-alone") ? [] : before
    try grant?.authorize(kept + more.filter { !kept.contains($0) })
  }
}

extension HTTPField.Name {
  static let mcpSession = HTTPField.Name("Mcp-Session-Id") ?? .cookie
  static let mcpVersion = HTTPField.Name("MCP-Protocol-Version") ?? .cookie
}
