import Basics
// The control API: everything that tests command a server by. It is made of operations, which are routing and OpenAPI
// document in one; and it is the front door of all that needs no socket.
import Engine
import HTTPTypes
import ProviderModel

/// A whole server but for its socket: sandboxes, control API, front page.
package final class MockServer: Sendable {
  package struct Options: Sendable {
    /// What the control API asks for as a bearer token; `nil` asks for nothing.
    package var controlToken: String?
    /// Tokens with names, each for the sandboxes that it has made.
    package var tokens: [ControlToken] = []
    /// Quirks that the server was started with and without, by provider.
    package var switches = QuirkSwitches()
    /// What `{"scenario": NAME}` may name in the place of a rule; asked for when it is needed.
    package var scenarios: @Sendable () -> [Scenario] = { [] }
    /// What else is answered below `/_understudy/`, to everybody: by path, with its type.
    package var documents: [String: @Sendable () -> (type: String, body: [UInt8])] = [:]
    /// Whether `/` may show passwords: only on a loopback binding.
    package var showsPasswords = true
    package init() {}
  }

  /// Paths that are neither the engine's nor a provider's, in every sandbox.
  package static let outside: Set<String> = ["/", health, landing]
  /// Where tries of our own come back.
  package static let landing = LandingPage.path
  static let health = "/_understudy/health"

  package let sandboxes: Sandboxes
  let options: Options
  let wrongTokens = WrongTokens()
  let shelf: FixtureShelf
  var fixtures: FixtureSet { shelf.fixtures }

  /// - Parameter fixtures: where the providers come from, for switching quirks.
  package init(_ sandboxes: Sandboxes, fixtures: FixtureSet, options: Options = Options()) {
    self.sandboxes = sandboxes
    self.options = options
    shelf = FixtureShelf(fixtures)
  }

  /// How the default sandbox is played: which hosts are answered to.
  package var site: Site { sandboxes.start.site }

  var version: String { sandboxes.start.site.options.version }

  /// Answers one request: the control API's, or one to a sandbox.
  /// - Parameter now: the wall clock, in seconds since 1970.
  package func respond(to request: Request, at now: Int) -> Reply {
    if ExactText.starts(request.target, with: Control.root) {
      let path = request.target.prefix { $0 != "?" && $0 != "#" }
      if path == Control.root { return .answer(BuiltInAnswer.moved(to: Control.prefix, version)) }
      if let document = options.documents[String(path)] {
        return .answer(BuiltInAnswer.document(document(), to: request, version))
      }
      if let replica = sandboxes.replica, let answer = answer(String(path), request, replica) {
        return .answer(answer)
      }
      if path.hasPrefix(Control.prefix), path != Self.health, path != Self.landing {
        sandboxes.reap(now)
        // Addresses in its answers, and the origin of a page, are as the public URL has them.
        var request = request
        request.scheme = sandboxes.start.site.scheme(of: request)
        return Control(house: self, request: request, now: now).reply()
      }
    }
    return sandboxes.respond(to: request, at: now) { [self] in outside($0, $1, $2) }
  }

  /// Calls an operation of the control API from this process: values stay values.
  /// - Parameters:
  ///   - path: The path and query below `/_understudy`.
  ///   - now: The wall clock, in seconds since 1970.
  package func perform(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue?, at now: Int
  ) throws(Problem) -> OperationResult {
    if method == .get, Control.root + path == Self.health {
      return .text("application/json", BuiltInAnswer.health(version).body)
    }
    sandboxes.reap(now)
    var request = Request(method: method, authority: "localhost", target: Control.root + path)
    request.scheme = sandboxes.start.site.scheme(of: request)
    return try Control(house: self, request: request, now: now, body: body).perform()
  }

  private func outside(_ path: String, _ request: Request, _ sandboxHost: SandboxHost) -> Answer? {
    let sandbox = sandboxHost.contents.withLock { $0.sandbox }
    if path == Self.health { return BuiltInAnswer.health(version) }
    if path == Self.landing {
      return LandingPage(sandbox: sandbox, sandboxHost: sandboxHost, request: request).answer(
        version)
    }
    let (site, prefix) = (sandbox.site, sandboxHost.prefix)
    return BuiltInAnswer.page(
      FrontPage(
        sandbox: sandbox, base: site.publicOrigin(of: request) + prefix,
        programBase: site.programOrigin(of: request) + prefix, id: sandboxHost.id,
        showsPasswords: options.showsPasswords
      ).html, version)
  }

  /// What is wrong with the certificate that a host shows, as a rule of the default sandbox has it.
  package func handshake(with host: String) -> (fault: TLSFault, rule: String)? {
    sandboxes.standard.contents.withLock { contents in
      // Replicas don't share what handshakes they have seen, so rules about them count nothing.
      if sandboxes.replica != nil {
        var rules = contents.sandbox.rules
        return rules.handshake(with: host)
      }
      let hasRule = contents.sandbox.rules.list.contains { $0.rule.effect.tls != nil }
      return hasRule ? contents.sandbox.rules.handshake(with: host) : nil
    }
  }

  /// Other providers and another cast from now on. The quirk switches of sandboxes stay, as far as the new files still
  /// have them.
  package func take(_ providers: ProviderCatalog, _ cast: Cast, _ fixtures: FixtureSet) {
    shelf.replace(with: fixtures)
    sandboxes.take(providers, cast) { switches in
      try? ProviderOperations.resolve(self, switches)
    }
  }

  /// What the transport refuses on its own is a problem document too, where it was meant for the control API.
  package static func refusing(_ answer: Answer, _ sentence: String, _ target: String) -> Answer {
    guard target.hasPrefix(Control.prefix) else { return answer }
    let problem = Problem(answer.status.code, answer.status.reasonPhrase, sentence).answer
    var answer = answer
    answer.headers[.contentType] = problem.headers[.contentType]
    answer.body = problem.body
    return answer
  }
}
