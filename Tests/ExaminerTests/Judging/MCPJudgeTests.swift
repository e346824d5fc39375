import Basics
import HTTPTypes
import Testing

@testable import Examiner

/// Made-up runs of MCP clients.
@Suite("How MCP clients find whom to ask, and what they ask for")
struct MCPJudgeTests: RunMaking {
  func finding(_ name: String, _ run: CheckRun, control: CheckRun? = nil) throws -> String {
    let judge = try #require(NamedJudges.find(name))
    return switch judge(run, control) {
    case .fine: "fine"
    case .wrong(let reason): reason
    case .unseen(let why): "unseen: \(why)"
    case .hidden(let why): "hidden: \(why)"
    }
  }

  func run(_ exchanges: [Exchange]) -> CheckRun {
    var run = CheckRun(check: "made-up")
    run.exchanges = exchanges.enumerated().map { place, exchange in
      var exchange = exchange
      exchange.at = Double(place)
      return exchange
    }
    return run
  }

  func call(_ status: Int = 200, token: String? = "t", challenge: String? = nil) -> Exchange {
    var exchange = exchange(
      "mcp", "/s/mcp", fields: token.map { [.authorization: "Bearer \($0)"] } ?? [:],
      status: status)
    exchange.request.method = .post
    if let challenge { exchange.answer.headers[.wwwAuthenticate] = "Bearer \(challenge)" }
    return exchange
  }

  func authorize(_ query: String) -> Exchange { exchange("authorize", "/s/authorize?\(query)") }

  // MARK: Metadata

  private func looks(for paths: [String], challenge: String) -> CheckRun {
    run(
      [call(401, token: nil, challenge: challenge)]
        + paths.map { exchange("resource-metadata", $0) })
  }

