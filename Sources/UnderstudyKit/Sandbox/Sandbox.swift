package import Basics
package import HTTPTypes
internal import Server

/// One isolated copy of all providers, as a test commands it: its own codes, tokens, clock, rules and journal.
///
/// ```swift
/// let sandbox = try understudy.makeSandbox(signIn: "alice")
/// let tokens = try sandbox.mintTokens(at: "vk", client: "753197", person: "bob")
/// try sandbox.age(by: .seconds(2 * 86_400))  // the tokens have expired
/// ```
///
/// Sandboxes share nothing, so tests that have one each run in parallel.
public struct Sandbox: Sendable {
  /// Where it belongs.
  public let understudy: Understudy
  /// Its name in addresses; `default` is the one without a prefix.
  public let id: String

  package init(understudy: Understudy, id: String) {
    self.understudy = understudy
    self.id = id
  }

  /// What stands before a provider's path: `/_sandbox/ID`, or nothing for the default one.
  public var path: String { id == Sandboxes.defaultID ? "" : "/_sandbox/\(id)" }

  @TaskLocal package static var ofTask: Sandbox?

  /// The sandbox of the test that runs, where a trait or a base class has made one.
  ///
  /// ```swift
  /// @Test(.sandbox(signIn: "alice")) func signsIn() async throws {
  ///   let session = URLSession(configuration: try Sandbox.current.configuration)
  ///   _ = session
  /// }
  /// ```
  /// - Throws: ``Missing`` outside of such a test.
  public static var current: Sandbox {
    get throws {
      guard let sandbox = ofTask else { throw Missing() }
      return sandbox
    }
  }

  /// Runs a function in which this sandbox is the current one.
  package func asCurrent(_ function: @Sendable () async throws -> Void) async rethrows {
    try await Self.$ofTask.withValue(self) { try await function() }
  }

  /// There is no current sandbox.
  public struct Missing: Error, CustomStringConvertible {
    /// What to do about it.
    public var description: String {
      "This test has no sandbox. Give it the trait .sandbox() of UnderstudyTesting, or derive its class from "
        + "SandboxTestCase of UnderstudyXCTest. A detached task has none: hand it over."
    }
  }

  @discardableResult
  package func control(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil
  ) throws -> JSONValue {
    try understudy.control(method, "/sandboxes/\(id)\(path)", body)
  }

  // MARK: Its state

  /// As it was when it was made; the journal goes on.
  ///
  /// ```swift
  /// try sandbox.reset()
  /// ```
  public func reset() throws { try control(.post, "/reset") }

  /// Keeps the present state. Returns the name by which it is restored.
  ///
  /// ```swift
  /// let signedIn = try sandbox.checkpoint()
  /// try sandbox.age(by: .seconds(86_400))
  /// try sandbox.restore(signedIn)
  /// ```
  /// - Parameter name: Takes the place of one of this name; sixteen are kept.
  public func checkpoint(_ name: String? = nil) throws -> String {
    let body = name.map { JSONObject([.init("name", JSONValue($0))]) }
    let made = try control(.post, "/checkpoints", body.map { JSONValue(.object($0)) })
    return made["name"]?.stringValue ?? ""
  }

  /// Returns to a state that was kept; it stays kept.
  ///
  /// ```swift
  /// try sandbox.restore(try sandbox.checkpoint("signed-in"))
  /// ```
  public func restore(_ checkpoint: String) throws {
    try control(.post, "/checkpoints/\(Self.segment(checkpoint))/restore")
  }

  /// Ends it: its addresses answer 410 from now on. The default one can't be ended.
  ///
  /// ```swift
  /// try sandbox.delete()
  /// ```
  public func delete() throws {
    try control(.delete, "")
    understudy.handedOut.withLock { $0[id] = nil }
  }

  /// A name as a segment of a path.
  static func segment(_ text: String) -> String { QueryStyle.rfc3986.encode(text) }
}

extension Sandbox: CustomStringConvertible {
  /// Its id.
  public var description: String { "sandbox \(id)" }
}
