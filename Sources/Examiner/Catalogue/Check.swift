import HTTPMessages
import JSON

/// One requirement, and how a client is brought to meet it or to break it. Passive ones only look.
public struct Check: Sendable {
  /// How the client's run has to end.
  public enum Expectation: String, Sendable, CaseIterable {
    /// The client ends signed in, or with what it asked for.
    case accepted
    /// The client refuses.
    case rejected
    /// Either, as long as it neither crashes nor hangs.
    case either
    /// Nothing is done: the traces of other checks are looked at.
    case passive
  }

  public var id: String
  /// What the server does, or what is looked at: one line.
  public var title: String
  /// The only provider in whose dialect it is run; `nil` for the profile's own and all that may take its place.
  public var provider: String?
  /// Providers in whose dialect it says nothing.
  public var except: [String] = []
  /// What a client does, in our own words.
  public var requirement: String
  /// Where that stands: `RFC 6749 §4.1.2`.
  public var clause: String
  public var link: String?
  public var severity: Severity
  public var evidence: [EvidenceClass]
  public var expect: Expectation
  /// The same flow without the fault, or with less of it. It may rest on another control in its turn.
  public var control: String?
  /// Abilities that the client must have, by declaration.
  public var needs: [String] = []
  /// Members of what `POST /_understudy/sandboxes` takes.
  public var stage: JSONValue = [:]
  /// Merged into the profile's client (RFC 7396).
  public var client: JSONValue?
  public var scope: String?
  public var responseType: String?
  public var agent = Agent()
  /// The server speaks HTTPS in this run, whatever it speaks in others.
  public var tls: TLS?
  /// Endpoints that must see no request once the fault is there.
  public var forbidden: [String] = []
  public var asserts: [Assertion] = []
  /// What goes wrong for a user when a client does not do this.
  public var why: String
  /// What the client's author has to do.
  public var fix: String
  /// The same test elsewhere: `openid`, `mcp`.
  public var twins: [(suite: String, names: [String])] = []
  /// The release whose set of requirements it belongs to first.
  public var since: String

  /// How the server shows itself over TLS.
  public struct TLS: Sendable {
    /// What is wrong with its certificate; `nil` where nothing is.
    public var fault: TLSFault?
    /// The one that it speaks; `nil` for those of today.
    public var version: Version?

    public enum Version: String, Sendable, CaseIterable { case old = "1.0" }

    /// Whether a client has to go without a word.
    public var isBroken: Bool { fault != nil || version != nil }
  }

  /// Whether this judge, which is written in Swift, is asked.
  public func asks(_ judge: String) -> Bool {
    asserts.contains { assertion in
      if case .judge(judge) = assertion.form { true } else { false }
    }
  }

  /// Whether it belongs to a run in this provider's dialect.
  public func isRun(at provider: String) -> Bool {
    (self.provider ?? provider) == provider && !except.contains(provider)
  }
}
