// For tests in Swift: providers, people and tokens inside the test's own process, with a socket or without.
// Everything is done through the control API's own operations, so a test in Swift can do what one over HTTP can.
import AuthorizationServer
import BundledFixtures
import ControlAPI
import Foundation
import HTTPMessages
import HTTPTypes
import JOSE
import JSON
import Locking
import MicroHTTPServer
import ProviderModel

/// The bundled providers, ready to be asked.
///
/// ```swift
/// let understudy = try Understudy()
/// let sandbox = try understudy.sandbox(signIn: "alice")
/// let url = try understudy.listen() + sandbox.path + "/standard/authorize?…"
/// ```
public final class Understudy: Sendable {
  /// Why something was refused: the control API's own words.
  public struct Refused: Error, CustomStringConvertible {
    public var status: Int
    public var description: String
  }

  let world: World
  let providers: [Provider]
  private let clock: @Sendable () -> Int
  private let server = Lock<(server: MicroHTTPServer, url: String)?>(nil)

  /// - Parameters:
  ///   - seed: makes every run give the same codes and tokens.
  ///   - providers: provider files as texts, beside the bundled ones.
  ///   - casts: cast files as texts, beside the default one.
  ///   - clock: the wall clock, in seconds since 1970.
  /// - Throws: `FixtureError`, with the lines that `understudy check` prints.
  public init(
    seed: UInt64? = nil, providers more: [String] = [], casts: [String] = [],
    clock: @escaping @Sendable () -> Int = { Int(Date().timeIntervalSince1970) }
  ) throws {
    var set = try Bundle.providers()
    for (index, text) in more.enumerated() {
      try set.add(Array(text.utf8), name: "provider \(index + 1)")
    }
    let resolved = try set.files.map { try set.resolve($0.id) }
    var cast = Cast()
    if let bytes = Bundle.cast {
      _ = try cast.add(bytes, name: "casts/default.json", providers: resolved)
    }
    for (index, text) in casts.enumerated() {
      _ = try cast.add(Array(text.utf8), name: "cast \(index + 1)", providers: resolved)
    }
    var random = Entropy(seed: seed)
    let p256 = try SigningKey.generateP256(using: &random)
    // A test can't wait for an RSA key to be made, and needs none that is secret.
    let rsa = try TestKeys.rsa(seed: seed ?? 0)
    var options = Sandbox.Options()
    options.keys = Keyring(usesRecordedNames: true) { algorithm in
      switch algorithm {
      case .rs256: rsa
      case .es256: p256
      }
    }
    var worldOptions = World.Options()
    worldOptions.seed = seed
    worldOptions.scenarios = { Bundle.scenarios }
    let sandbox = Sandbox(providers: resolved, cast: cast, options: options)
    world = World(sandbox: sandbox, fixtures: set, options: worldOptions, now: clock())
    providers = resolved
    self.clock = clock
  }

  deinit { stop() }

  /// Listens on a free port of the loopback. Returns the address, without a slash at its end.
  @discardableResult
  public func listen() throws -> String {
    if let url = server.withLock({ $0?.url }) { return url }
    let (world, clock) = (world, clock)
    let listening = MicroHTTPServer(
      addresses: ["127.0.0.1"], port: 0, refusing: World.refusing,
      replying: { world.respond(to: $0, at: clock()) })
    let url = "http://127.0.0.1:\(try listening.start())"
    server.withLock { $0 = (listening, url) }
    return url
  }

  /// Stops listening; what is in flight is answered. The sandboxes stay.
  public func stop() {
    let listening = server.withLock { server in
      defer { server = nil }
      return server?.server
    }
    listening?.stop()
  }

  /// Answers one request without a socket. An answer that has to be waited for is waited for.
  public func respond(to request: HTTPMessages.Request) -> Answer {
    switch world.respond(to: request, at: clock()) {
    case .answer(let answer): return answer
    case .later(let waiting):
      let done = DispatchSemaphore(value: 0)
      let kept = Lock<Answer?>(nil)
      waiting.watch { answer in
        kept.withLock { $0 = answer }
        done.signal()
      }
      done.wait()
      return kept.withLock { $0 } ?? Answer(status: .gatewayTimeout)
    }
  }

  /// Calls an operation of the control API, by its path below `/_understudy`.
  @discardableResult
  public func control(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil
  ) throws -> JSONValue {
    var request = Request(
      method: method, authority: "localhost", target: "/_understudy\(path)")
    if let body {
      request.headers[.contentType] = "application/json"
      request.body = body.encoded()
    }
    let answer = respond(to: request)
    guard answer.status.kind == .successful else {
      throw Refused(
        status: answer.status.code, description: String(decoding: answer.body, as: UTF8.self))
    }
    if answer.body.isEmpty { return JSONValue(.null) }
    return try JSONReader().read(answer.body, file: path).root
  }

  /// The sandbox without a prefix.
  public var standard: TestSandbox { TestSandbox(understudy: self, id: World.defaultID) }

  /// A sandbox of its own.
  /// - Parameters:
  ///   - signIn: who signs in without a page; `nil` for pages.
  ///   - with: quirks to switch on, as `PROVIDER.QUIRK`.
  ///   - without: quirks to switch off.
  public func sandbox(
    _ name: String? = nil, signIn: String? = nil, with: [String] = [], without: [String] = []
  ) throws -> TestSandbox {
    var body = JSONObject()
    if let name { body["name"] = JSONValue(.string(name)) }
    if let signIn {
      body["answer"] = ["sign_in": JSONValue(.string(signIn)), "consent": "granted"]
    }
    if !with.isEmpty { body["with"] = JSONValue(.array(with.map { JSONValue(.string($0)) })) }
    if !without.isEmpty {
      body["without"] = JSONValue(.array(without.map { JSONValue(.string($0)) }))
    }
    let made = try control(.post, "/sandboxes", JSONValue(.object(body)))
    return TestSandbox(understudy: self, id: made["id"]?.stringValue ?? "")
  }
}
