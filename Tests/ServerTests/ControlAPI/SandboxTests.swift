import Basics
import Foundation
import HTTPTypes
import Testing
import UnderstudyKit

@Suite("A sandbox")
struct SandboxTests {
  /// Runs all at once, each on a thread of its own.
  private func parallel(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for index in 0..<count {
      group.enter()
      Thread.detachNewThread {
        body(index)
        group.leave()
      }
    }
    group.wait()
  }

  @Test("is one of fifty that are driven in parallel and do not see each other")
  func fifty() throws {
    let site = try Site()
    let failures = Lock<[String]>([])
    parallel(50) { index in
      do {
        // Every other one refuses; each has its own person, and its own time.
        let name = "person-\(index)"
        let box = try site.sandbox([
          "seed": .init(.number("\(index)")),
          "answer": [
            "sign_in": .init(stringLiteral: name),
            "consent": index % 2 == 0 ? "granted" : "denied",
          ],
          "cast": ["people": [["username": .init(stringLiteral: name), "password": "secret"]]],
        ])
        try box.order("POST", "/clock", ["advance": .init(.number("\(index * 60)"))])
        for _ in 0..<5 {
          let reply = try box.authorize()
          guard index % 2 == 0 else {
            if reply.parameter("error") != "access_denied" { throw Failure("\(reply.location)") }
            continue
          }
          let tokens = try box.redeem(reply.parameter("code") ?? "").json
          let token = tokens["access_token"]?.stringValue ?? ""
          guard try box.userinfo(token).status == 200 else { throw Failure(tokens.text()) }
        }
        let people = Set(
          try box.order("GET", "/tokens").arrayValue?.compactMap { $0["person"]?.stringValue } ?? []
        )
        guard people.subtracting([name]).isEmpty else { throw Failure("\(people)") }
        let entries = try box.order("GET", "/journal/count?kind=exchange")["count"]?.integerValue
        guard entries == (index % 2 == 0 ? 15 : 5) else { throw Failure("\(entries ?? 0) entries") }
        guard
          try box.order("GET", "/clock")["now"]?.stringValue
            == Self.text(1_600_000_000 + index * 60)
        else { throw Failure("another clock") }
      } catch {
        failures.withLock { $0.append("\(index): \(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [])
  }

  private struct Failure: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
  }

  private static func text(_ seconds: Int) -> String {
    ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: Double(seconds)))
  }

  @Test("that is named answers alone; one that is not is found by the token")
  func named() throws {
    let site = try Site()
    let (one, other) = (try site.sandbox(), try site.sandbox())
    let token = try #require(try one.tokens()["access_token"]?.stringValue)
    #expect(try one.userinfo(token).status == 200)
    #expect(try other.userinfo(token).status == 401)
    // A client whose addresses are fixed: by the token, or by the header.
    let bearer = Box.bearer(token)
    #expect(try site.send("GET", "/standard/userinfo", bearer).status == 200)
    var named = bearer
    named["Understudy-Sandbox"] = other.id
    #expect(try site.send("GET", "/standard/userinfo", named).status == 401)
    named["Understudy-Sandbox"] = one.id
    #expect(try site.send("GET", "/standard/userinfo", named).status == 200)
  }

  @Test("that a token has left keeps its rules as they were")
  func takenBack() throws {
    let site = try Site()
    let box = try site.sandbox()
    let token = try #require(try box.tokens()["access_token"]?.stringValue)
    let rules = "/sandboxes/default/rules"
    _ = try site.control(
      "POST", rules, ["id": "r", "times": 1, "then": ["change": ["drop": ["sub"]]]])
    let person = try site.send("GET", "/standard/userinfo", Box.bearer(token))
    #expect(person.json["sub"] != nil && person.header("Understudy-Rule") == nil)
    #expect(try site.control("GET", rules + "/r").json["fired"] == 0)
  }

  @Test("is not robbed of its requests by a rule of another one")
  func robbed() throws {
    let site = try Site()
    let box = try site.sandbox()
    let code = try box.code()
    let rules = "/sandboxes/default/rules"
    _ = try site.control(
      "POST", rules, ["id": "r", "times": 1, "then": ["condition": "code_expired"]])
    let reply = try site.send(
      "POST", "/standard/token", ["Content-Type": "application/x-www-form-urlencoded"],
      "grant_type=authorization_code&code=\(code)&client_id=web&client_secret=\(Box.secret)"
        + "&redirect_uri=\(Box.callback)")
    #expect(reply.status == 200, "\(reply.text)")
    #expect(try site.control("GET", rules + "/r").json["seen"] == 0)
  }

  @Test("has cookies of its own")
  func cookies() throws {
    let site = try Site()
    let box = try site.sandbox([:])
    let page = try box.authorize()
    #expect(page.status == 303 || page.status == 200)
    for header in page.headers where header.name.lowercased() == "set-cookie" {
      #expect(header.value.contains("Path=/_sandbox/\(box.id)/standard"))
    }
  }

  @Test("ends when nobody has used it for its lifetime; who commands it uses it")
  func lifetime() throws {
    let site = try Site()
    let idle = try site.sandbox(["lifetime": 10])
    let busy = try site.sandbox(["lifetime": "PT10S"])
    site.now.withLock { $0 += 8 }
    try busy.order("GET", "/clock")
    site.now.withLock { $0 += 8 }
    #expect(try busy.control("GET", "").status == 200)
    let gone = try idle.control("GET", "/journal")
    #expect(gone.status == 410 && gone.json["detail"]?.stringValue?.contains("idle") == true)
    let page = try idle.get("/vk/authorize")
    #expect(page.status == 410 && page.text.contains("2020-09-13T12:26:56Z"), "\(page.text)")
    let ids = try site.control("GET", "/sandboxes").json.arrayValue?.compactMap { $0["id"] }
    #expect(ids?.count == 2)
  }

  @Test("names a checkpoint that has no name by its number, and no name stands for two states")
  func names() throws {
    let box = try Understudy(seed: 1, clock: { .init(timeIntervalSince1970: 1_600_000_000) })
      .makeSandbox()
    let path = "/sandboxes/\(box.id)/checkpoints"
    func keep(_ wish: JSONValue? = nil) throws -> String? {
      try box.understudy.control(.post, path, wish)["name"]?.stringValue
    }
    func kept() throws -> [String] {
      try box.understudy.control(.get, path).arrayValue?.compactMap { $0["name"]?.stringValue }
        ?? []
    }
    #expect(try keep() == "checkpoint-1")
    #expect(try keep(["name": "mine"]) == "mine")
    #expect(try keep() == "checkpoint-3", "the named one counts, too")
    #expect(try keep(["name": "checkpoint-4"]) == "checkpoint-4")
    #expect(try keep() == "checkpoint-5")
    // What was forgotten leaves no name to another state.
    try box.understudy.control(.delete, path + "/checkpoint-5")
    #expect(try keep() == "checkpoint-6")
    #expect(
      try kept() == ["checkpoint-1", "mine", "checkpoint-3", "checkpoint-4", "checkpoint-6"])
    for number in 7...40 { #expect(try keep() == "checkpoint-\(number)") }
    #expect(try kept() == (25...40).map { "checkpoint-\($0)" }, "the last sixteen")
    // Neither a return to a state nor a reset starts the numbers again.
    try box.understudy.control(.post, path + "/checkpoint-30/restore")
    #expect(try keep() == "checkpoint-41")
    try box.reset()
    #expect(try keep() == "checkpoint-42")
    for number in 27...42 { try box.understudy.control(.delete, path + "/checkpoint-\(number)") }
    #expect(try kept().isEmpty)
    #expect(try keep() == "checkpoint-43")
  }

  @Test("returns by a number to the state that was kept under it, also after many more")
  func numbered() throws {
    let box = try Understudy(seed: 1, clock: { .init(timeIntervalSince1970: 1_600_000_000) })
      .makeSandbox()
    let path = "/sandboxes/\(box.id)"
    for number in 1...20 {
      try box.understudy.control(.put, "\(path)/people/p\(number)", ["password": "secret"])
      #expect(
        try box.understudy.control(.post, path + "/checkpoints")["name"]?.stringValue
          == "checkpoint-\(number)")
    }
    try box.understudy.control(.post, path + "/checkpoints/checkpoint-10/restore")
    try box.understudy.control(.get, path + "/people/p10")
    #expect(throws: Understudy.ControlAPIError.self) {
      try box.understudy.control(.get, path + "/people/p11")
    }
    #expect(throws: Understudy.ControlAPIError.self) {
      try box.understudy.control(.post, path + "/checkpoints/checkpoint-4/restore")
    }
  }

  @Test("loses no switch when many are thrown at once")
  func switches() throws {
    let site = try Site()
    let box = try site.sandbox()
    let providers = try box.order("GET", "/providers").arrayValue ?? []
    let switches = providers.compactMap { provider -> (String, String)? in
      let quirk = provider["quirks"]?.arrayValue?.first {
        $0["on"] == true && $0["rivals"] == nil
      }
      guard let id = provider["id"]?.stringValue, let name = quirk?["id"]?.stringValue else {
        return nil
      }
      return (id, name)
    }
    #expect(switches.count >= 3)
    for _ in 0..<5 {
      parallel(switches.count) { index in
        let (id, quirk) = switches[index]
        _ = try? box.control(
          "PUT", "/providers/\(id)/quirks", ["without": [.init(stringLiteral: quirk)]])
      }
      for (id, quirk) in switches {
        let quirks = try box.order("GET", "/providers/\(id)")["quirks"]?.arrayValue
        #expect(quirks?.first { $0["id"]?.stringValue == quirk }?["on"] == false)
        try box.order("PUT", "/providers/\(id)/quirks", [:])
      }
    }
  }

  @Test("costs little: a thousand of them come and go")
  func thousand() throws {
    let understudy = try Understudy(seed: 1, clock: { .init(timeIntervalSince1970: 1_600_000_000) })
    let boxes = try (0..<1_000).map { _ in try understudy.makeSandbox() }
    #expect(Set(boxes.map(\.id)).count == 1_000)
    for box in boxes { try box.delete() }
    #expect(try understudy.control(.get, "/sandboxes").arrayValue?.count == 1)
  }
}

