import Basics
import Engine
import HTTPTypes
import ProviderModel
import Server
import Testing

/// Clients that have registered themselves, from the side of the control API.
@Suite("A registered client in the control API")
struct RegisteredClientTests {
  private let house: House
  init() throws { house = try House() }

  private func register(under prefix: String = "") throws -> String {
    let answer = try house.send(
      .post, "\(prefix)/standard/register",
      JSONValue(
        .object(
          JSONObject([.init("redirect_uris", ["https://app.example/cb"]), .init("scope", "openid")])
        )
      ))
    #expect(answer.status == .created)
    return try #require(answer.json()["client_id"]?.stringValue)
  }

  private func listed(_ sandbox: String = "default") throws -> [String] {
    try house.send(.get, "/_understudy/sandboxes/\(sandbox)/clients").json().arrayValue?
      .compactMap { $0["client_id"]?.stringValue } ?? []
  }

  private func exists(_ id: String) throws -> Bool {
    try house.send(.get, "/_understudy/sandboxes/default/clients/standard/\(id)").status == .ok
  }

  @Test("is listed after those of the cast, shown and removed")
  func list() throws {
    let id = try register()
    #expect(try listed().last == id)
    #expect(try exists(id))
    let path = "/_understudy/sandboxes/default/clients/standard/\(id)"
    #expect(try house.send(.delete, path).status == .noContent)
    #expect(try !exists(id))
    #expect(try !listed().contains(id))
    #expect(try house.send(.delete, path).status == .notFound)
  }

  @Test("belongs to its sandbox")
  func sandbox() throws {
    let made = try house.send(.post, "/_understudy/sandboxes", [:]).json()
    let sandbox = try #require(made["id"]?.stringValue)
    let id = try register(under: "/_sandbox/\(sandbox)")
    #expect(try listed(sandbox).contains(id))
    #expect(try !listed().contains(id))
    let answer = try house.send(
      .post, "/_sandbox/\(sandbox)/standard/register",
      ["redirect_uris": ["https://app.example/cb"]])
    let uri = try #require(answer.json()["registration_client_uri"]?.stringValue)
    #expect(uri.contains("/_sandbox/\(sandbox)/standard/register/"))
  }

  @Test("is gone after a reset, and back after a checkpoint is restored")
  func checkpoint() throws {
    let id = try register()
    let root = "/_understudy/sandboxes/default"
    #expect(try house.send(.post, "\(root)/checkpoints", ["name": "a"]).status.code < 300)
    #expect(try house.send(.post, "\(root)/reset").status.code < 300)
    #expect(try !exists(id))
    #expect(try house.send(.post, "\(root)/checkpoints/a/restore").status.code < 300)
    #expect(try exists(id))
  }

  @Test("gets tokens by command, as clients of the cast do")
  func mint() throws {
    let id = try register()
    let answer = try house.send(
      .post, "/_understudy/sandboxes/default/tokens",
      ["provider": "standard", "client": JSONValue(.string(id)), "person": "alice"])
    #expect(answer.status.code < 300, "\(answer.text)")
  }

  @Test(
    "is refused by a rule that orders a condition",
    arguments: [
      ("register", "metadata_invalid", 400), ("register", "metadata_redirect_invalid", 400),
      ("register", "initial_token_missing", 401), ("register", "registrations_full", 503),
      ("register", "statement_unapproved", 400), ("authorize", "document_unfetched", 400),
      ("authorize", "document_other_client", 400), ("token", "document_host_refused", 401),
    ])
  func rules(_ endpoint: String, _ condition: String, _ status: Int) throws {
    let added = try house.send(
      .post, "/_understudy/sandboxes/default/rules",
      [
        "match": ["provider": "standard", "endpoint": JSONValue(.string(endpoint))],
        "then": ["condition": JSONValue(.string(condition))],
      ])
    #expect(added.status.code < 300, "\(added.text)")
    let answer =
      endpoint == "authorize"
      ? try house.send(.get, "/standard/authorize?client_id=web&response_type=code")
      : try house.send(.post, "/standard/\(endpoint)", [:])
    #expect(answer.status.code == status, "\(answer.text)")
  }

  @Test("has a secret and a token that the journal hides")
  func secrets() throws {
    let made = try house.send(
      .post, "/standard/register", ["redirect_uris": ["https://app.example/cb"]]
    ).json()
    let journal = try house.send(.get, "/_understudy/sandboxes/default/journal/1").text
    #expect(journal.contains("‹secret"))
    for member in ["client_secret", "registration_access_token"] {
      let value = try #require(made[member]?.stringValue)
      #expect(journal.contains(member))
      #expect(!journal.contains(value), "\(member)")
    }
  }

  @Test("by its document gets no tokens by command, and the answer says what helps")
  func document() throws {
    let answer = try house.send(
      .post, "/_understudy/sandboxes/default/tokens",
      ["provider": "standard", "client": "https://app.example/c.json", "person": "alice"])
    #expect(answer.status.code == 422)
    #expect(answer.text.contains("add a client with this client_id"))
  }
}
