import Basics
import ProviderModel

extension Examination {
  /// What is examined, and how.
  package struct Plan: Sendable {
    package var profile: Profile
    /// Those that are asked for, and their controls.
    package var checks: [Check]
    package var passive: [Check]
    package var provider: String
    package var client: ClientPlan
    /// What the command line says of the registration.
    package var record: JSONValue
    package var takesWhatComes = true
    package var scope: String?
    package var abilities: Set<String>
    /// Abilities that nobody declared: the client has those that it shows in the control that asks for them.
    package var mayShow: Set<String> = []
    package var jobs: Int?
    package var repeats = 1
    package var isStrict = false
    /// Milliseconds after which silence counts, at least.
    package var leastQuiet = 2_000
    /// The sandbox that every check is played in, one after another.
    package var shared: String?
    /// How many passive checks `--only` left out.
    package var leftOut = 0
    /// Each run has a server of its own, with the provider at its root.
    package var hasPortPerTest = false

    package var needsTLS: Bool { checks.contains { $0.tls != nil } }
  }
}

extension Examination.Plan {
  /// Why an ability can't be examined as the client is run, where that is so.
  func outOfReach(_ ability: String) -> String? {
    guard ["logout", "sign-out"].contains(ability), client.isWeb, client.logoutURL == nil else {
      return nil
    }
    return "the sign-out URL is not known: name it with --logout-url"
  }

  /// What is known of a client by its record in the cast, and by how it is run.
  func subject(_ record: JSONValue) -> Subject {
    var subject = Subject(record)
    // Who checks nonces speaks OpenID Connect; of others it shows by what they send.
    let isParty = (scope ?? profile.scope).split(separator: " ").contains("openid")
    subject.wantsOpenID = isParty && abilities.contains("nonce") ? true : nil
    // What an application writes that runs already stays with it.
    subject.watched = client.command.isEmpty ? [.elsewhere] : [.elsewhere, .output]
    return subject
  }
}

extension Subject {
  /// - Parameter record: a client as a cast or the control API has it; the latter shows no secret.
  init(_ record: JSONValue) {
    func list(_ name: String) -> [String]? { record[name]?.arrayValue?.compactMap(\.stringValue) }
    let isConfidential = record["kind"]?.stringValue == Client.Kind.confidential.rawValue
    self.init(
      clientID: record["client_id"]?.stringValue, kind: isConfidential ? .confidential : .public,
      secret: record["secret"]?.stringValue, redirectURIs: list("redirect_uris") ?? [],
      authMethod: record["token_endpoint_auth_method"]?.stringValue,
      responseTypes: list("response_types"))
  }
}
