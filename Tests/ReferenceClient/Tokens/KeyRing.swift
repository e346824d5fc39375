import Basics
import Synchronization

/// The provider's keys: fetched when one is needed, and once more when a token names one that is not there.
final class KeyRing: Sendable {
  private struct State {
    var keys: [Key]?
    /// When they were fetched anew because of an unknown name.
    var renewed = -Double.infinity
    var isUsed = false
  }

  /// Tokens with made-up key ids can't make the client ask more often than this.
  private static let pause = 10.0

  private let url: String?
  private let settings: Settings
  private let state = Mutex(State())

  init(_ url: String?, _ settings: Settings) {
    self.url = url
    self.settings = settings
  }

  /// The keys that can have signed it: those of its name, or all where it names none.
  func fitting(_ jws: JWS) throws(Rejection) -> [Key] {
    let isFirstUse = state.withLock { state in
      defer { state.isUsed = true }
      return !state.isUsed
    }
    let found = choose(try keys(), jws)
    guard found.isEmpty, !settings.has("keys-for-ever"), !isFirstUse || !isAhead, try renew()
    else { return found }
    return choose(try keys(), jws)
  }

  /// A mutant has the keys before it is sent a token, and doesn't ask for others at its first.
  func readAhead() {
    if isAhead { _ = try? keys() }
  }

  private var isAhead: Bool { settings.has("keys-of-the-beginning") }

  private func choose(_ keys: [Key], _ jws: JWS) -> [Key] {
    let named = keys.filter { key in jws.keyID.map { $0 == key.id } ?? true }
    if settings.has("first-of-its-name"), jws.keyID != nil {
      return named.prefix(1).filter { $0.fits(jws.algorithm ?? "") }
    }
    if settings.has("nameless-refused"), jws.keyID == nil { return [] }
    let fitting = named.filter { $0.fits(jws.algorithm ?? "") }
    if jws.keyID == nil, fitting.count > 1, settings.has("dies-of-nameless-keys") { Console.die() }
    return fitting
  }

  private func keys() throws(Rejection) -> [Key] {
    if let keys = state.withLock({ $0.keys }) { return keys }
    let keys = try fetch()
    state.withLock { $0.keys = keys }
    return keys
  }

  /// Of a mutant alone.
  private var isEager: Bool { settings.has("metadata-and-keys-each-time") }

  private func renew() throws(Rejection) -> Bool {
    let now = Clock.steady
    let may = state.withLock { state in
      guard now - state.renewed > Self.pause || settings.has("keys-fetched-each-time") || isEager
      else { return false }
      state.renewed = now
      return true
    }
    guard may else { return false }
    if isEager { _ = try Provider.discover(settings, Caller(settings)) }
    let keys = try fetch()
    state.withLock { $0.keys = keys }
    return true
  }

  private func fetch() throws(Rejection) -> [Key] {
    guard let url else { throw Rejection("invalid_keys", "the metadata names no keys") }
    let answer = try Caller(settings).get(
      url, accept: "application/jwk-set+json, application/json")
    guard answer.status.code == 200 else {
      throw Rejection("invalid_keys", "the keys came with \(answer.status.code)")
    }
    guard let list = answer.object?["keys"]?.list else {
      throw Rejection("invalid_keys", "the keys are no key set")
    }
    let isKnown = list.allSatisfy { ["RSA", "EC"].contains($0["kty"]?.text ?? "") }
    if settings.has("all-keys-or-none"), !isKnown {
      throw Rejection("invalid_keys", "a key is of an unknown kind")
    }
    return list.compactMap { Key($0) }
  }
}
