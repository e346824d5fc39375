import Basics

/// A kind of client, and the checks that it is examined by.
package struct Profile: Sendable {
  /// How tokens come to a client of this kind.
  package enum Flow: String, Sendable, CaseIterable {
    /// By a browser and a callback.
    case redirect
    /// By polling, until a person has typed a user code elsewhere (RFC 8628).
    case device
    /// For a token that it has already (RFC 8693).
    case exchange
    /// By a browser and a callback, once the client has found the authorization server of an MCP server.
    case mcp

    /// Whether a callback brings what the client waits for.
    package var hasCallback: Bool { self == .redirect || self == .mcp }

    /// The kinds of the endpoints of which a client calls one first.
    var firstEndpoints: [String] {
      switch self {
      case .redirect, .mcp: ["authorize", "pushed_authorization"]
      case .device: ["device_authorization"]
      case .exchange: ["token"]
      }
    }
  }

  /// An access token that a client of this kind is told, and exchanges.
  package struct Subject: Sendable {
    package static let type = "urn:ietf:params:oauth:token-type:access_token"

    /// The client that it was issued to.
    package var client: String
    package var scopes: [String]

    package init(client: String, scopes: [String]) {
      (self.client, self.scopes) = (client, scopes)
    }

    /// What `POST …/tokens` is sent to make one.
    package func order(at provider: String, of person: String) -> JSONValue {
      [
        "provider": JSONValue(.string(provider)), "client": JSONValue(.string(client)),
        "person": JSONValue(.string(person)),
        "scopes": JSONValue(.array(scopes.map { JSONValue(.string($0)) })),
      ]
    }
  }

  package var id: String
  package var title: String
  package var about: String
  /// The provider that is played, unless the command line names another.
  package var provider: String
  package var flow = Flow.redirect
  /// Empty where the client sends no authorization request.
  package var responseType: String
  package var scope: String
  /// What stands in the sandbox's cast; without a `client_id`, the client registers itself (RFC 7591).
  package var client: JSONValue
  /// Abilities that a client of this kind is taken to have.
  package var assumes: [String]
  /// Abilities that it has when it says so.
  package var may: [String]
  /// Ids of the passive checks that apply.
  package var passive: [String]
  package var checks: [Check]
  /// Ids of checks of other profiles by which its clients are examined, too.
  package var shares: [String] = []
  /// Quirks that every sandbox of its checks has, such as those that switch off what no check judges.
  package var with: [String] = []
  /// The standing answer of every sandbox whose check has none of its own.
  package var answer: JSONValue?
  /// The control of shared checks whose own control belongs to another profile.
  var sharedControl: String?
  /// The token that its clients exchange.
  package var subject: Subject?
  /// The key that the client is told; its public half is registered.
  var key: ClientKey?
  /// How it is run in the dialects of other providers.
  package var dialects: [Dialect] = []
  /// What the reference client is told of the provider, as its options: what an app's author reads in a manual.
  package var reference: [String] = []

  /// What another provider needs other than the profile's own.
  package struct Dialect: Sendable {
    package var provider: String
    package var responseType: String?
    package var scope: String?
    /// Merged into the profile's client (RFC 7396).
    package var client: JSONValue
    package var reference: [String]
  }

  /// The checks that no other profile has before it.
  package var ownChecks: [Check] { checks.filter { !shares.contains($0.id) } }

  /// Whether its clients are web applications: they keep a secret, and wait for a browser.
  package var isOfServer: Bool {
    flow == .redirect && client["secret"]?.stringValue?.isEmpty == false
  }

  package var registers: Bool { client["client_id"] == nil }

  /// What a check rests on: its control, that one's control, and so on.
  package func controls(of check: Check) -> [Check] {
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

  /// A check with the flow and the subject of the profile, whose stage has the profile's quirks and standing answer, too.
  func staged(_ check: Check) -> Check {
    var (check, stage) = (check, check.stage.objectValue ?? JSONObject())
    if let control = check.control, !checks.contains(where: { $0.id == control }) {
      check.control = sharedControl ?? control
    }
    (check.flow, check.subject) = (flow, subject)
    let quirks = with.map { JSONValue(.string($0)) } + (stage["with"]?.arrayValue ?? [])
    check.hasQuirks = quirks.count > with.count || stage["without"] != nil
    if !quirks.isEmpty { stage["with"] = JSONValue(.array(quirks)) }
    stage["answer"] = stage["answer"] ?? answer
    check.stage = JSONValue(.object(stage))
    return check
  }

  /// The providers in whose dialects it can be run, its own first.
  package var providers: [String] { [provider] + dialects.map(\.provider) }

  /// The profile as it is run at a provider; `nil` where it can't be.
  package func at(_ provider: String) -> Profile? {
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
