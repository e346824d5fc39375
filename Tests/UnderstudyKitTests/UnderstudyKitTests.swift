import Foundation
import HTTPMessages
import HTTPTypes
import JSON
import Testing
import UnderstudyServer

@testable import UnderstudyKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The library", .serialized)
struct UnderstudyKitTests {
  private static let authorize =
    "/vk/authorize?client_id=753197&redirect_uri=https://oauth.vk.com/blank.html"
    + "&response_type=token&v=5.52"

  private func location(_ understudy: Understudy, _ target: String) -> String {
    let request = HTTPMessages.Request(method: .get, authority: "localhost", target: target)
    return understudy.respond(to: request).headers[.location] ?? ""
  }

  @Test("signs in, refuses and fails on command, without a socket")
  func inProcess() throws {
    let understudy = try Understudy(seed: 1, clock: { 1_600_000_000 })
    let sandbox = try understudy.sandbox("one", signIn: "alice")
    let target = sandbox.path + Self.authorize
    #expect(location(understudy, target).contains("#access_token="))
    try sandbox.deny(as: "alice")
    #expect(location(understudy, target).contains("#error=access_denied"))
    try sandbox.signIn(as: "bob")
    try sandbox.failNext("authorize", at: "vk", with: "parameter_invalid")
    #expect(location(understudy, target).contains("error=invalid_request"))
    #expect(location(understudy, target).contains("#access_token="))
    let refused = try sandbox.journal(["outcome": "refused"])
    #expect(refused.count == 2)
    #expect(refused.first?["why"]?.stringValue?.isEmpty == false)
    try sandbox.delete()
    #expect(throws: Understudy.Refused.self) { try sandbox.reset() }
  }

