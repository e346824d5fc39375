import JSON

/// A kind of client, and the checks that it is examined by.
public struct Profile: Sendable {
  public var id: String
  public var title: String
  public var about: String
  /// The provider that is played, unless the command line names another.
  public var provider: String
  public var responseType: String
  public var scope: String
  /// What stands in the sandbox's cast.
  public var client: JSONValue
  /// Abilities that a client of this kind is taken to have.
  public var assumes: [String]
  /// Abilities that it has when it says so.
  public var may: [String]
  /// Ids of the passive checks that apply.
  public var passive: [String]
  public var checks: [Check]
  /// How it is run in the dialects of other providers.
  public var dialects: [Dialect] = []
  /// What the reference client is told of the provider, as its options: what an app's author reads in a manual.
  public var reference: [String] = []

  /// What another provider needs other than the profile's own.
  public struct Dialect: Sendable {
    public var provider: String
    public var responseType: String?
    public var scope: String?
    /// Merged into the profile's client (RFC 7396).
    public var client: JSONValue
    public var reference: [String]
  }

  /// What a check rests on: its control, that one's control, and so on.
  public func controls(of check: Check) -> [Check] {
    var chain: [Check] = []
    var last = check
    while let control = checks.first(where: { $0.id == last.control }),
      !chain.contains(where: { $0.id == control.id })
    {
      chain.append(control)
      last = control
    }
    return chain
  }

  /// The providers in whose dialects it can be run, its own first.
  public var providers: [String] { [provider] + dialects.map(\.provider) }

  /// The profile as it is run at a provider; `nil` where it can't be.
  public func at(_ provider: String) -> Profile? {
    if provider == self.provider { return self }
    guard let dialect = dialects.first(where: { $0.provider == provider }) else { return nil }
    var profile = self
    profile.provider = provider
    profile.responseType = dialect.responseType ?? responseType
    profile.scope = dialect.scope ?? scope
    profile.client = dialect.client.merged(into: client)
    profile.reference = dialect.reference
    return profile
  }
}
