import Basics
import HTTPTypes
import Synchronization
import UserAgent

/// Proves possession of a key (RFC 9449), and keeps the nonces that servers ask for.
final class Possession: Sendable {
  private struct State {
    var key = PrivateKey()
    /// The newest nonce of each server, by its origin (§8.2, §9).
    var nonces: [String: String] = [:]
    var tries = 0
  }

  private let state = Mutex(State())
  private let settings: Settings

  init(_ settings: Settings) { self.settings = settings }

  var key: PrivateKey { state.withLock { $0.key } }

  /// Mutants take another key.
  func takeAnotherKey() { state.withLock { $0.key = PrivateKey() } }

  func nonce(for url: String) -> String? { state.withLock { $0.nonces[origin(url)] } }

  private func origin(_ url: String) -> String {
    settings.has("one-nonce-for-all-servers") ? "" : WebAddress(url)?.origin ?? url
  }

  /// A new proof for one request (§4.2).
  /// - Parameters:
  ///   - token: the access token that goes with it.
  ///   - changes: what mutants set otherwise, or leave out.
  func proof(
    _ method: HTTPRequest.Method, _ url: String, token: String? = nil, nonce: String? = nil,
    header: [String: Value] = [:], changes: [String: Value?] = [:]
  ) -> String {
    let key = key
    var claims: [String: Value] = [
      "jti": .text(Chance.text()), "htm": .text(method.rawValue),
      "htu": .text(String(url.prefix { $0 != "?" && $0 != "#" })),
      "iat": .number(Clock.now.rounded(.down)),
    ]
    claims["ath"] = token.map { .text(Chance.challenge($0)) }
    claims["nonce"] = (nonce ?? self.nonce(for: url)).map { .text($0) }
    for (name, value) in changes { claims[name] = value }
    let usual: [String: Value] = ["typ": .text("dpop+jwt"), "jwk": .object(key.publicJWK)]
    return key.signed(usual.merging(header) { $1 }, claims)
  }

  /// Keeps the nonce of a response (§8.2).
  func keep(_ answer: Answer, from url: String) {
    guard let nonce = answer.headers.first(.dPoPNonce), !nonce.isEmpty else { return }
    let isDemand = answer.status.code >= 400
    if isDemand ? settings.has("one-nonce-for-a-sign-in") : settings.has("nonces-of-errors-alone") {
      return
    }
    state.withLock { $0.nonces[origin(url)] = nonce }
  }

  /// The nonce that a response asks for (§8, §9), where the request is worth another try.
  func demanded(_ answer: Answer, at url: String) -> String? {
    guard let nonce = answer.headers.first(.dPoPNonce), asksForNonce(answer) else { return nil }
    let tries = state.withLock { state in
      state.tries += 1
      return state.tries
    }
    return tries > 1 && settings.has("one-nonce-for-a-sign-in") ? nil : nonce
  }

  private func asksForNonce(_ answer: Answer) -> Bool {
    if answer.status.code == 400 {
      return answer.object?["error"]?.text == "use_dpop_nonce"
        && !settings.has("no-nonces-at-the-token-endpoint")
    }
    guard answer.status.code == 401, let challenge = Challenge.dpop(answer) else { return false }
    if settings.has("scheme-as-written"),
      answer.headers.first(.wwwAuthenticate)?.hasPrefix("DPoP") != true
    {
      return false
    }
    return challenge.parameters["error"] == "use_dpop_nonce"
      && !settings.has("no-nonces-at-the-resource")
  }
}

extension Client {
  /// Sends a request with a proof, and once more if the server asks for a nonce.
  func proved(
    _ method: HTTPRequest.Method, _ url: String, token: String? = nil,
    _ send: (_ proof: String?) throws(Rejection) -> Answer
  ) throws(Rejection) -> Answer {
    guard let possession else { return try send(nil) }
    var answer = try send(possession.proof(method, url, token: token))
    possession.keep(answer, from: url)
    let most = has("tries-each-nonce") ? 12 : 1
    for _ in 0..<most {
      guard let nonce = possession.demanded(answer, at: url) else { break }
      answer = try send(possession.proof(method, url, token: token, nonce: nonce))
      possession.keep(answer, from: url)
    }
    return answer
  }
}