  @Test("makes tokens that expire when they are made older")
  func tokens() throws {
    let understudy = try Understudy(seed: 1, clock: { 1_600_000_000 })
    let sandbox = try understudy.sandbox()
    let token = try #require(
      try sandbox.tokens(at: "vk", client: "753197", person: "bob")["access_token"])
    func users() -> String {
      let target = "\(sandbox.path)/vk/method/users.get?v=5.52&access_token=\(token)"
      let answer = understudy.respond(
        to: .init(method: .get, authority: "localhost", target: target))
      return String(decoding: answer.body, as: UTF8.self)
    }
    #expect(users().contains("\"first_name\":\"Bob\""))
    try sandbox.age(by: .seconds(2 * 86_400))
    #expect(users().contains("access_token has expired"))
  }

  @Test("answers a provider's real host names inside URLSession")
  func urlProtocol() async throws {
    let understudy = try Understudy(seed: 1)
    let sandbox = try understudy.sandbox()
    let token = try #require(
      try sandbox.tokens(
        at: "instagram", client: "c0ffee00c0ffee00c0ffee00c0ffee00", person: "alice",
        scopes: ["basic"])["access_token"])
    UnderstudyURLProtocol.sandbox = sandbox
    defer { UnderstudyURLProtocol.sandbox = nil }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [UnderstudyURLProtocol.self]
    let session = URLSession(configuration: configuration)
    let url = try #require(
      URL(string: "https://api.instagram.com/v1/users/self/?access_token=\(token)"))
    let (data, response) = try await session.data(from: url)
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
    #expect(String(decoding: data, as: UTF8.self).contains("\"username\":\"alice\""))
  }

  @Test(
    "leads URLSession through redirects: to the end where it is ours, to the app's own address where not"
  )
  func redirects() async throws {
    let understudy = try Understudy(seed: 1)
    UnderstudyURLProtocol.sandbox = try understudy.sandbox(signIn: "alice")
    defer { UnderstudyURLProtocol.sandbox = nil }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [UnderstudyURLProtocol.self]
    let session = URLSession(configuration: configuration)
    let own = try #require(
      URL(
        string: "https://oauth.vk.com/authorize?client_id=753197&response_type=token"
          + "&redirect_uri=https://oauth.vk.com/blank.html&v=5.52"))
    let (_, response) = try await session.data(from: own)
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
    #expect(response.url?.absoluteString.contains("/blank.html#access_token=") == true)
    let app = try #require(
      URL(
        string: "https://api.instagram.com/oauth/authorize/?response_type=token"
          + "&client_id=1f074f314d1347789cc9d9a9d19ee342"
          + "&redirect_uri=nsscreencast://instagram_callback"))
    let (_, callback) = try await session.data(from: app)
    let location = (callback as? HTTPURLResponse)?.value(forHTTPHeaderField: "Location") ?? ""
    #expect(location.hasPrefix("nsscreencast://instagram_callback#access_token="), "\(location)")
  }

  @Test("answers HEAD inside URLSession without a body, and signs nobody in on the way")
  func head() async throws {
    let understudy = try Understudy(seed: 1)
    let sandbox = try understudy.sandbox(signIn: "alice")
    UnderstudyURLProtocol.sandbox = sandbox
    defer { UnderstudyURLProtocol.sandbox = nil }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [UnderstudyURLProtocol.self]
    let session = URLSession(configuration: configuration)
    let url = try #require(
      URL(
        string: "https://oauth.vk.com/authorize?client_id=753197&response_type=token"
          + "&redirect_uri=https://oauth.vk.com/blank.html&v=5.52"))
    var request = URLRequest(url: url)
    request.httpMethod = "HEAD"
    let (data, response) = try await session.data(for: request)
    #expect((response as? HTTPURLResponse)?.statusCode == 200 && data.isEmpty)
    #expect(response.url?.absoluteString.contains("/blank.html#access_token=") == true)
    let methods = try sandbox.journal(["kind": "exchange"]).map { $0["request"]?["method"] }
    #expect(!methods.isEmpty && methods.allSatisfy { $0 == "HEAD" })
    #expect(try sandbox.journal(["outcome": "granted"]).isEmpty)
  }

  @Test("keeps the cookies of a chain of redirects where they belong")
  func cookies() {
    var chain = CookieChain("a=1; b=2", host: "login.vk.example")
    chain.take(
      ["c=3; Domain=vk.example; Path=/", "b=; Max-Age=0", "d=4"], host: "login.vk.example")
    #expect(chain.header(for: "login.vk.example") == "a=1; c=3; d=4")
    #expect(chain.header(for: "oauth.vk.example") == "c=3")
    #expect(chain.header(for: "evilvk.example") == nil)
  }

  @Test("lets URLSession see late, broken and missing answers")
  func faults() async throws {
    let understudy = try Understudy(seed: 1)
    let sandbox = try understudy.sandbox()
    UnderstudyURLProtocol.sandbox = sandbox
    defer { UnderstudyURLProtocol.sandbox = nil }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [UnderstudyURLProtocol.self]
    let session = URLSession(configuration: configuration)
    let url = try #require(URL(string: "https://api.vk.com/method/users.get?v=5.52"))
    func load(_ then: JSONValue) async throws -> String {
      try sandbox.clearRules()
      try sandbox.rule(["then": then])
      return String(decoding: try await session.data(from: url).0, as: UTF8.self)
    }
    let whole = try await load(["delay": 1])
    #expect(whole.contains("error_code"))
    #expect(try await load(["drip": ["bytes": 7, "every": 1]]) == whole)
    for then: JSONValue in [["reset": true], ["close": true], ["truncate": 3]] {
      await #expect(throws: URLError.self) { try await load(then) }
    }
  }

  @Test("listens on a port of its own, and stops")
  func listens() async throws {
    let understudy = try Understudy()
    let url = try understudy.listen()
    #expect(try understudy.listen() == url)
    let health = try #require(URL(string: url + "/_understudy/health"))
    let (data, _) = try await URLSession.shared.data(from: health)
    #expect(String(decoding: data, as: UTF8.self).contains("\"ok\""))
    understudy.stop()
  }
}
