import ProviderModel

/// Someone who is signed in.
struct Session: Sendable, Codable {
  let provider: String
  let person: String
  let since: Int
  let ends: Int
  /// The session ID that clients see, `sid` (OpenID Connect Back-Channel Logout §2.1). Empty where nothing keeps the session.
  var id = ""
  /// The level of authentication; empty at a provider without levels.
  var acr = ""
  /// The clients that have been granted something in the session, in that order.
  private(set) var clients: [Participant] = []

  /// A client, and the address at which it was granted something: the issuer of its tokens follows from it.
  struct Participant: Sendable, Equatable, Codable {
    let client: String
    let base: Base
    let variables: [String?]
  }

  /// The largest number of clients that are told of a logout.
  static let mostClients = 50

  init(provider: String, person: String, since: Int, ends: Int) {
    self.provider = provider
    self.person = person
    self.since = since
    self.ends = ends
  }

  /// The same person signs in again: the session goes on.
  func renewed(since: Int, ends: Int) -> Session {
    var session = Session(provider: provider, person: person, since: since, ends: ends)
    (session.id, session.clients) = (id, clients)
    return session
  }

  /// - Returns: whether anything has changed.
  @discardableResult
  mutating func join(_ participant: Participant) -> Bool {
    if clients.last == participant { return false }
    clients.removeAll { $0.client == participant.client }
    clients.append(participant)
    if clients.count > Self.mostClients { clients.removeFirst() }
    return true
  }

  /// About how much memory its texts take.
  var bytes: Int { clients.reduce(0) { $0 + $1.client.utf8.count + 128 } }
}