@Suite("A client that names no sandbox")
struct UnnamedSandboxTests {
  private let callback = "https://shop.example/cb"

  private func understudy() throws -> Understudy {
    try Understudy(seed: 1, clock: { .init(timeIntervalSince1970: 1_600_000_000) })
  }

  private func post(_ understudy: Understudy, _ form: String) -> Basics.Answer {
    var request = Basics.Request(method: .post, authority: "localhost", target: "/standard/token")
    request.headers[.contentType] = "application/x-www-form-urlencoded"
    request.body = Array(form.utf8)
    return understudy.respond(to: request)
  }

  @Test("redeems its code in the sandbox that issued it, also as a client of that sandbox alone")
  func code() throws {
    let understudy = try understudy()
    let box = try understudy.makeSandbox(
      signIn: "alice",
      clients: [
        .init(
          at: "standard", id: "shop", secret: "a-secret-0123456789", redirectURIs: [callback])
      ])
    let authorize =
      "/standard/authorize?client_id=shop&response_type=code&scope=openid&redirect_uri=" + callback
    var request = Basics.Request(method: .get, authority: "localhost", target: box.path + authorize)
    request.headers[.accept] = "text/html"
    let location = try #require(understudy.respond(to: request).headers[.location])
    let code = try #require(
      URLComponents(string: location)?.queryItems?.first { $0.name == "code" })
    let answer = post(
      understudy,
      "grant_type=authorization_code&code=\(code.value ?? "")&redirect_uri=\(callback)"
        + "&client_id=shop&client_secret=a-secret-0123456789")
    #expect(answer.status == .ok, "\(String(decoding: answer.body, as: UTF8.self))")
    #expect(try box.journal().contains { $0.endpoint == "token" })
    #expect(try understudy.defaultSandbox.journal().isEmpty)
  }

  @Test("leaves the default sandbox's seeded run as it was when its token is another sandbox's")
  func seed() throws {
    let (alone, visited) = (try understudy(), try understudy())
    let box = try visited.makeSandbox()
    let token = try #require(
      try box.mintTokens(
        at: "standard", client: "native", person: "alice", scopes: ["openid"]
      ).accessToken)
    var call = Basics.Request(method: .get, authority: "localhost", target: "/standard/userinfo")
    call.headers[.authorization] = "Bearer \(token)"
    #expect(visited.respond(to: call).status == .ok)
    func mint(_ understudy: Understudy) throws -> String? {
      try understudy.defaultSandbox.mintTokens(at: "vk", client: "753197", person: "bob")
        .accessToken
    }
    #expect(try mint(alone) == mint(visited))
  }
}
