/// One parameter of a request.
///
/// Most rules of a provider are about parameters that a request lacks: `Outline` is what is looked at first.
public final class ParameterRule: Sendable {
  /// What every request is held against: no object, as looking at one counts a reference that all threads share.
  public struct Outline: Sendable {
    public let wire: String
    public let hasFallback: Bool
    public let isMany: Bool
  }

  /// As it stands on the wire.
  public let wire: String
  /// A place in the provider's canonical names.
  public let slot: Int
  public let fallback: Shape?
  public let values: [String]?
  /// The value is a list of words (OpenID Connect Core §3.1.2.1, `prompt`).
  public let isList: Bool
  /// A word that may not stand beside others.
  public let alone: String?
  /// Digits only.
  public let isNumber: Bool
  /// It may stand more than once, and is a list (RFC 8707 §2, `resource`).
  public let isMany: Bool
  public let invalid: Condition

  init(
    wire: String,
    slot: Int,
    fallback: Shape?,
    values: [String]?,
    isList: Bool,
    alone: String?,
    isNumber: Bool,
    isMany: Bool,
    invalid: Condition
  ) {
    self.wire = wire
    self.slot = slot
    self.fallback = fallback
    self.values = values
    self.isList = isList
    self.alone = alone
    self.isNumber = isNumber
    self.isMany = isMany
    self.invalid = invalid
  }

  var outline: Outline { Outline(wire: wire, hasFallback: fallback != nil, isMany: isMany) }
}
