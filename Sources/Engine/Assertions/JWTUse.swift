import Basics
import JOSE
import ProviderModel

/// The use of a JWT that is accepted once (RFC 7519 §4.1.7). It is remembered until the JWT ends.
struct JWTUse {
  private let key: String
  private let identity: String
  private let end: Int
  /// Whether the end is an instant of the wall clock, and not of the sandbox's.
  private let isByWallClock: Bool

  /// - Parameter owner: the names within which the `jti` is unique.
  init(_ identity: String, within owner: [String], until end: Int, isByWallClock: Bool = true) {
    // A digest has the same size for everybody: long identities can't push others out.
    let parts = (owner + [identity]).map(ExactText.key)
    key = Base64URL.encode(Digest.sha256(Array(parts.joined(separator: " ").utf8)))
    self.identity = identity
    self.end = end
    self.isByWallClock = isByWallClock
  }

  private func now(_ context: RequestContext) -> Int {
    isByWallClock ? context.instants.wall : context.instants.sandbox
  }

  /// Throws a refusal if the JWT was used before.
  func check(_ jwt: PresentedJWT, _ context: RequestContext) throws(Refusal) {
    let book = isByWallClock ? context.state.assertions : context.state.ownAssertions
    guard let known = book[key], known > now(context) else { return }
    throw Refusal(
      jwt.role.reused, at: jwt.role.catalogue, facts: [("value", identity.shortened)],
      "the JWT with the jti \(identity.shortened) has been used",
      remedy: "make a new JWT with a new jti for each request, also when one is sent again")
  }

  func remember(_ context: RequestContext) {
    let book =
      isByWallClock ? \State.assertions : \State.ownAssertions
    context.state[keyPath: book].clean(at: now(context))
    context.state[keyPath: book].insert(end, for: key, ends: end, bytes: key.utf8.count)
  }
}
