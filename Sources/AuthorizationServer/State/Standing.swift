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

extension Turn {
  /// What stands for the client that asks, else for everyone.
  var standingAnswer: Standing {
    var standing = standing
    if let id = asking?.client, let client = client(id) {
      if let person = client.signIn { standing.person = person }
      switch client.consent {
      case .granted: standing.consent = .granted
      case .denied: standing.consent = .denied
      case nil: break
      }
    }
    return standing
  }

  /// The standing person, if the cast knows them and lets them in.
  var standingPerson: Person? {
    standingAnswer.person.flatMap { cast.person($0) }.flatMap { $0.fate == .locked ? nil : $0 }
  }
}
