// For XCTest: a sandbox for each test, and its journal where the test fails. It is a product of its own, so that
// UnderstudyKit links no test framework.
public import UnderstudyKit
public import XCTest

/// A test case whose tests have a sandbox each.
///
/// ```swift
/// final class SignInCase: SandboxTestCase {
///   func testSignsIn() async throws {
///     try sandbox.signIn(as: "alice")
///     let session = URLSession(configuration: try sandbox.configuration)
///     XCTAssertNotNil(session)
///   }
/// }
/// ```
///
/// When a test fails, its journal is attached to it. On Linux, XCTest has no attachments: there it goes to standard error.
open class SandboxTestCase: XCTestCase {
  private var made: Sandbox?

  /// The sandbox of the test that runs; it is made when it is first asked for.
  /// - Throws: What ``makeSandbox()`` throws.
  public var sandbox: Sandbox {
    get throws {
      if let made { return made }
      let sandbox = try makeSandbox()
      made = sandbox
      return sandbox
    }
  }

  /// Makes the sandbox of a test. To override, for one that has rules or people of its own.
  ///
  /// ```swift
  /// override func makeSandbox() throws -> Sandbox {
  ///   try Understudy.shared.makeSandbox(signIn: "alice", without: ["vk.denial-has-reason"])
  /// }
  /// ```
  open func makeSandbox() throws -> Sandbox { try Understudy.shared.makeSandbox() }

  /// Attaches the journal of a test that has failed, and ends the sandbox. An override calls it at its end.
  open override func tearDown() {
    if let sandbox = made {
      if let testRun, testRun.totalFailureCount > 0 { attach(sandbox) }
      // One that the test itself has deleted is gone already.
      try? sandbox.delete()
    }
    made = nil
    super.tearDown()
  }

  private func attach(_ sandbox: Sandbox) {
    let lines = JournalReport(sandbox).lines() ?? ""
    #if canImport(Darwin)
      let text = (try? sandbox.transcript()).map { lines + "\n\n" + $0 } ?? lines
      let attachment = XCTAttachment(string: text)
      attachment.name = "journal-\(sandbox.id).txt"
      attachment.lifetime = .keepAlways
      add(attachment)
    #else
      let refused = (try? sandbox.journal(matching: .refused)) ?? []
      let text = ([lines] + refused.map(\.transcript)).joined(separator: "\n\n")
      FileHandle.standardError.write(Data("\(name): \(text)\n".utf8))
    #endif
  }
}
