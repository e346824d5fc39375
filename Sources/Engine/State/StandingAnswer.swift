import ProviderModel

/// The answer that stands: who signs in, and what they say, without a page.
package struct StandingAnswer: Sendable, Equatable, Codable {
  package enum Consent: Sendable, Equatable, Codable {
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

/// The answer that stands for one client, else for everyone.
struct EffectiveAnswer {
  let answer: StandingAnswer
  /// The standing person, if the cast knows them and lets them in.
  let person: Person?

  /// - Parameters:
  ///   - client: the client that asks, if it is known.
  ///   - find: looks up a person of the cast.
  init(
    _ standing: StandingAnswer, for client: Client? = nil, person find: (String) -> Person?
  ) {
    var answer = standing
    if let client {
      if let person = client.signIn { answer.person = person }
      switch client.consent {
      case .granted: answer.consent = .granted
      case .denied: answer.consent = .denied
      case nil: break
      }
    }
    self.answer = answer
    let person = answer.person.flatMap(find)
    self.person = person?.fate == .locked ? nil : person
  }

  /// The consent of a person that is known without asking; `nil` if it is not known.
  func consent(of fate: Person.SignInOutcome?) -> StandingAnswer.Consent? {
    fate == .denies ? .denied : answer.consent
  }
}
