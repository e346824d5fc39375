import Basics
import Engine
import HTTPTypes
import ProviderModel
import Testing

@testable import Server

/// What a server keeps, and what one command may cost it.
@Suite("Bounds of sandboxes and commands")
struct BoundTests {
  private static let client: Headers = [
    .authorization: "Basic d2ViOnVuZGVyc3R1ZHktc2VjcmV0LTAxMjM0NTY3ODk=",
    .contentType: "application/x-www-form-urlencoded",
  ]

  private func make(_ house: House, _ id: String) throws -> Answer {
    try house.send(.post, "/_understudy/sandboxes", ["id": JSONValue(.string(id))])
  }

  /// A token of a sandbox.
  private func mint(_ house: House, _ sandbox: String) throws -> String {
    let answer = try house.send(
      .post, "/_understudy/sandboxes/\(sandbox)/tokens",
      ["provider": "standard", "client": "web", "person": "alice", "issues": ["access"]])
    return try #require(try answer.json()["access_token"]?.stringValue)
  }

  /// Whether a token is active, asked without naming a sandbox.
  private func isActive(_ token: String, _ house: House) throws -> Bool? {
    let request = Request(
      method: .post, authority: "localhost", target: "/standard/introspect", headers: Self.client,
      body: Array("token=\(token)".utf8))
    guard case .answer(let answer) = house.playhouse.respond(to: request, at: House.now) else {
      return nil
    }
    return try answer.json()["active"]?.boolValue
  }

  // MARK: Which sandbox knows a token

  @Test(
    "a token leads to its sandbox until the sandbox is reset or ends, and again once it is restored"
  )
  func listing() throws {
    let house = try House()
    let index = house.playhouse.sandboxes.index
    _ = try make(house, "one")
    _ = try make(house, "two")
    let (one, two) = (try mint(house, "one"), try mint(house, "two"))
    #expect(index.count == 2)
    #expect(try isActive(one, house) == true)
    #expect(try isActive(two, house) == true)
    let box = "/_understudy/sandboxes/one"
    _ = try house.send(.post, box + "/checkpoints", ["name": "kept"])
    _ = try house.send(.post, box + "/reset")
    #expect(index.count == 1)
    #expect(try isActive(one, house) == false)
    _ = try house.send(.post, box + "/checkpoints/kept/restore")
    #expect(try isActive(one, house) == true)
    _ = try house.send(.delete, box)
    #expect(try isActive(one, house) == false)
    #expect(try isActive(two, house) == true)
    _ = try house.send(.delete, "/_understudy/sandboxes/two")
    #expect(index.count == 0)
  }

  @Test("a token that two sandboxes know leads to neither")
  func ambiguity() throws {
    let house = try House()
    for id in ["one", "two"] {
      _ = try house.send(
        .post, "/_understudy/sandboxes", ["id": JSONValue(.string(id)), "seed": 7])
    }
    let (one, two) = (try mint(house, "one"), try mint(house, "two"))
    #expect(one == two)
    #expect(try isActive(one, house) == false)
    _ = try house.send(.delete, "/_understudy/sandboxes/one")
    #expect(try isActive(two, house) == true)
  }

  @Test("a token among more parameters than are read leads to no sandbox")
  func overfull() throws {
    let house = try House()
    _ = try make(house, "one")
    let token = try mint(house, "one")
    for (count, expected) in [(511, ["one": 1, "default": 0]), (512, ["one": 1, "default": 1])] {
      let more = Array(repeating: "a", count: count).joined(separator: "&")
      let request = Request(
        method: .post, authority: "localhost", target: "/standard/introspect",
        headers: Self.client, body: Array("token=\(token)&\(more)".utf8))
      _ = house.playhouse.respond(to: request, at: House.now)
      for (id, exchanges) in expected {
        let journal = try house.send(
          .get, "/_understudy/sandboxes/\(id)/journal?kind=exchange"
        ).json()
        #expect(journal.arrayValue?.count == exchanges, "\(count) \(id)")
      }
    }
  }

  @Test("what a sandbox forgets is listed no more")
  func forgetting() throws {
    let house = try House()
    _ = try make(house, "one")
    for _ in 0..<5_000 { _ = try mint(house, "one") }
    let index = house.playhouse.sandboxes.index
    #expect(index.count == 5_000)
    _ = try house.send(
      .post, "/_understudy/sandboxes/one/clock", ["advance": "P30D"])
    for _ in 0..<100 { _ = try house.send(.get, "/_sandbox/one/standard/jwks") }
    // As many tombstones are spared after a leap of the clock.
    #expect(index.count <= 1_024)
    _ = try house.send(.delete, "/_understudy/sandboxes/one")
    #expect(index.count == 0)
  }

  // MARK: How many there are

