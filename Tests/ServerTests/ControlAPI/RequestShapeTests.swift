import Basics
import HTTPTypes
import Server
import Testing
import UnderstudyKit

/// Requests that name no operation, or come with the wrong body: what the caller is told.
@Suite("A request to the control API")
struct RequestShapeTests {
  private static let shared = Result { try House() }
  private static let box = "/_understudy/sandboxes/default"
  private let house: House

  init() throws { house = try Self.shared.get() }

  private func send(_ method: HTTPRequest.Method, _ path: String, type: String?, _ body: String)
    throws -> JSONValue
  {
    var request = Request(method: method, authority: "localhost", target: path)
    if let type { request.headers[.contentType] = type }
    request.body = Array(body.utf8)
    guard case .answer(let answer) = house.playhouse.respond(to: request, at: House.now) else {
      throw House.Late()
    }
    return try answer.json()
  }

  @Test(
    "needs its body, and says which type it has to have",
    arguments: [
      (nil, "", "The Content-Type is missing; send application/json."),
      ("text/plain", "{}", "The Content-Type is \"text/plain\"; send application/json."),
    ] as [(String?, String, String)])
  func type(_ type: String?, _ body: String, _ detail: String) throws {
    let problem = try send(.put, Self.box + "/people/dave", type: type, body)
    #expect(problem["status"] == 415 && problem["title"] == "The body has to be JSON.")
    #expect(problem["detail"]?.stringValue == detail)
  }

  @Test("may leave out a body that an operation does not need")
  func noBody() throws {
    let house = try House()
    #expect(try house.send(.post, "/_understudy/sandboxes").status == .created)
    #expect(try house.send(.post, Self.box + "/checkpoints").status == .created)
  }

  @Test("has no member twice, wherever it stands")
  func duplicate() throws {
    let problem = try send(
      .post, "/_understudy/sandboxes", type: "application/json",
      "{\"answer\": {\n\"sign_in\": \"alice\",\n\"sign_in\": \"bob\"}}")
    #expect(problem["status"] == 400 && problem["title"] == "The body has a member twice.")
    #expect(problem["detail"] == "\"sign_in\" appears twice, again at line 3.")
    #expect(problem["pointer"] == "/answer/sign_in")
  }

  @Test("brings no body to an operation without one, from this process neither")
  func unwanted() throws {
    let problem = try send(.get, Self.box, type: "application/json", "{}")
    #expect(problem["status"] == 400 && problem["title"] == "This operation takes no body.")
    let understudy = try Understudy(seed: 1)
    #expect {
      try understudy.control(.get, "/sandboxes", [:])
    } throws: { error in
      (error as? Understudy.ControlAPIError)?.status == 400
    }
  }

  @Test("names only known parameters in its query")
  func query() throws {
    let problem = try house.send(.get, "/_understudy/sandboxes?limti=3").json()
    #expect(problem["status"] == 400)
    #expect(
      problem["detail"]
        == "There is no parameter \"limti\" here; did you mean \"limit\"? Known here: after, limit."
    )
    #expect(try house.send(.get, "/_understudy/sandboxes?limit=3").status == .ok)
  }

  @Test(
    "with an empty name in its path leads nowhere",
    arguments: [("GET", "/people/"), ("PUT", "/people/"), ("DELETE", "/rules/")])
  func emptyName(_ method: String, _ path: String) throws {
    let method = try #require(HTTPRequest.Method(method))
    let body: JSONValue? = method == .put ? ["password": "x"] : nil
    let problem = try house.send(method, Self.box + path, body).json()
    #expect(problem["status"] == 404 && problem["title"] == "There is no such resource.")
  }

  @Test("is told the methods of a resource only if its own is none of them")
  func allow() throws {
    for (path, status) in [("/nothing", 404), ("/people/nobody", 404), ("/clock?x=1", 400)] {
      let answer = try house.send(.get, Self.box + path)
      #expect(answer.status.code == status && answer.headers[.allow] == nil, "\(path)")
    }
    #expect(try house.send(.delete, Self.box + "/clock").headers[.allow] == "GET, HEAD, POST")
  }

  @Test("is asked for a token only with 401, and has a list of mistakes only with 422")
  func problem() throws {
    let answer = try house.send(.get, Self.box + "/people/nobody")
    #expect(answer.status.code == 404 && answer.headers[.wwwAuthenticate] == nil)
    #expect(
      try answer.json().objectValue?.names == ["type", "title", "status", "detail"])
    let mistaken = try house.send(.post, Self.box + "/clock", ["set": 1, "advance": "x"]).json()
    #expect(
      mistaken["errors"]?.arrayValue?.compactMap { $0["pointer"]?.stringValue } == ["/advance"])
    let token = try House { $0.house.controlToken = "0123456789" }
    #expect(
      try token.send(.get, Self.box).headers[.wwwAuthenticate] == "Bearer realm=\"understudy\"")
  }

  @Test(
    "has a value of it quoted up to sixty characters",
    arguments: [(58, ""), (59, "…"), (200, "…")])
  func quoted(_ count: Int, _ end: String) throws {
    let value = String(repeating: "a", count: count)
    let problem = try house.send(.post, Self.box + "/clock", ["set": JSONValue(.string(value))])
    let shown = String("\"\(value)\"".prefix(60)) + end
    #expect(
      try problem.json()["errors"]?.arrayValue?.first?["detail"]?.stringValue
        == "expected an instant such as 2030-01-01T00:00:00Z, or seconds since 1970, found \(shown)"
    )
  }

  @Test("about a sandbox that has gone is told when and why")
  func gone() throws {
    let house = try House()
    let path = "/_understudy/sandboxes"
    _ = try house.send(.post, path, ["id": "short"])
    _ = try house.send(.delete, path + "/short")
    let problem = try house.send(.get, path + "/short").json()
    #expect(problem["status"] == 410 && problem["title"] == "The sandbox is gone.")
    #expect(
      problem["detail"]
        == "The sandbox \"short\" ended at 2020-09-13T12:26:40Z: it was deleted.")
  }
}
