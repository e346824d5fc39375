package import Basics
// For tests in Swift: providers, people and tokens inside the test's own process, without a socket. `UnderstudyServer`
// adds one, `UnderstudyTesting` and `UnderstudyXCTest` give each test a sandbox.
// Everything is done through the control API's own operations, so a test in Swift can do what one over HTTP can; the
// typed values are how those operations' JSON is written and read, and no second way.
internal import Engine
public import Foundation
internal import JOSE
internal import ProviderModel
package import Server

/// A mock server with the bundled providers, inside the process.
///
/// ```swift
/// let understudy = try Understudy()
/// let sandbox = try understudy.makeSandbox(signIn: "alice")
/// let session = URLSession(configuration: sandbox.configuration)
/// ```
///
/// Keep it as long as its sandboxes are in use.
public final class Understudy: Sendable {
  package let server: MockServer
  /// The wall clock, in whole seconds since 1970.
  package let clock: @Sendable () -> Int
  /// The listening server, if there is one. It ends with this object.
  package let listener = Lock<(any Sendable)?>(nil)
  let providers: ProviderCatalog
  /// Journal entries that `next` has handed out, by sandbox.
  let handedOut = Lock<[String: Set<Int>]>([:])

  /// Prepares the providers.
  /// - Parameters:
  ///   - seed: Makes every run give the same codes and tokens.
  ///   - providers: Provider files as texts, beside the bundled ones.
  ///   - casts: Cast files as texts, beside the default one.
  ///   - documents: Returns the JSON at an address, such as the metadata of a client whose ID is a URL; `nil` if there is
  ///     none. Without this closure, only a server that listens fetches documents, from the loopback.
  ///   - clock: The wall clock.
  /// - Throws: An error with the lines that `understudy check` prints, where a text is no provider or no cast.
  public init(
    seed: UInt64? = nil, providers: [String] = [], casts: [String] = [],
    documents: (@Sendable (URL) -> String?)? = nil,
    clock: @escaping @Sendable () -> Date = { Date() }
  ) throws {
    func files(_ texts: [String], _ what: String) -> [LoadedFixtures.File] {
      texts.enumerated().map { .init(name: "\(what) \($0 + 1)", bytes: Array($1.utf8)) }
    }
    let staging = try LoadedFixtures(
      providers: files(providers, "provider"), casts: files(casts, "cast"))
    // Creating an RSA key takes too long for a test, and the key needn't be secret.
    let chest = try KeyChest.published(seed: seed)
    var setting = MockServer.Setting(
      keys: Keyring(usesRecordedNames: true) { try? chest.key(for: $0) })
    // In process there is no TLS that could ask for a certificate, so the metadata does not promise that.
    setting.site.asksForCertificates = false
    setting.sandboxes.seed = seed
    setting.sandboxes.fetcher = documents.map { documents in
      GivenDocuments { address in URL(string: address).flatMap(documents) }
    }
    server = MockServer(staging, setting, now: Self.seconds(clock()))
    self.providers = staging.providers
    self.clock = { Self.seconds(clock()) }
  }

  /// A date that no clock shows counts as 1970.
  private static func seconds(_ date: Date) -> Int {
    Int(exactly: date.timeIntervalSince1970.rounded(.down)) ?? 0
  }

  private static let common = Result { try Understudy() }

  /// One server for all tests of the process. Give each test its own sandbox in it.
  ///
  /// ```swift
  /// let sandbox = try Understudy.shared.makeSandbox(signIn: "alice")
  /// ```
  public static var shared: Understudy { get throws { try common.get() } }

  /// The sandbox without a prefix in its addresses.
  ///
  /// ```swift
  /// try understudy.defaultSandbox.signIn(as: "alice")
  /// ```
  public var defaultSandbox: Sandbox { Sandbox(understudy: self, id: Sandboxes.defaultID) }

  /// Makes a sandbox: its own codes, tokens, cookies, clock, rules, journal and people.
  ///
  /// ```swift
  /// let sandbox = try understudy.makeSandbox(
  ///   signIn: "alice", without: ["vk.denial-has-reason"],
  ///   rules: [.condition("code_expired").at("vk", "token").once])
  /// ```
  /// - Parameters:
  ///   - name: A label, for people who read a list of sandboxes.
  ///   - id: The id in its address, up to 63 of a-z, 0-9 and `-`; without one, eight letters and digits are drawn.
  ///   - person: The username of the person who signs in and consents without a page; `nil` shows the pages.
  ///   - with: Quirks to switch on, as `PROVIDER.QUIRK`.
  ///   - without: Quirks to switch off.
  ///   - seed: The same requests in the same order get the same codes and tokens.
  ///   - lifetime: The time without requests after which it ends, rounded up to whole seconds; `nil` for an hour.
  ///   - people: People beside those of the cast, or in their place.
  ///   - clients: Clients beside those of the cast, or in their place.
  ///   - rules: Rules from the start.
  /// - Throws: ``ControlAPIError``, and then nothing was made.
  public func makeSandbox(
    _ name: String? = nil, id: String? = nil, signIn person: String? = nil, with: [String] = [],
    without: [String] = [], seed: Int? = nil, lifetime: Duration? = nil,
    people: [Sandbox.Person] = [], clients: [Sandbox.Client] = [], rules: [Sandbox.Rule] = []
  ) throws -> Sandbox {
    func list(_ values: [JSONValue]) -> JSONValue? {
      values.isEmpty ? nil : JSONValue(.array(values))
    }
    var body = JSONObject()
    body["name"] = name.map { JSONValue($0) }
    body["id"] = id.map { JSONValue($0) }
    if let person { body["answer"] = Sandbox.consenting(person, nil) }
    body["with"] = list(with.map { JSONValue($0) })
    body["without"] = list(without.map { JSONValue($0) })
    body["seed"] = seed.map { JSONValue($0) }
    body["lifetime"] = lifetime.map(\.iso8601)
    body["rules"] = list(rules.map(\.value))
    var cast = JSONObject()
    cast["people"] = list(people.map(\.value))
    cast["clients"] = list(clients.map(\.value))
    if !cast.isEmpty { body["cast"] = JSONValue(.object(cast)) }
    let made = try control(.post, "/sandboxes", JSONValue(.object(body)))
    let sandbox = Sandbox(understudy: self, id: made["id"]?.stringValue ?? "")
    handedOut.withLock { $0[sandbox.id] = nil }
    return sandbox
  }
}
