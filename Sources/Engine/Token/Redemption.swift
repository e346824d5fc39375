import Basics
import ProviderModel

/// What a grant comes to: who gets how much, and which credential dies of it.
struct Redemption {
  let grant: Grant
  /// Whether the grant was there before.
  var isOpen = true
  let scopes: [String]
  /// The audiences of the access token (RFC 8707).
  let resources: [String]
  /// The authorization details of the access token (RFC 9396): a list.
  var details: JSONValue?
  /// What a new refresh token is good for: narrowing one access token does not narrow it
  /// (RFC 6749 §6).
  var renews: [String]?
  var spends: Credential?
  /// The refresh token that stays valid.
  var keeps: Credential?
  /// The subject token of an exchange, which is revoked.
  var revokes: Credential?
  /// The credentials to issue; `nil` for those of the grant.
  var issues: [IssuanceRule]?
  /// The uses of JWTs of other issuers, to be remembered.
  var uses: [JWTUse] = []
}
