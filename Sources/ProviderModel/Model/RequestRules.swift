/// One parameter of a request.
public struct ParameterRule: Sendable {
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
}

/// Where a client may be redirected to.
public struct RedirectRule: Sendable {
  public enum Match: String, Sendable, CaseIterable {
    case exact
    /// Scheme, host and path; any query.
    case path
    /// Host and path; the registered query may be added to at its end.
    case append
  }
  public var match = Match.exact
  public var anyLoopbackPort = false
  public var fallback: Template?
  /// When it may be left out by a client that has registered exactly one (RFC 6749 §3.1.2.3).
  public var omit: Predicate?
  /// Errors about the URI go to the first registered one instead of a page.
  public var mismatchToFirst = false
}

/// What may be asked for.
public struct ScopeRule: Sendable {
  /// Each of these separates scopes.
  public var split = " "
  public var fallback: [String] = []
  public var required = false
  public var known: [(name: String, title: String)] = []
  public var patterns: [Pattern] = []
  /// The client's own id is a scope.
  public var clientID = false
  public var table: (name: String, prefix: String, names: String)?
  public var bits: [(name: String, bit: Int)] = []
  public var any = false

  /// The scopes in a text.
  public func split(_ text: String) -> [String] {
    let marks = split
    return text.utf8.split(whereSeparator: { marks.utf8.contains($0) }).map {
      String(Substring($0))
    }
  }
}

/// What is demanded of a code challenge (RFC 7636).
public struct ChallengePolicy: Sendable {
  public enum Demand: String, Sendable, CaseIterable { case never, spa, `public`, always }
  public var demand = Demand.never
  public var plain = true
  /// Whether the form of challenge and verifier is checked (§§4.1, 4.2).
  public var checksForm = false
  public init() {}

  /// The form that verifier and challenge share (RFC 7636 §§4.1, 4.2).
  public static func isWellFormed(_ text: String) -> Bool {
    (43...128).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
      }
  }
}

/// When a fixture's own checks of an authorization request run, in this order.
public enum CheckPhase: String, Sendable, CaseIterable { case address, request, scope, session }

/// A rule of the provider's own that a request must pass.
public struct Check: Sendable {
  public let name: String
  /// The check is made for each element of this list, as `item`.
  public let each: Expression?
  public let when: Predicate
  public let fail: Condition
  /// What was wrong, how to mend it, and which clause says so: for people and journals.
  public let why: Template?
  public let remedy: Template?
  public let clause: String?
}
