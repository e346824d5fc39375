/// One parameter of a request.
public final class ParameterRule: Sendable {
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
  public let invalid: Condition

  init(
    wire: String,
    slot: Int,
    fallback: Shape?,
    values: [String]?,
    isList: Bool,
    alone: String?,
    isNumber: Bool,
    invalid: Condition
  ) {
    self.wire = wire
    self.slot = slot
    self.fallback = fallback
    self.values = values
    self.isList = isList
    self.alone = alone
    self.isNumber = isNumber
    self.invalid = invalid
  }
}