  @Test(
    "the challenge says where the metadata are",
    arguments: [
      (["/custom"], "fine"), ([], "unseen: it asked for no metadata of the MCP server"),
      (
        ["/.well-known/oauth-protected-resource/s/mcp", "/custom"],
        "it asked for /.well-known/oauth-protected-resource/s/mcp, and the challenge named /custom"
      ),
    ])
  func told(_ paths: [String], _ expected: String) throws {
    let run = looks(
      for: paths, challenge: #"resource_metadata="http://localhost/custom", scope="a""#)
    #expect(try finding("mcp-resource-metadata-order", run) == expected)
  }

  @Test(
    "else they are looked for at the path first",
    arguments: [
      (["/.well-known/oauth-protected-resource/s/mcp"], "fine"),
      (
        ["/.well-known/oauth-protected-resource/s/mcp", "/.well-known/oauth-protected-resource"],
        "fine"
      ),
      (
        ["/.well-known/oauth-protected-resource"],
        "it asked for /.well-known/oauth-protected-resource, expected /.well-known/oauth-protected-resource/s/mcp"
      ),
    ])
  func guessed(_ paths: [String], _ expected: String) throws {
    let run = looks(for: paths, challenge: #"scope="a""#)
    #expect(try finding("mcp-resource-metadata-order", run) == expected)
  }

  @Test("without a challenge nothing is known")
  func unchallenged() throws {
    #expect(
      try finding("mcp-resource-metadata-order", run([call()]))
        == "unseen: none of its requests to the MCP server was answered with 401")
  }

  private static let oauth = "/.well-known/oauth-authorization-server/s"
  private static let inserted = "/.well-known/openid-configuration/s"
  private static let appended = "/s/.well-known/openid-configuration"

  @Test(
    "the addresses of an authorization server have an order",
    arguments: [
      ([oauth], "fine"), ([oauth, inserted, appended], "fine"), ([oauth, oauth, inserted], "fine"),
      ([], "unseen: it asked for no metadata of the authorization server"),
      ([inserted], "it asked for \(inserted), and for 0 other addresses before"),
      ([oauth, appended], "it asked for \(appended), and for 1 other addresses before"),
      (
        [oauth, appended, inserted],
        "it asked for \(oauth), then for \(appended), then for \(inserted)"
      ),
    ])
  func order(_ paths: [String], _ expected: String) throws {
    let run = run(paths.map { exchange("metadata", $0) })
    #expect(try finding("mcp-server-metadata-order", run) == expected)
  }

  @Test("what is opened is a page of the provider")
  func opened() throws {
    var opened = CheckRun(check: "made-up")
    #expect(try finding("nothing-is-opened", opened) == "fine")
    opened.observations.browserFailure = "the browser got stuck"
    #expect(try finding("nothing-is-opened", opened) == "fine")
    opened.observations.openedElsewhere = "http://a"
    #expect(try finding("nothing-is-opened", opened) == "it had http://a opened")
    opened.observations.unopenable = "javascript:alert(1)"
    #expect(try finding("nothing-is-opened", opened) == "it had javascript:alert(1) opened")
  }

  // MARK: Scopes

  private func asks(
    _ scope: String, challenge: String, supported: String = #"["a", "b"]"#
  ) -> CheckRun {
    run([
      call(401, token: nil, challenge: challenge),
      exchange("resource-metadata", "/m", body: #"{"scopes_supported": \#(supported)}"#),
      authorize(scope.isEmpty ? "state=s" : "scope=\(scope)"),
    ])
  }

  @Test(
    "the scopes of the challenge come before those of the metadata",
    arguments: [
      ("a", #"realm="r", scope="a""#, "fine"), ("a+offline_access", #"scope="a""#, "fine"),
      ("a+b", #"scope="a""#, "it asked for a b, expected a"),
      ("b+a", #"realm="r""#, "fine"), ("", #"realm="r""#, "it asked for no scope, expected a b"),
    ])
  func scopes(_ scope: String, _ challenge: String, _ expected: String) throws {
    #expect(
      try finding("mcp-scopes-are-chosen", asks(scope, challenge: challenge)) == expected)
  }

  @Test("where nobody names scopes, none are asked for")
  func noScopes() throws {
    func found(_ scope: String) throws -> String {
      try finding(
        "mcp-scopes-are-chosen", asks(scope, challenge: #"realm="r""#, supported: "null"))
    }
    #expect(try found("") == "fine")
    #expect(try found("profile") == "it asked for profile, expected no scope")
    #expect(
      try finding("mcp-scopes-are-chosen", run([call(401, token: nil)]))
        == "unseen: it sent no authorization request after a challenge")
  }

  @Test(
    "a step-up adds the scopes of the challenge, and keeps the former ones",
    arguments: [
      ("a+b", "fine", "fine"), ("b", "fine", "it asked again without a"),
      ("a", "it asked again without b", "it asked again without b"),
      (
        nil, "it sent no authorization request after insufficient_scope",
        "unseen: it sent no authorization request after insufficient_scope"
      ),
    ])
  func stepUp(_ scope: String?, _ added: String, _ kept: String) throws {
    let refused = call(403, challenge: #"error="insufficient_scope", scope="b""#)
    let run = run(
      [authorize("scope=a"), refused] + (scope.map { [authorize("scope=\($0)")] } ?? []))
    #expect(try finding("mcp-scopes-are-added", run) == added)
    #expect(try finding("mcp-scopes-are-kept", run) == kept)
  }

  @Test("without a refusal there is no step-up to look at")
  func noStepUp() throws {
    #expect(
      try finding("mcp-scopes-are-added", run([authorize("scope=a"), call()]))
        == "unseen: none of its calls was refused with insufficient_scope")
  }

  @Test("offline_access is asked for where it is offered")
  func offline() throws {
    func found(_ exchanges: Exchange...) throws -> String {
      try finding("mcp-offline-access-is-offered", run(exchanges))
    }
    #expect(try found(authorize("scope=a")) == "fine")
    #expect(
      try found(authorize("scope=a+offline_access"))
        == "it asked for offline_access, which scopes_supported does not have")
    #expect(try found() == "unseen: it did not send a user to the provider")
  }
}
