import Basics
import JOSE
import ProviderModel

/// The keys at the `jwks_uri` of a client (RFC 7591 §2) or of another issuer, as they were fetched.
struct FetchedKeys: Sendable, Codable {
  let keys: [VerifyingKey]
  /// The whole set: it may have keys for encryption, too.
  let set: JSONValue
  /// The certificates of the keys.
  let certificates: RegisteredCertificates
  /// The ledger's time until which they need no fetching.
  let fresh: Int
  /// The wall clock's time of the last fetch, also of a failed one.
  var fetched: Int
  /// The size of the document.
  let bytes: Int

  /// The seconds between two fetches of a fresh set because of a key that is not in it.
  static let interval = 10

  /// The reason to reject a document.
  struct Flaw: Error {
    /// The rest of a sentence that starts with the document.
    let why: String
    let remedy: String
  }

  /// - Parameter now: the ledger's time.
  init(
    _ document: FetchedDocument, _ rule: ClientDocumentRule, now: Int, wall: Int
  ) throws(Flaw) {
    let read: (members: JSONObject, content: FetchedDocument.Content)
    do {
      read = try document.object()
    } catch {
      throw Flaw(why: error.why, remedy: error.remedy)
    }
    let set = JSONValue(.object(read.members))
    if let flaw = ClientKeys.flaw(in: set) {
      throw Flaw(why: flaw.what, remedy: flaw.remedy)
    }
    keys = ClientKeys.usable(in: set)
    self.set = set
    certificates = RegisteredCertificates(in: set)
    fresh = now + read.content.lifetime(rule)
    fetched = wall
    bytes = read.content.body.count
  }

  /// Whether one of them has signed a JWT.
  func haveSigned(_ token: JWS.Parsed) -> Bool {
    let named = keys.filter { $0.signs(with: token.algorithm) && $0.isNamed(token.kid) }
    return (try? JWS.verify(token, keys: named)) != nil
  }
}

extension VerifyingKey {
  /// Whether an algorithm, as the header of a JWT names it, is one of the key's.
  func signs(with algorithm: String) -> Bool {
    algorithms.contains { $0.rawValue == algorithm }
  }

  /// The algorithms, for sentences.
  var algorithmNames: String { algorithms.map(\.rawValue).joined(separator: " or ") }

  /// Whether the key may be the one that a JWT names. A JWT without a name, and a key without one, leave it open.
  func isNamed(_ kid: String?) -> Bool {
    guard let own = self.kid, let kid else { return true }
    return ExactText.same(own, kid)
  }
}

extension FetchedKeys {
  /// All else follows from the set.
  private enum CodingKeys: CodingKey { case set, fresh, fetched, bytes }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(set, forKey: .set)
    try container.encode(fresh, forKey: .fresh)
    try container.encode(fetched, forKey: .fetched)
    try container.encode(bytes, forKey: .bytes)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    set = try container.decode(JSONValue.self, forKey: .set)
    keys = ClientKeys.usable(in: set)
    certificates = RegisteredCertificates(in: set)
    fresh = try container.decode(Int.self, forKey: .fresh)
    fetched = try container.decode(Int.self, forKey: .fetched)
    bytes = try container.decode(Int.self, forKey: .bytes)
  }
}
