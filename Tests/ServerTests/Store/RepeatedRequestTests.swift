import Basics
import HTTPTypes
import Testing

@testable import Server

/// What several servers must agree on although each of them may die, or be asked at the same moment.
struct RepeatedRequestTests {
  private let store = ShelfStore()
  private static let box = "/_understudy/sandboxes/"
  private static let web = "Basic " + Base64.encode(Array("web:understudy-secret-0123456789".utf8))

  private func node(_ set: (inout MockServer.Setting) -> Void = { _ in }) throws -> House {
    var options = Replica.Options()
    options.program = "understudy test"
    let house = try House(replica: Replica(store, options)) { setting in
      setting.sandboxes.seed = nil
      set(&setting)
    }
    try house.playhouse.begin()
    return house
  }

  private func redeem(_ code: String, id: String?, at house: House) throws -> Answer {
    var headers: Headers = [
      .contentType: "application/x-www-form-urlencoded", .authorization: Self.web,
    ]
    if let id { headers.append(.understudyRequest, id) }
    var request = Request(
      method: .post, authority: "localhost", target: "/standard/token", headers: headers)
    request.body = Array(
      "grant_type=authorization_code&code=\(code)&redirect_uri=http%3A%2F%2F127.0.0.1%3A7999%2Fcb"
        .utf8)
    guard case .answer(let answer) = house.playhouse.respond(to: request, at: House.now) else {
      throw House.Late()
    }
    return answer
  }

  private func code(at house: House) throws -> String {
    _ = try house.send(
      .put, Self.box + "default/answer", ["sign_in": "alice", "consent": "granted"])
    let answer = try house.send(
      .get,
      "/standard/authorize?response_type=code&client_id=web&redirect_uri=http%3A%2F%2F127.0.0.1%3A7999%2Fcb&scope=openid&state=1"
    )
    let query = (answer.headers[.location] ?? "").split(separator: "?").last ?? ""
    return try #require(Parameters(formEncoded: query).first("code"))
  }

  @Test("A request that a balancer sends again gets the answer that a dead server owed")
  func again() throws {
    let (one, two) = (try node(), try node())
    let code = try code(at: one)
    let first = try redeem(code, id: "r1", at: one)
    #expect(first.status == .ok)
    let second = try redeem(code, id: "r1", at: two)
    #expect(second.status == .ok)
    #expect(try first.json()["access_token"] == second.json()["access_token"])
    // Both server's states go on from there: another request with the code is one too many.
    for (id, house) in [("r2", two), (nil, one)] {
      let refused = try redeem(code, id: id, at: house)
      #expect(refused.status == .badRequest, "\(id ?? "no ID")")
      #expect(try refused.json()["error"] == "invalid_grant")
    }
  }

  @Test("After a minute, a request with the same ID is another one")
  func late() throws {
    let (one, two) = (try node(), try node())
    let code = try code(at: one)
    #expect(try redeem(code, id: "r1", at: one).status == .ok)
    #expect(try redeem(code, id: "r1", at: two).status == .ok)
    store.change { $0.clock += 61 }
    #expect(try redeem(code, id: "r1", at: two).status == .badRequest)
  }

  @Test("An ID alone does not tell somebody else's answer")
  func sameID() throws {
    let (one, two) = (try node(), try node())
    let code = try code(at: one)
    #expect(try redeem(code, id: "r1", at: one).status == .ok)
    let other = try redeem(code + "x", id: "r1", at: two)
    #expect(try other.json()["error"] == "invalid_grant")
  }

  @Test("A sandbox that another server has removed is in no list")
  func removed() throws {
    let (one, two) = (try node(), try node())
    func ids(_ house: House) throws -> [String?] {
      try house.send(.get, "/_understudy/sandboxes").json().arrayValue?.map {
        $0["id"]?.stringValue
      } ?? []
    }
    #expect(try one.send(.post, "/_understudy/sandboxes", ["id": "team"]).status == .created)
    #expect(try ids(two).contains("team"))
    #expect(try one.send(.delete, Self.box + "team").status == .noContent)
    #expect(try !ids(one).contains("team"))
    #expect(try !ids(two).contains("team"))
  }

  @Test("A quota counts what another server has added at the same moment")
  func quotas() throws {
    let token = try #require(
      try ControlToken(line: "web aaaaaaaaaaaaaaaa people=1 sandboxes=1"))
    func named() throws -> House { try node { $0.house.tokens = [token] } }
    let headers: Headers = [.authorization: "Bearer aaaaaaaaaaaaaaaa"]
    let (one, two) = (try named(), try named())
    @Sendable func make(_ id: String, at house: House) throws -> Answer {
      try house.send(.post, "/_understudy/sandboxes", ["id": .init(.string(id))], headers: headers)
    }
    @Sendable func add(_ person: String, at house: House) throws -> Answer {
      try house.send(
        .put, Self.box + "a/people/" + person, ["password": "wonderland"], headers: headers)
    }
    store.change { shelf in
      shelf.before.act = { #expect((try? make("a", at: one))?.status == .created) }
    }
    #expect(try make("b", at: two).status == .forbidden)
    #expect(try two.send(.get, Self.box + "b", headers: headers).status == .gone)
    store.change { shelf in
      shelf.before.act = { #expect((try? add("x", at: one))?.status.kind == .successful) }
    }
    #expect(try add("y", at: two).status == .forbidden)
  }
}
