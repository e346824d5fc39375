import ProviderModel

/// The answer that stands: who signs in, and what they say, without a page.
public struct Standing: Sendable, Equatable {
  public enum Consent: Sendable, Equatable {
    case granted
    case denied
    case scopes([String])
  }
  /// A person's username.
  public var person: String?
  public var consent: Consent?

  public init(person: String? = nil, consent: Consent? = nil) {
    self.person = person
    self.consent = consent
  }
}
