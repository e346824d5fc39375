import Basics
import JOSE
import ProviderModel

/// The use of a JWT that is accepted once (RFC 7519 §4.1.7). It is remembered until the JWT ends.
struct JWTUse {
  /// The kinds of JWT that are remembered apart from each other.
  enum Book {
    /// Those of clients and of other issuers.
    case assertions
    /// Those of this server.
    case ownAssertions
    /// Proofs of possession.
    case proofs

    fileprivate var place: ReferenceWritableKeyPath<State, BoundedBook<Int>> {
      switch self {
      case .assertions: \.assertions
      case .ownAssertions: \.ownAssertions
      case .proofs: \.proofs
      }
    }

    /// The time by which they end: the clock of their signer.
    fileprivate func now(_ context: RequestContext) -> Int {
      self == .ownAssertions ? context.instants.sandbox : context.instants.wall
    }
  }

  private let key: String
  private let identity: String
  private let end: Int
  private let book: Book

  /// - Parameter owner: the names within which the `jti` is unique.
  init(_ identity: String, within owner: [String], until end: Int, in book: Book = .assertions) {
    // A digest has the same size for everybody: long identities can't push others out.
    let parts = (owner + [identity]).map(ExactText.key)
    key = Base64URL.encode(Digest.sha256(Array(parts.joined(separator: " ").utf8)))
    self.identity = identity
    self.end = end
    self.book = book
  }

  /// Throws a refusal if the JWT was used before.
  func check(_ jwt: PresentedJWT, _ context: RequestContext) throws(Refusal) {
    guard let known = context.state[keyPath: book.place][key], known > book.now(context) else {
      return
    }
    throw Refusal(
      jwt.role.reused, at: jwt.role.catalogue, facts: [("value", identity.shortened)],
      "the \(jwt.role.noun) with the jti \(identity.shortened) has been used",
      remedy: .say(
        "make a new \(jwt.role.noun) with a new jti for each request, also when one is sent again"))
  }

  func remember(_ context: RequestContext) {
    context.state[keyPath: book.place].clean(at: book.now(context))
    context.state[keyPath: book.place].insert(end, for: key, ends: end, bytes: key.utf8.count)
  }
}
