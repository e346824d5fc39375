// For Swift Testing: a sandbox for each test, and its journal where the test fails. It is a product of its own, so that
// UnderstudyKit links no test framework.
public import Testing
public import UnderstudyKit

/// Gives each test, and each case of a parameterized test, a sandbox of its own: `Sandbox.current`.
///
/// ```swift
/// @Suite(.sandbox(signIn: "alice"))
/// struct SignInTests {
///   @Test func startsAfresh() throws {
///     let sandbox = try Sandbox.current
///     #expect(try sandbox.journal().isEmpty)
///   }
/// }
/// ```
///
/// When an expectation fails, the journal's lines stand in the failure: what the app sent, what was decided, why, and how to
/// mend it. The whole journal, with requests and answers, is attached to the test (`swift test --attachments-path FOLDER`).
public struct SandboxTrait: TestTrait, SuiteTrait {
  /// A suite's trait is for each of its tests.
  public let isRecursive = true
  let make: @Sendable () throws -> Sandbox
}

extension SandboxTrait: TestScoping {
  /// Makes the sandbox, runs the test, and ends the sandbox.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let sandbox = try make()
    // One that the test itself has deleted is gone already.
    defer { try? sandbox.delete() }
    let report = JournalReport(sandbox)
    let telling: IssueHandlingTrait = .compactMapIssues { issue in
      guard issue.isFailure, let lines = report.lines() else { return issue }
      var issue = issue
      issue.comments.append(Comment(rawValue: lines))
      return issue
    }
    defer {
      if report.wasShown, let transcript = try? sandbox.transcript() {
        Attachment.record(
          transcript, named: "journal-\(sandbox.id).txt", sourceLocation: test.sourceLocation)
      }
    }
    try await sandbox.asCurrent {
      try await telling.provideScope(for: test, testCase: testCase) {
        do {
          try await function()
        } catch let error where Self.isFailure(error) {
          // The runner would record it outside of here, where nobody adds the journal.
          Issue.record(error, sourceLocation: test.sourceLocation)
        }
      }
    }
  }

  /// What is neither recorded already nor a way to end a test early.
  private static func isFailure(_ error: any Error) -> Bool {
    if error is ExpectationFailedError || error is CancellationError { return false }
    return !Task.isCancelled
  }
}

extension Trait where Self == SandboxTrait {
  /// A sandbox of `Understudy.shared` for each test.
  ///
  /// ```swift
  /// @Test(.sandbox(signIn: "alice", rules: [.condition("code_expired").at("vk", "token").once]))
  /// func asksAgain() async throws {
  ///   let sandbox = try Sandbox.current
  ///   #expect(try sandbox.rules().count == 1)
  /// }
  /// ```
  /// - Parameters:
  ///   - person: The username of who signs in without a page and consents; `nil` for pages.
  ///   - with: Quirks to switch on, as `PROVIDER.QUIRK`.
  ///   - without: Quirks to switch off.
  ///   - seed: The same requests in the same order get the same codes and tokens.
  ///   - people: People beside those of the cast, or in their place.
  ///   - clients: Clients beside those of the cast, or in their place.
  ///   - rules: Rules from the start.
  public static func sandbox(
    signIn person: String? = nil, with: [String] = [], without: [String] = [], seed: Int? = nil,
    people: [Sandbox.Person] = [], clients: [Sandbox.Client] = [], rules: [Sandbox.Rule] = []
  ) -> Self {
    sandbox {
      try Understudy.shared.makeSandbox(
        signIn: person, with: with, without: without, seed: seed, people: people, clients: clients,
        rules: rules)
    }
  }

  /// A sandbox for each test, made by a function: of an `Understudy` with providers of its own, for example.
  ///
  /// ```swift
  /// @Test(.sandbox { try Understudy(seed: 7).makeSandbox(signIn: "bob") })
  /// func isTheSameEveryTime() throws {
  ///   #expect(try Sandbox.current.journal().isEmpty)
  /// }
  /// ```
  public static func sandbox(_ make: @escaping @Sendable () throws -> Sandbox) -> Self {
    SandboxTrait(make: make)
  }
}
