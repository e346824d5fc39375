import ControlAPI
import HTTPMessages
import HTTPTypes
import JSON
import Sandboxes

/// One sandbox, as a test commands it.
public struct TestSandbox: Sendable {
  public let understudy: Understudy
  public let id: String

  /// What stands before a provider's path: `/_sandbox/ID`, or nothing for the default one.
  public var path: String { id == Sandboxes.defaultID ? "" : "/_sandbox/\(id)" }

  private func control(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil
  ) throws -> JSONValue {
    try understudy.control(method, "/sandboxes/\(id)\(path)", body)
  }

  // MARK: What people say

  /// Signs in as this person from now on, and consents.
  public func signIn(as person: String) throws {
    _ = try control(
      .put, "/answer", ["sign_in": JSONValue(.string(person)), "consent": "granted"])
  }
  /// The person refuses from now on.
  public func deny(as person: String) throws {
    _ = try control(
      .put, "/answer", ["sign_in": JSONValue(.string(person)), "consent": "denied"])
  }
  /// Pages ask again.
  public func askPeople() throws { _ = try control(.delete, "/answer") }

  // MARK: Time

  /// Everything that was issued becomes older, and now stays: it expires under a client with a real clock.
  public func age(by duration: Duration) throws {
    _ = try control(
      .post, "/clock", ["age": JSONValue(.number(String(duration.components.seconds)))])
  }
  public func advance(by duration: Duration) throws {
    _ = try control(
      .post, "/clock", ["advance": JSONValue(.number(String(duration.components.seconds)))])
  }
  public func freeze() throws { _ = try control(.post, "/clock", ["freeze": true]) }

  // MARK: Rules

  /// Adds a rule, as the control API has it. Returns its id.
  @discardableResult
  public func rule(_ rule: JSONValue) throws -> String {
    try control(.post, "/rules", rule).arrayValue?.first?["id"]?.stringValue ?? ""
  }
  /// The next request to an endpoint ends with a condition of its provider's catalogue.
  @discardableResult
  public func failNext(_ endpoint: String, at provider: String, with condition: String) throws
    -> String
  {
    try rule([
      "match": [
        "provider": JSONValue(.string(provider)), "endpoint": JSONValue(.string(endpoint)),
      ],
      "times": 1, "then": ["condition": JSONValue(.string(condition))],
    ])
  }
  public func clearRules() throws { _ = try control(.delete, "/rules") }

  // MARK: Tokens and journal

  /// Tokens for a person and a client, without a sign-in: `access_token`, `refresh_token`, `id_token`.
  public func tokens(
    at provider: String, client: String, person: String? = nil, scopes: [String]? = nil
  ) throws -> [String: String] {
    var body = JSONObject()
    body["provider"] = JSONValue(.string(provider))
    body["client"] = JSONValue(.string(client))
    body["person"] = person.map { JSONValue(.string($0)) }
    body["scopes"] = scopes.map { JSONValue(.array($0.map { JSONValue(.string($0)) })) }
    let made = try control(.post, "/tokens", JSONValue(.object(body)))
    return Dictionary(
      (made.objectValue ?? JSONObject()).compactMap { member in
        member.value.stringValue.map { (member.name, $0) }
      }
    ) { first, _ in first }
  }

  /// The journal's entries; `filter` as in the control API: `["outcome": "refused"]`.
  public func journal(_ filter: [String: String] = [:]) throws -> [JSONValue] {
    let query = QueryStyle.rfc3986.encode(
      filter.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) })
    return try control(.get, "/journal" + (query.isEmpty ? "" : "?\(query)")).arrayValue ?? []
  }

  public func reset() throws { _ = try control(.post, "/reset") }
  public func delete() throws { _ = try control(.delete, "") }
}
