import Basics
import Engine
import HTTPTypes
import ProviderModel
import Server
import Testing

@Suite("Who may command a server")
struct AdmissionTests {
  private static let token = "0123456789abcdefghij"

  private func house(token: String? = nil) throws -> House {
    try House {
      $0.house.controlToken = token
      $0.site.allowedHosts = ["mock.example"]
      $0.site.publicURLs = ["https://front.example"].compactMap { PublicURL($0) }
    }
  }

  private func status(_ house: House, host: String = "localhost", _ headers: Headers = [:]) throws
    -> Int
  { try house.send(.get, "/_understudy/sandboxes", host: host, headers: headers).status.code }

  @Test(
    "the control API answers at loopback and at allowed names",
    arguments: [
      "localhost", "LocalHost:8400", "127.0.0.1:8400", "127.0.0.2", "[::1]:8400",
      "[::ffff:127.0.0.1]:8400", "[::FFFF:7f00:1]", "any.localhost", "mock.example",
      "MOCK.example:80", "front.example",
    ])
  func ownHost(_ host: String) throws { #expect(try status(house(), host: host) == 200) }

  @Test(
    "the control API does not answer at other names, however like its own they look",
    arguments: [
      "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "evil-localhost",
      "localhost.", "xmock.example", "a.mock.example", "mock.example.evil.example", "mock.exampl",
      "10.0.0.1", "[::2]", "[::ffff:10.0.0.1]", "[::ffff:7e00:1]",
    ])
  func foreignHost(_ host: String) throws {
    let answer = try house().send(.get, "/_understudy/sandboxes", host: host)
    #expect(answer.status.code == 421 && answer.text.contains("--allow-host"))
  }

  @Test(
    "the control API does not answer at a provider's own host",
    arguments: ["oauth.vk.com", "login.vk.com", "api.instagram.com"])
  func providersHost(_ host: String) throws { #expect(try status(house(), host: host) == 421) }

  @Test(
    "a page of another origin may not command",
    arguments: [
      "http://evil.example", "null", "https://localhost", "http://localhost:81",
      "http://localhost.evil.example", "http://evil-localhost", "localhost", "http://localhost/",
      "",
    ])
  func foreignOrigin(_ origin: String) throws {
    #expect(try status(house(), [.origin: origin]) == 403)
  }

  @Test("a page of the server's own origin may command, by the scheme of its public URL")
  func ownOrigin() throws {
    let house = try house()
    #expect(try status(house, [.origin: "http://localhost"]) == 200)
    let front = { try status(house, host: "front.example", [.origin: $0]) }
    #expect(try front("https://front.example") == 200)
    #expect(try front("http://front.example") == 403)
  }

  @Test(
    "the scheme Bearer is read in any case",
    arguments: ["Bearer", "bearer", "BEARER", "bEaReR"])
  func scheme(_ scheme: String) throws {
    let house = try house(token: Self.token)
    #expect(try status(house, [.authorization: "\(scheme) \(Self.token)"]) == 200)
  }

  @Test(
    "a token that is missing, another, shorter, longer, or sent by another scheme is refused",
    arguments: [
      nil, "", "Bearer", "Bearer ", "Bearer 0123456789abcdefghik", "Bearer 0123456789abcdefghi",
      "Bearer 0123456789abcdefghij0", "Bearer 0123456789ABCDEFGHIJ", "Basic 0123456789abcdefghij",
      "0123456789abcdefghij", "Bearer0123456789abcdefghij",
    ])
  func wrongToken(_ sent: String?) throws {
    let headers: Headers = sent.map { [.authorization: $0] } ?? [:]
    let answer = try house(token: Self.token).send(
      .get, "/_understudy/sandboxes", headers: headers)
    #expect(answer.status.code == 401)
    #expect(answer.headers[.wwwAuthenticate] == "Bearer realm=\"understudy\"")
  }

  @Test("a right token helps neither a foreign host nor a foreign origin")
  func tokenIsNotAll() throws {
    let house = try house(token: Self.token)
    let right: Headers = [.authorization: "Bearer \(Self.token)"]
    #expect(try status(house, host: "evil.example", right) == 421)
    var foreign = right
    foreign[.origin] = "http://evil.example"
    #expect(try status(house, foreign) == 403)
  }

  @Test("every operation asks for the token")
  func everyOperation() throws {
    let description = try house().send(.get, "/_understudy/openapi.json").json()
    let house = try house(token: Self.token)
    let paths = try #require(description["paths"]?.objectValue)
    var count = 0
    for path in paths {
      for operation in path.value.objectValue ?? JSONObject() {
        // Probes have no ID: a balancer sends no token.
        guard operation.value["operationId"] != nil else { continue }
        let method = try #require(HTTPRequest.Method(operation.name.uppercased()))
        let target = "/_understudy" + path.name.replacing(#/\{[^}]*\}/#, with: "default")
        #expect(try house.send(method, target).status.code == 401, "\(method) \(target)")
        count += 1
      }
    }
    #expect(count > 30)
  }

  @Test("a site allows its own names, and no others")
  func site() throws {
    let site = try house().playhouse.site
    for host in ["mock.example", "front.example", "localhost", "127.0.0.3", "[::1]"] {
      #expect(site.allows(host), "\(host)")
    }
    for host in [
      "vk.com", "oauth.vk.com", "vk.localhost", "mock.example.evil.example", "amock.example",
      "127.0.0.1.evil.example", "",
    ] where host != "" {
      #expect(!site.allows(host), "\(host)")
    }
  }
}

@Suite("Guesses at the control token")
struct WrongTokenTests {
  private static let token = "0123456789abcdefghij"

  private func send(_ house: House, _ token: String?, at now: Int) throws -> Answer {
    var request = Basics.Request(
      method: .get, authority: "localhost", target: "/_understudy/sandboxes")
    if let token { request.headers[.authorization] = "Bearer \(token)" }
    guard case .answer(let answer) = house.playhouse.respond(to: request, at: now) else {
      throw House.Late()
    }
    return answer
  }

  @Test("are answered slower and slower after a few, and a right token at once all the while")
  func slower() throws {
    let house = try House { $0.house.controlToken = Self.token }
    let now = House.now
    var delays: [Int] = []
    for _ in 0..<25 {
      let wrong = try send(house, "guess", at: now)
      #expect(wrong.status.code == 401 && wrong.delivery.ending == .whole)
      delays.append(wrong.delivery.delay)
      let right = try send(house, Self.token, at: now)
      #expect(right.status == .ok && right.delivery == .atOnce)
      #expect(try send(house, nil, at: now).delivery == .atOnce, "nothing was guessed")
    }
    #expect(delays.prefix(5).allSatisfy { $0 == 0 })
    #expect(Array(delays.dropFirst(5)) == (1...20).map { $0 * 500 })
  }

  @Test("beyond those that wait end with their connection, and hold none")
  func closed() throws {
    let house = try House { $0.house.controlToken = Self.token }
    for _ in 0..<25 { _ = try send(house, "guess", at: House.now) }
    for _ in 0..<3 {
      #expect(try send(house, "guess", at: House.now).delivery.ending == .closed)
    }
    #expect(try send(house, Self.token, at: House.now).delivery == .atOnce)
    let later = try send(house, "guess", at: House.now + 1)
    #expect(later.delivery == Delivery(delay: 9_500), "two have left meanwhile")
    #expect(try send(house, "guess", at: House.now + 60).delivery == .atOnce)
  }

  @Test("are forgotten where the clock is set back")
  func setBack() throws {
    let house = try House { $0.house.controlToken = Self.token }
    for _ in 0..<5 { _ = try send(house, "guess", at: House.now) }
    let delivery = try send(house, "guess", at: House.now - 86_400).delivery
    #expect(delivery.delay <= 10_000)
  }
}