  @Test("one sandbox more than --max-sandboxes is refused, and the refusal names the option")
  func sandboxes() throws {
    let house = try House { $0.sandboxes.most = 2 }
    #expect(try make(house, "one").status.code == 201)
    #expect(try make(house, "two").status.code == 201)
    let refused = try make(house, "three")
    #expect(refused.status.code == 503)
    #expect(refused.text.contains("There are 2 sandboxes"))
    #expect(refused.text.contains("--max-sandboxes"))
    // That the id is taken is the clearer reason.
    #expect(try make(house, "one").status.code == 409)
    _ = try house.send(.delete, "/_understudy/sandboxes/one")
    #expect(try make(house, "three").status.code == 201)
  }

  @Test("the list of sandboxes comes in pages that lead to each other and hold each sandbox once")
  func pages() throws {
    let house = try House()
    for number in 0..<7 { _ = try make(house, "box-\(number)") }
    var address: String? = "/_understudy/sandboxes?limit=3"
    var ids: [String] = []
    var sizes: [Int] = []
    while let next = address, sizes.count < 10 {
      let answer = try house.send(.get, next)
      let page = try #require(try answer.json().arrayValue)
      sizes.append(page.count)
      ids += page.compactMap { $0["id"]?.stringValue }
      address = answer.headers[values: HTTPField.Name("Link")!].first.flatMap { link in
        link.hasSuffix("; rel=\"next\"")
          ? String(link.dropFirst().prefix { $0 != ">" }) : nil
      }
    }
    #expect(sizes == [3, 3, 2])
    #expect(Set(ids) == Set(["default"] + (0..<7).map { "box-\($0)" }))
    #expect(ids.count == 8)
    let wrong = try house.send(.get, "/_understudy/sandboxes?after=box-1")
    #expect(wrong.status.code == 400)
    #expect(try house.send(.get, "/_understudy/sandboxes?limit=1001").status.code == 400)
  }

  // MARK: The size of a command

  private func rules(_ count: Int, times: Int? = nil) -> JSONValue {
    JSONValue(
      .array(
        (0..<count).map { _ in
          var rule = JSONObject([.init("then", ["delay": 1])])
          if let times { rule["times"] = JSONValue(.number(String(times))) }
          return JSONValue(.object(rule))
        }))
  }

  @Test("a sandbox has at most 512 rules, whether they come together or one by one")
  func rules() throws {
    let house = try House()
    let address = "/_understudy/sandboxes/default/rules"
    let together = try house.send(.put, address, rules(513))
    #expect(together.status.code == 422)
    #expect(together.text.contains("expected at most 512 rules, found 513"))
    #expect(try house.send(.put, address, rules(512)).status.code == 200)
    let more = try house.send(.post, address, rules(1))
    #expect(more.status.code == 409)
    #expect(more.text.contains("at most 512 rules"))
    #expect(try house.send(.get, address).json().arrayValue?.count == 512)
  }

  @Test("a spent rule makes room for a new one")
  func spentRules() throws {
    let house = try House()
    let address = "/_understudy/sandboxes/default/rules"
    _ = try house.send(.put, address, rules(512, times: 1))
    _ = try house.send(.get, "/standard/jwks")
    #expect(try house.send(.post, address, rules(1)).status.code == 201)
    #expect(try house.send(.get, address).json().arrayValue?.count == 512)
    #expect(try house.send(.post, address, rules(1)).status.code == 409)
  }

  @Test("a body has at most 4,096 members and elements, counted at every depth")
  func values() throws {
    let house = try House()
    func body(_ count: Int) -> JSONValue {
      let elements = JSONValue(.array((0..<count).map { _ in 1 }))
      return ["with": elements]
    }
    let address = "/_understudy/sandboxes"
    let most = try house.send(.post, address, body(4_095))
    #expect(!most.text.contains("too many values"))
    let more = try house.send(.post, address, body(4_096))
    #expect(more.status.code == 400)
    #expect(more.text.contains("too many values"))
  }

  // MARK: The journal

  @Test(
    "an exchange with more than 64 secrets is hidden whole, and one with 64 is hidden secret by secret"
  )
  func secrets() throws {
    let house = try House()
    func entry(_ count: Int) throws -> String {
      let text = (0..<count).map { "code=secret-\($0)" }.joined(separator: "&")
      let request = Request(
        method: .post, authority: "localhost", target: "/standard/jwks?shown=yes",
        headers: [.contentType: "text/plain"], body: Array(text.utf8))
      guard case .answer(let answer) = house.playhouse.respond(to: request, at: House.now) else {
        return ""
      }
      let number = answer.headers[.understudyExchange] ?? ""
      return try house.send(.get, "/_understudy/sandboxes/default/journal/\(number)").text
    }
    let few = try entry(64)
    #expect(!few.contains("secret-"))
    #expect(few.contains("shown=yes"))
    let many = try entry(65)
    #expect(!many.contains("secret-"))
    #expect(!many.contains("shown=yes"))
    #expect(many.contains("hidden: too many secrets"))
  }
}
