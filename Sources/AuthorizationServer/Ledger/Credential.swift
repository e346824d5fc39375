import Encodings
import JSON
import ProviderModel

/// A code or token that was handed out.
///
/// Immutable: what becomes of it is another one in its place. So a checkpoint shares all that did not change.
final class Credential: Sendable {
  /// Counted from 1 in each sandbox: its name in the control API.
  let number: Int
  let kind: CredentialKind
  /// See `CredentialName`.
  let text: String
  let grant: Grant
  let scopes: [String]
  /// Of a JWT: its `aud`.
  let audience: String?
  let issued: Int
  /// `never` for what does not end.
  let ends: Int
  /// When a code was redeemed, or a refresh token was rotated away; `never` while it was not.
  let spent: Int
  let revoked: Int

  static let never = Int.max

  init(
    number: Int, kind: CredentialKind, text: String, grant: Grant, scopes: [String],
    audience: String?, issued: Int, ends: Int, spent: Int = never, revoked: Int = never
  ) {
    self.number = number
    self.kind = kind
    self.text = text
    self.grant = grant
    self.scopes = scopes
    self.audience = audience
    self.issued = issued
    self.ends = ends
    self.spent = spent
    self.revoked = revoked
  }

  var neverEnds: Bool { ends == Self.never }
  var isSpent: Bool { spent != Self.never }
  var isRevoked: Bool { revoked != Self.never }

  func isNamed(_ name: CredentialName) -> Bool {
    kind == name.kind && ExactText.same(text, name.text)
      && ExactText.same(grant.provider, name.provider)
  }

  func with(ends: Int? = nil, spent: Int? = nil, revoked: Int? = nil) -> Credential {
    Credential(
      number: number, kind: kind, text: text, grant: grant, scopes: scopes, audience: audience,
      issued: issued, ends: ends ?? self.ends, spent: spent ?? self.spent,
      revoked: revoked ?? self.revoked)
  }
}
