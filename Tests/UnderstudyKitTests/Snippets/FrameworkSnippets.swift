import Foundation
import Testing
import UnderstudyKit
import UnderstudyTesting
import UnderstudyXCTest
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Examples of the documentation: see SnippetTests.

@Suite(.sandbox(signIn: "alice"))
struct ProfileTests {
  @Test func showsTheName() async throws {
    let sandbox = try Sandbox.current
    let session = URLSession(configuration: sandbox.configuration)
    let token = try sandbox.mintTokens(at: "vk", client: "753197", person: "bob").accessToken ?? ""
    let url = URL(string: "https://api.vk.com/method/users.get?v=5.52&access_token=\(token)")!
    let (data, _) = try await session.data(from: url)
    #expect(String(decoding: data, as: UTF8.self).contains("Bob"))
  }
}

@Suite(.sandbox(signIn: "alice"))
struct SignInTests {
  @Test func startsAfresh() throws {
    let sandbox = try Sandbox.current
    #expect(try sandbox.journal().isEmpty)
  }
}

struct TraitSnippets {
  @Test(.sandbox(signIn: "alice")) func signsIn() async throws {
    let session = URLSession(configuration: try Sandbox.current.configuration)
    _ = session
  }

  @Test(.sandbox(signIn: "alice", rules: [.condition("code_expired").at("vk", "token").once]))
  func asksAgain() async throws {
    let sandbox = try Sandbox.current
    #expect(try sandbox.rules().count == 1)
  }

  @Test(.sandbox { try Understudy(seed: 7).makeSandbox(signIn: "bob") })
  func isTheSameEveryTime() throws {
    #expect(try Sandbox.current.journal().isEmpty)
  }
}

final class SignInCase: SandboxTestCase {
  func testSignsIn() async throws {
    try sandbox.signIn(as: "alice")
    let session = URLSession(configuration: try sandbox.configuration)
    XCTAssertNotNil(session)
  }
}

final class ProfileCase: SandboxTestCase {
  override func makeSandbox() throws -> Sandbox {
    try Understudy.shared.makeSandbox(signIn: "alice")
  }

  func testShowsTheName() async throws {
    let session = URLSession(configuration: try sandbox.configuration)
    let token = try sandbox.mintTokens(at: "vk", client: "753197", person: "bob").accessToken ?? ""
    let url = URL(string: "https://api.vk.com/method/users.get?v=5.52&access_token=\(token)")!
    let (data, _) = try await session.data(from: url)
    XCTAssertTrue(String(decoding: data, as: UTF8.self).contains("Bob"))
  }
}

final class QuirkCase: SandboxTestCase {
  override func makeSandbox() throws -> Sandbox {
    try Understudy.shared.makeSandbox(signIn: "alice", without: ["vk.denial-has-reason"])
  }

  func testHasASandbox() throws { XCTAssertTrue(try sandbox.rules().isEmpty) }
}
