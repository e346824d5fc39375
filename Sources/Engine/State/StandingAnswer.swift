import ProviderModel

/// The answer that stands: who signs in, and what they say, without a page.
package struct StandingAnswer: Sendable, Equatable {
  package enum Consent: Sendable, Equatable {
    case granted
    case denied
    case scopes([String])
  }
  /// A person's username.
  package var person: String?
  package var consent: Consent?

  package init(person: String? = nil, consent: Consent? = nil) {
    self.person = person
    self.consent = consent
  }
}
