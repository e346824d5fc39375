import Basics

/// One parameter of a request.
///
/// Most rules of a provider are about parameters that a request lacks: `Outline` is what is looked at first.
package final class ParameterRule: Sendable {
  /// What every request is held against: no object, as looking at one counts a reference that all threads share.
  package struct Outline: Sendable {
    package let wire: String
    /// Of the name on the wire.
    package let digest: NameDigest
    package let hasFallback: Bool
    package let isMany: Bool
  }

  /// The name on the wire.
  package let wire: String
  /// A place in the provider's canonical names.
  package let slot: Int
  package let fallback: Shape?
  package let values: [String]?
  /// The value is a list of words (OpenID Connect Core §3.1.2.1, `prompt`).
  package let isList: Bool
  /// A word that must be the only one.
  package let alone: String?
  /// Digits only.
  package let isNumber: Bool
  /// It may be repeated, and is a list (RFC 8707 §2, `resource`).
  package let isMany: Bool
  package let invalid: Condition

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

  var outline: Outline {
    Outline(
      wire: wire, digest: NameDigest(wire), hasFallback: fallback != nil, isMany: isMany)
  }
}
