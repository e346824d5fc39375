import Basics

/// One requirement, and how a client is brought to meet it or to break it. Passive ones only look.
package struct Check: Sendable {
  /// How the client's run has to end.
  package enum Expectation: String, Sendable, CaseIterable {
    /// The client signs the user in, or gets the tokens that it requested.
    case accepted
    /// The client refuses.
    case rejected
    /// Either, as long as it neither crashes nor hangs.
    case either
    /// Nothing is done: the traces of other checks are looked at.
    case passive
  }

  package var id: String
  /// What the server does, or what is looked at: one line.
  package var title: String
  /// The only provider in whose dialect it is run; `nil` for the profile's own and all that may take its place.
  package var provider: String?
  /// Providers in whose dialect it says nothing.
  package var except: [String] = []
  /// What a client does, in our own words.
  package var requirement: String
  /// Where that stands: `RFC 6749 §4.1.2`.
  package var clause: String
  package var link: String?
  /// The sentence there, word for word.
  package var quote: String?
  package var severity: Severity
  package var evidence: [EvidenceClass]
  package var expect: Expectation
  /// The same flow without the fault, or with less of it. It may rest on another control in its turn.
  package var control: String?
  /// Abilities that the client must have, by declaration.
  package var needs: [String] = []
  /// Members of what `POST /_understudy/sandboxes` takes.
  package var stage: JSONValue = [:]
  /// Merged into the profile's client (RFC 7396).
  package var client: JSONValue?
  /// Merged into the client's registration before the client is told of it (RFC 7396).
  package var told: JSONValue?
  /// Whether its stage switches quirks besides those of its profile.
  package var hasQuirks = false
  package var scope: String?
  /// The profile's.
  package var flow = Profile.Flow.redirect
  /// The profile's.
  package var subject: Profile.Subject?
  package var responseType: String?
  package var agent = Agent()
  /// The server speaks HTTPS in this run, whatever it speaks in others.
  package var tls: TLS?
  /// Whether the provider is at the root of a server of its own in this run, so that addresses that a client guesses are
  /// seen, too.
  package var isAtRoot = false
  /// Whether a passive check compares several sign-ins, so that one run shows nothing.
  package var comparesSignIns = false
  /// Endpoints that must see no request once the fault is there.
  package var forbidden: [String] = []
  package var asserts: [Assertion] = []
  /// What goes wrong for a user when a client does not do this.
  package var why: String
  /// What the client's author has to do.
  package var fix: String
  /// The same test elsewhere: `openid`, `mcp`.
  package var twins: [(suite: String, names: [String])] = []
  /// The release whose set of requirements it belongs to first.
  package var since: String

  /// How the server shows itself over TLS.
  package struct TLS: Sendable {
    /// What is wrong with its certificate; `nil` where nothing is.
    package var fault: TLSFault?
    /// The one that it speaks; `nil` for those of today.
    package var version: Version?
    /// The endpoints that show it, at a port of their own; empty where the whole server does.
    package var endpoints: [Endpoint] = []

    package enum Endpoint: String, Sendable, CaseIterable { case token, userinfo, resource, jwks }
    package enum Version: String, Sendable, CaseIterable { case old = "1.0" }

    /// Whether a client has to go without a word.
    package var isBroken: Bool { fault != nil || version != nil }
    /// How the rest of the server shows itself.
    package var elsewhere: TLS { TLS() }
  }

  /// Milliseconds that an answer of its stage is late at most. They are not the client's.
  package var delay: Int {
    let rules = stage["rules"]?.arrayValue ?? []
    return rules.compactMap { $0["then"]?["delay"]?.integerValue }.max() ?? 0
  }

  /// Whether this judge, which is written in Swift, is asked.
  package func asks(_ judge: String) -> Bool {
    asserts.contains { assertion in
      if case .judge(judge) = assertion.form { true } else { false }
    }
  }

  /// Whether provider and browser do in it what they do in its control: it looks at what the client does by itself.
  package var isUnaltered: Bool {
    expect == .accepted && !hasQuirks && (stage["rules"]?.arrayValue ?? []).isEmpty
      && agent.isOrdinary
      && agent.decision == .allow && !agent.moves
  }

  /// Whether it belongs to a run in this provider's dialect.
  package func isRun(at provider: String) -> Bool {
    (self.provider ?? provider) == provider && !except.contains(provider)
  }
}
