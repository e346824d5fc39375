/// Something of a sandbox that ends by itself.
enum Expiry: Sendable, Codable {
  /// The mark of a grant that has ended, by its number.
  case endedGrant(Int)
  /// The mark of a grant whose access tokens were ended by a refresh.
  case endedAccess(Int)
  case nonce(String)
  case rate(String)
}
