import Foundation
import Testing
import UnderstudyKit
import UnderstudyTesting
import UnderstudyXCTest
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What an app's tests have of their own, under names that are ours too.
struct Client {}
struct Person {}

@Suite("From outside", .sandbox(signIn: "alice"))
struct AppTests {
  @Test func isAnsweredAtTheRealHost() async throws {
    let sandbox = try Sandbox.current
    let session = URLSession(configuration: sandbox.configuration)
    let url = try #require(URL(string: "https://api.vk.com/method/users.get?v=5.52"))
    let (data, _) = try await session.data(from: url)
    #expect(!data.isEmpty)
    let exchange = try await sandbox.next(matching: .at("vk"))
    #expect(exchange.isRefused && exchange.why != nil, "\(exchange)")
  }

  @Test func takesTypedValues() throws {
    let sandbox = try Sandbox.current
    try sandbox.put(Sandbox.Person("carol", password: "secret", claims: ["roles": ["admin"]]))
    try sandbox.add(.answer(503, json: ["error": "busy"]).at("standard", "token").once)
    let request = Sandbox.Request("https://standard.localhost/token", form: ["grant_type": "x"])
    #expect(sandbox.respond(to: request).json?["error"] == "busy")
    #expect(try sandbox.rules().first?.isSpent == true)
    #expect(Client.self != Sandbox.Client.self && Person.self != Sandbox.Person.self)
  }
}

final class AppCase: SandboxTestCase {
  func testHasASandbox() throws {
    XCTAssertEqual(
      try sandbox.mintTokens(at: "vk", client: "753197", person: "bob").issued.count, 1)
  }
}
