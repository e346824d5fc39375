import Basics
import JOSE

/// Subjects that differ from one client to the next (OpenID Connect Core §8.1).
package struct PairwiseRule: Sendable {
  fileprivate(set) var salt = ""

  init() {}

  /// The claim that differs.
  static let claim = "sub"

  /// The subject of a person for the clients of a sector.
  /// - Parameter local: the subject of the person for all other clients.
  func subject(_ local: String, sector: String) -> String {
    Base64URL.encode(Digest.sha256(Array("\(sector)\u{0}\(local)\u{0}\(salt)".utf8)))
  }
}

extension PairwiseRule: ProviderPart {
  static let declaration: Declaration = .init(
    "pairwise subjects",
    "The claim `sub` of clients with the `subject_type` `pairwise` (OpenID Connect Core §8.1): the SHA-256 of the sector, the person's `sub` and a salt.",
    [
      .text(
        "salt", \.salt,
        "A text that makes subjects differ from those of other servers. A mock server keeps no secret: everybody can read it here.",
        example: "\"understudy\"")
    ])
}
