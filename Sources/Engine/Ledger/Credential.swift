import Basics
import ProviderModel

/// A code or token that was handed out.
///
/// Immutable: a change replaces it. So a checkpoint shares all credentials that did not change.
final class Credential: Sendable, Codable {
  /// Counted from 1 in each sandbox: its name in the control API.
  let number: Int
  let kind: CredentialKind
  /// See `CredentialName`.
  let text: String
  let grant: Grant
  let issued: Int
  /// `never` for what does not end.
  let ends: Int
  /// `nil` for most: tokens are many.
  private let marks: Marks?

  /// What few credentials have.
  private final class Marks: Sendable, Codable {
    /// Where it is not that of the kind.
    let name: String?
    /// Where they are not those of the grant.
    let scopes: [String]?
    let audience: [String]
    let details: JSONValue?
    let binding: KeyBinding
    let spent: Int
    let revoked: Int

    init?(
      name: String?, scopes: [String]?, audience: [String], details: JSONValue?,
      binding: KeyBinding,
      spent: Int, revoked: Int
    ) {
      if name == nil, scopes == nil, audience.isEmpty, details == nil, binding.isNone,
        spent == never,
        revoked == never
      {
        return nil
      }
      self.name = name
      self.scopes = scopes
      self.audience = audience
      self.details = details
      self.binding = binding
      self.spent = spent
      self.revoked = revoked
    }
  }

  static let never = Int.max

  init(
    number: Int, kind: CredentialKind, name: String? = nil, text: String, grant: Grant,
    scopes: [String],
    audience: [String], details: JSONValue? = nil, binding: KeyBinding = .none, issued: Int,
    ends: Int, spent: Int = never,
    revoked: Int = never
  ) {
    self.number = number
    self.kind = kind
    self.text = text
    self.grant = grant
    self.issued = issued
    self.ends = ends
    marks = Marks(
      name: name, scopes: scopes == grant.scopes ? nil : scopes, audience: audience,
      details: details,
      binding: binding, spent: spent, revoked: revoked)
  }

  // In the order of the properties, without their names: there are thousands.
  func encode(to encoder: any Encoder) throws {
    let packer = try Packer.behind(encoder)
    packer.write(number)
    packer.write(kind.rawValue)
    packer.write(text)
    try packer.write(grant)
    packer.write(issued)
    packer.write(ends)
    try packer.write(marks)
  }

  init(from decoder: any Decoder) throws {
    let unpacker = try Unpacker.behind(decoder)
    number = try unpacker.read(Int.self)
    kind = CredentialKind(rawValue: try unpacker.read(String.self))
    text = try unpacker.read(String.self)
    grant = try unpacker.read(Grant.self)
    issued = try unpacker.read(Int.self)
    ends = try unpacker.read(Int.self)
    marks = try unpacker.read(Marks?.self)
  }

  /// Its name in `credentials` of the provider.
  var name: String { marks?.name ?? kind.rawValue }
  var scopes: [String] { marks?.scopes ?? grant.scopes }

  /// The audiences of a token (RFC 8707), `aud` in a JWT. Empty if it has none.
  var audience: [String] { marks?.audience ?? [] }
  /// Its authorization details (RFC 9396), a list: fewer than those of the grant where a token request asked for fewer.
  var details: JSONValue? { marks?.details ?? grant.details }
  /// The key and the certificate that it is bound to.
  var binding: KeyBinding { marks?.binding ?? .none }
  /// When a code was redeemed, or a refresh token was rotated away; `never` while it was not.
  var spent: Int { marks?.spent ?? Self.never }
  var revoked: Int { marks?.revoked ?? Self.never }

  var neverEnds: Bool { ends == Self.never }
  var isSpent: Bool { spent != Self.never }
  var isRevoked: Bool { revoked != Self.never }

  func isNamed(_ name: CredentialName) -> Bool {
    kind == name.kind && ExactText.same(text, name.text)
      && ExactText.same(grant.provider, name.provider)
  }

  func with(ends: Int? = nil, spent: Int? = nil, revoked: Int? = nil) -> Credential {
    Credential(
      number: number, kind: kind, name: marks?.name, text: text, grant: grant, scopes: scopes,
      audience: audience,
      details: marks?.details, binding: binding, issued: issued, ends: ends ?? self.ends,
      spent: spent ?? self.spent,
      revoked: revoked ?? self.revoked)
  }
}
