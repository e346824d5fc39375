import Basics
import ProviderModel

/// The nonces that a provider has given out for proofs (RFC 9449 §8): the newest one, and the one before.
struct DPoPNonces: Sendable, Codable {
  private(set) var newest: String
  private var previous: String?
  /// When the newest one was made, by the ledger's time.
  private var made: Int

  private init(_ first: String, at now: Int) {
    (newest, made) = (first, now)
  }

  /// The next nonce becomes the newest one.
  private mutating func rotate(to next: String, _ lifetime: Int, at now: Int) {
    previous = now - made < 2 * lifetime ? newest : nil
    (newest, made) = (next, now)
  }

  /// Whether a proof may hold a nonce now: each one is accepted for as long again as it is the newest one.
  func accepts(_ nonce: String, _ lifetime: Int, at now: Int) -> Bool {
    if ExactText.same(nonce, newest) { return now - made < 2 * lifetime }
    guard let previous, ExactText.same(nonce, previous) else { return false }
    return now - made < lifetime
  }

  // MARK: In a request

  private static func lifetime(_ context: RequestContext) -> Int {
    context.provider.dpop?.nonces?.lifetime ?? DPoPRule.Nonces.usualLifetime
  }

  /// The newest nonce of the provider, a new one where the last is too old.
  private static func current(_ context: RequestContext) -> String {
    let (id, now, lifetime) = (context.provider.id, context.now, lifetime(context))
    var nonces = context.state.dpopNonces[id]
    if nonces == nil {
      nonces = DPoPNonces(drawn(context), at: now)
    } else if let known = nonces, now - known.made >= lifetime {
      nonces?.rotate(to: drawn(context), lifetime, at: now)
    }
    context.state.dpopNonces[id] = nonces
    return nonces?.newest ?? ""
  }

  /// The words of a generator in a nonce: 128 bits.
  static let words = 2

  private static func drawn(_ context: RequestContext) -> String {
    let words = (0..<Self.words).map { _ in context.random.next() }
    return Base64URL.encode(
      words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) } })
  }

  /// Adds a nonce to the response to a refusal for want of one.
  static func offer(for condition: Condition, _ context: RequestContext) {
    guard context.provider.dpop != nil, Condition.dpopNonces.contains(condition) else { return }
    context.facts.dpop.nonce = current(context)
  }

  /// Checks the nonce of a proof, if the provider wants one or has given one out.
  static func check(_ proof: DPoPProof, _ rule: DPoPRule, _ context: RequestContext) throws(Refusal)
  {
    let known = context.state.dpopNonces[context.provider.id]
    guard let nonce = proof.claims["nonce"]?.stringValue, !nonce.isEmpty else {
      guard rule.nonces != nil else { return }
      throw Refusal(
        .dpopNonceMissing, at: proof.catalogue, "the DPoP proof has no nonce of this server",
        remedy: "make a new proof whose claim nonce is the value of the DPoP-Nonce header")
    }
    guard rule.nonces != nil || known != nil else { return }
    guard known?.accepts(nonce, lifetime(context), at: context.now) == true else {
      throw Refusal(
        .dpopNonceWrong, at: proof.catalogue, facts: [("value", nonce.shortened)],
        "the claim nonce of the DPoP proof is \(nonce.shortened), which is not accepted now",
        remedy: "make a new proof whose claim nonce is the value of the DPoP-Nonce header")
    }
    // RFC 9449 §8.2: the next nonce comes with an answer.
    let next = current(context)
    if !ExactText.same(nonce, next) { context.facts.dpop.nonce = next }
  }
}
