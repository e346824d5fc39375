import Basics

/// Pushed requests (RFC 9126), proofs of possession (RFC 9449) and JWTs of clients (RFC 7523) in one run.
enum SenderConstrainedJudges {
  static let all: [(name: String, body: NamedJudges.Body)] = [
    ("something-is-taken", { episode, _ in somethingIsTaken(episode) }),
    ("pushes-each-request", { episode, _ in pushesEach(episode) }),
    ("request-uris-are-used-once", { episode, _ in usedOnce(episode) }),
    ("nonce-is-sent-back", { episode, _ in nonceIsSentBack(episode) }),
    ("nonce-of-success-is-sent", { episode, _ in nonceOfSuccess(episode) }),
    ("nonces-are-kept-apart", { episode, _ in noncesApart(episode) }),
    ("refreshes-with-its-key", { episode, _ in sameKey(episode) }),
    ("dpop-jkt-is-its-key", { episode, _ in boundToItsKey(episode) }),
    ("retries-with-a-new-assertion", { episode, _ in newAssertion(episode) }),
  ]

  private static func sent(_ exchange: Exchange) -> Sent { Sent(exchange, in: 0, of: Subject()) }

  // MARK: Refusals of the provider

  /// A client that tried a thing, and was refused each time, does not have it.
  private static func somethingIsTaken(_ episode: CheckRun) -> JudgeFinding {
    for kind in ["pushed_authorization", "token", "resource"] {
      let tries = episode.own.filter { $0.kind == kind }
      let isTaken = tries.contains { (200..<300).contains($0.answer.status.code) }
      guard !isTaken, let last = tries.last(where: { $0.isRefused && $0.rule == nil }) else {
        continue
      }
      return .wrong(
        "the provider refused \(last.line)" + (last.why.map { ", \($0)" } ?? ""))
    }
    return .fine
  }

  // MARK: Pushed requests

  private static func pushesEach(_ episode: CheckRun) -> JudgeFinding {
    let uris = Set(episode.own.compactMap(\.pushedURI))
    let requests = episode.authorizations
    guard !requests.isEmpty else { return .unseen("it did not send a user to the provider") }
    return requests.allSatisfy { uris.contains($0.parameters.first("request_uri") ?? "") }
      ? .fine : .wrong("it sent an authorization request by the browser that it had not pushed")
  }

  private static func usedOnce(_ episode: CheckRun) -> JudgeFinding {
    let uris = episode.authorizations.compactMap { $0.parameters.first("request_uri") }
    if Set(uris).count < uris.count { return .wrong("it sent its user twice with one request_uri") }
    return uris.count > 1
      ? .fine : .unseen("it sent its user to the provider with \(uris.count) request_uri")
  }

  // MARK: Nonces

  private static func nonce(of exchange: Exchange) -> String? {
    exchange.answer.headers.first(.dPoPNonce)
  }

  /// The next request of the client to the same endpoint.
  private static func next(after exchange: Exchange, _ episode: CheckRun) -> Exchange? {
    episode.own.first { $0.number > exchange.number && $0.endpoint == exchange.endpoint }
  }

  private static func nonceIsSentBack(_ episode: CheckRun) -> JudgeFinding {
    var seen = false
    for demand in episode.own where demand.answer.status.code >= 400 && demand.isDelivered {
      guard let nonce = nonce(of: demand) else { continue }
      guard let next = next(after: demand, episode) else {
        return .wrong("it did not try again with the nonce that it was told (\(demand.line))")
      }
      seen = true
      guard let proof = sent(next).proof else {
        return .wrong("it tried again without a DPoP proof (\(next.line))")
      }
      if proof.claim("nonce") != nonce {
        return .wrong(
          "it tried again with a proof whose nonce is \(proof.claim("nonce") == nil ? "missing" : "another one") (\(next.line))"
        )
      }
      if let before = sent(demand).proof?.claim("jti"), before == proof.claim("jti") {
        return .wrong("it tried again with the jti of the refused proof (\(next.line))")
      }
    }
    return seen ? .fine : .unseen("nothing that it sent was asked for a nonce")
  }

  private static func nonceOfSuccess(_ episode: CheckRun) -> JudgeFinding {
    var told: String?
    var count = 0
    for exchange in episode.own where exchange.kind == "token" {
      if let told {
        count += 1
        if sent(exchange).proof?.claim("nonce") != told {
          return .wrong(
            "its next proof does not hold the nonce of the response before (\(exchange.line))")
        }
      }
      if exchange.isDelivered { told = nonce(of: exchange) ?? told }
    }
    return count > 0 ? .fine : .unseen("it sent no token request after it was told a nonce")
  }

  private static func noncesApart(_ episode: CheckRun) -> JudgeFinding {
    var told: [String: Set<String>] = [:]
    var compared = 0
    for exchange in episode.own {
      let origin = exchange.request.authority
      if let proof = sent(exchange).proof {
        let others = Set(told.filter { $0.key != origin }.values.joined())
        if !others.isEmpty { compared += 1 }
        if let nonce = proof.claim("nonce"), others.contains(nonce) {
          return .wrong("it sent the nonce of one server to another (\(exchange.line))")
        }
      }
      if let nonce = nonce(of: exchange) { told[origin, default: []].insert(nonce) }
    }
    return compared > 0
      ? .fine : .unseen("it sent no proof to another server than the one with the nonce")
  }

  // MARK: Keys

  /// Those that are registered as public have their refresh tokens bound (§5).
  private static func sameKey(_ episode: CheckRun) -> JudgeFinding {
    let requests = episode.own.filter { $0.kind == "token" }
    let keys = requests.compactMap { sent($0).proof?.thumbprint }
    let refreshes = requests.filter { $0.parameters.first("grant_type") == "refresh_token" }
    guard !refreshes.isEmpty else { return .unseen("it did not refresh") }
    guard refreshes.allSatisfy({ sent($0).proof != nil }) else {
      return .wrong("it refreshed without a DPoP proof")
    }
    return Set(keys).count == 1 ? .fine : .wrong("it refreshed with another key")
  }

  private static func boundToItsKey(_ episode: CheckRun) -> JudgeFinding {
    let kinds = ["authorize", "pushed_authorization"]
    let bound = episode.own.filter { kinds.contains($0.kind) }
      .compactMap { $0.parameters.first("dpop_jkt") }
    let keys = Set(episode.own.compactMap { sent($0).proof?.thumbprint })
    guard !bound.isEmpty else { return .unseen("it sent no dpop_jkt") }
    guard !keys.isEmpty else { return .unseen("it sent no DPoP proof") }
    return bound.allSatisfy(keys.contains)
      ? .fine : .wrong("its dpop_jkt is the thumbprint of no key that it proved to have")
  }

  // MARK: Assertions

  private static func newAssertion(_ episode: CheckRun) -> JudgeFinding {
    let assertions = episode.own.filter { $0.kind == "token" }
      .compactMap { sent($0).assertionText }
    if Set(assertions).count < assertions.count {
      return .wrong("it sent the JWT of its first try again")
    }
    return assertions.count > 1 ? .fine : .unseen("it did not try again with a JWT")
  }
}
