import Foundation
import Testing
import UnderstudyTesting
import UnderstudyXCTest
import XCTest

@testable import UnderstudyKit

private let onPurpose = "UNDERSTUDY_FAIL_ON_PURPOSE"

@Suite("A sandbox for each test", .sandbox(signIn: "alice"))
struct FrameworkTests {
  private static let implicit =
    "https://oauth.vk.com/authorize?client_id=753197&response_type=token"
    + "&redirect_uri=https://oauth.vk.com/blank.html&v=5.52"

  @Test("is its own, in each case of a parameterized test", arguments: 1...8)
  func own(count: Int) async throws {
    let sandbox = try Sandbox.current
    for _ in 0..<count { _ = sandbox.respond(to: .init(Self.implicit)) }
    let granted = try sandbox.journal(matching: .init(outcome: "granted"))
    #expect(granted.count == count && granted.allSatisfy { $0.person == "alice" })
    // Tasks of the test have it too.
    let inside = try await Task { try Sandbox.current.id }.value
    #expect(inside == sandbox.id)
  }

  @Test("may be another than its suite's", .sandbox(signIn: "bob"))
  func other() throws {
    _ = try Sandbox.current.respond(to: .init(Self.implicit))
    #expect(try Sandbox.current.journal().last?.person == "bob")
  }

  // MARK: The text of a failure

  /// Runs this test bundle once more, with the tests that fail on purpose.
  private static func run(_ arguments: [String]) async throws -> String {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging([onPurpose: "1"]) {
      $1
    }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    // Until its end: a pipe that nobody reads would hold it up.
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus != 0)
    return String(decoding: output, as: UTF8.self)
  }

  private static let line = "GET /access_token · vk token · refused: client_unknown"

  #if os(Linux)
    @Test("shows its journal where a test of Swift Testing fails, and attaches the whole of it")
    func swiftTesting() async throws {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "understudy-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let output = try await Self.run([
        "--testing-library", "swift-testing", "--filter", "FailingTests", "--attachments-path",
        folder.path,
      ])
      // An expectation, a requirement, and an error that nobody caught: each says why, once.
      let count = output.components(separatedBy: Self.line).count - 1
      #expect(count == 3, "\(output)")
      #expect(output.contains("with 3 issues"), "\(output)")
      let attached = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(
        attached.count == 3 && attached.allSatisfy { $0.hasPrefix("journal-") }, "\(attached)")
      for name in attached {
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        #expect(text.contains("  > GET https://oauth.vk.com/access_token?client_id=nobody"))
      }
    }

    @Test("shows its journal where a test of XCTest fails")
    func xcTest() async throws {
      let output = try await Self.run(["UnderstudyKitTests.FailingCase"])
      #expect(output.contains(Self.line) && output.contains("  < "), "\(output)")
      #expect(output.contains("Executed 1 test, with 1 failure"), "\(output)")
    }
  #endif
}

/// Run by the tests above alone.
@Suite(.enabled(if: ProcessInfo.processInfo.environment[onPurpose] != nil), .sandbox())
struct FailingTests {
  private struct Oops: Error {}

  private func ask() throws -> Int {
    try Sandbox.current.respond(
      to: .init("https://oauth.vk.com/access_token?client_id=nobody&code=x")
    ).status
  }

  @Test func expects() throws { #expect(try ask() == 200) }
  @Test func requires() throws { try #require(try ask() == 200) }
  @Test func throwsAnError() throws {
    if try ask() != 200 { throw Oops() }
  }
}

/// Run by the tests above alone.
final class FailingCase: SandboxTestCase {
  func testFails() throws {
    try XCTSkipUnless(ProcessInfo.processInfo.environment[onPurpose] != nil)
    let request = Sandbox.Request("https://oauth.vk.com/access_token?client_id=nobody&code=x")
    XCTAssertEqual(try sandbox.respond(to: request).status, 200)
  }
}

/// XCTest's own way to a sandbox, where nothing fails.
final class PassingCase: SandboxTestCase {
  override func makeSandbox() throws -> Sandbox {
    try Understudy.shared.makeSandbox(signIn: "alice")
  }

  func testHasItsOwn() throws {
    XCTAssertTrue(try sandbox.journal().isEmpty)
    XCTAssertEqual(try sandbox.id, try sandbox.id)
    XCTAssertEqual(try sandbox.issued().count, 0)
    _ = try sandbox.mintTokens(at: "vk", client: "753197", person: "bob")
  }
  func testHasAnother() throws { XCTAssertEqual(try sandbox.issued().count, 0) }
}
