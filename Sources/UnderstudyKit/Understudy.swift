// For tests in Swift: providers, people and tokens inside the test's own process, without a socket. `UnderstudyServer`
// adds one.
// Everything is done through the control API's own operations, so a test in Swift can do what one over HTTP can.
import AuthorizationServer
import Composition
import ControlAPI
import Foundation
import HTTPMessages
import HTTPTypes
import JOSE
import JSON
import Locking
import ProviderModel
import Sandboxes

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

  package let house: Playhouse
  package let clock: @Sendable () -> Int
  /// The server that listens for it, if one does: it ends with it.
  package let listener = Lock<(any Sendable)?>(nil)
  let providers: Repertoire

  /// - Parameters:
  ///   - seed: makes every run give the same codes and tokens.
  ///   - providers: provider files as texts, beside the bundled ones.
  ///   - casts: cast files as texts, beside the default one.
  ///   - clock: the wall clock, in seconds since 1970.
  /// - Throws: `StagingError`, with the lines that `understudy check` prints.
  public init(
    seed: UInt64? = nil, providers more: [String] = [], casts: [String] = [],
    clock: @escaping @Sendable () -> Int = { Int(Date().timeIntervalSince1970) }
  ) throws {
    func files(_ texts: [String], _ what: String) -> [Staging.File] {
      texts.enumerated().map { .init(name: "\(what) \($0 + 1)", bytes: Array($1.utf8)) }
    }
    let staging = try Staging(providers: files(more, "provider"), casts: files(casts, "cast"))
    var random = Entropy(seed: seed)
    let p256 = try SigningKey.generateP256(using: &random)
    // A test can't wait for an RSA key to be made, and needs none that is secret.
    let rsa = try TestKeys.rsa(seed: seed ?? 0)
    var setting = Playhouse.Setting(
      keys: Keyring(usesRecordedNames: true) { algorithm in
        switch algorithm {
        case .rs256: rsa
        case .es256: p256
        }
      })
    setting.sandboxes.seed = seed
    house = Playhouse(staging, setting, now: clock())
    providers = staging.providers
    self.clock = clock
  }

  /// Answers one request without a socket. An answer that has to be waited for is waited for.
  public func respond(to request: HTTPMessages.Request) -> Answer {
    switch house.respond(to: request, at: clock()) {
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
  public var standard: TestSandbox { TestSandbox(understudy: self, id: Sandboxes.defaultID) }

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
