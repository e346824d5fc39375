import Basics
import HashTreeCollections
import ProviderModel

/// Everything that one sandbox remembers.
///
/// An object, so that a context works on it where it lies. Every collection in it shares what did not change with its
/// copies, so a copy of the whole, which a checkpoint leads to, costs next to nothing. One sandbox at a time changes it,
/// under its lock, and makes a copy first where another one holds it too: so it may be sent.
final class State: @unchecked Sendable, Codable {
  /// Key: the ticket's id.
  var tickets: BoundedBook<Ticket> { didSet { isChanged = true } }
  /// Key: provider, then the session cookie's name and value.
  var sessions: BoundedBook<Session> { didSet { isChanged = true } }
  /// The number of sessions that have had an ID.
  var lastSession: Int { didSet { isChanged = true } }
  /// Key: provider, client and person; value: the scopes agreed to so far.
  var consents: TreeDictionary<String, Set<String>> { didSet { isChanged = true } }
  /// Key: provider, client and person; value: the scopes granted so far, the oldest first.
  var granted: BoundedBook<[String]> { didSet { isChanged = true } }
  /// What codes and refresh tokens have yielded, by the number of the credential.
  var repetitions: BoundedBook<Repetition> { didSet { isChanged = true } }
  var rules: ActiveRules { didSet { isChanged = true } }
  /// How many seconds everything that was issued has been made older, while now stays.
  private(set) var aged: Int { didSet { isChanged = true } }
  /// By which steps: for JWTs that the ledger does not keep.
  private var ageings: [Ageing]? { didSet { isChanged = true } }
  /// When such a JWT was issued last, by the sandbox's clock.
  private var lastUnkept: Int? { didSet { isChanged = true } }
  /// Codes, tokens, and what they stand for.
  var ledger: Ledger { didSet { isChanged = true } }
  /// Key: provider, collection and owner.
  var collections: TreeDictionary<String, [JSONValue]> { didSet { isChanged = true } }
  /// Requests of devices, by the key of their user codes.
  var devices: BoundedBook<DeviceRequest> { didSet { isChanged = true } }
  /// Authorization requests that clients have pushed, by their request URIs.
  var pushes: BoundedBook<PushedRequest> { didSet { isChanged = true } }
  /// Nonces of signed requests that were seen: provider, client and nonce.
  var nonces: TreeDictionary<String, Int> { didSet { isChanged = true } }
  /// How often a token called in its window: provider, endpoint and grant.
  var rates: TreeDictionary<String, RateWindow> { didSet { isChanged = true } }
  /// Clients that have registered themselves. Key: provider and client.
  var registrations: TreeDictionary<String, RegisteredClient> { didSet { isChanged = true } }
  /// Clients by their metadata documents. Key: provider and address.
  var documents: BoundedBook<ClientDocument> { didSet { isChanged = true } }
  /// Keys of clients that were fetched. Key: provider and address.
  var fetchedKeys: BoundedBook<FetchedKeys> { didSet { isChanged = true } }
  /// JWTs by which clients have authenticated, and JWTs of other issuers that were exchanged, each with its end by the
  /// wall clock. Key: provider, client or issuer, and `jti`.
  var assertions: BoundedBook<Int> { didSet { isChanged = true } }
  /// JWTs of this server that were exchanged, each with its end by the sandbox's clock. Key: provider, issuer and `jti`.
  var ownAssertions: BoundedBook<Int> { didSet { isChanged = true } }
  /// Proofs of possession that were used, each with its end by the wall clock. Key: provider, thumbprint and `jti`.
  var proofs: BoundedBook<Int> { didSet { isChanged = true } }
  /// Nonces for proofs of possession, by provider.
  var dpopNonces: TreeDictionary<String, DPoPNonces> { didSet { isChanged = true } }
  /// Which keys are published, and which signs.
  var keyRotation: KeyRotation { didSet { isChanged = true } }
  /// Key: provider, path and the session ID of an MCP client.
  var mcpSessions: BoundedBook<MCPSession> { didSet { isChanged = true } }
  /// Whether anything of it was written since it was made or copied, or since `countChangesAnew`: what a store has to be
  /// told. Freeing what has expired does not count, as it follows from the time.
  private(set) var isChanged = false
  private var deaths: Expiries<Expiry> { didSet { isChanged = true } }
  /// Apart, and sparing: a token of last year, after a leap of the clock, has expired and is not unknown.
  private var tombstones: Expiries<LedgerKey> { didSet { isChanged = true } }

  // No defaults: what is added is forgotten in neither of the two.
  init() {
    tickets = BoundedBook(most: Self.mostTickets, bytes: Self.mostTicketBytes)
    sessions = BoundedBook(most: Self.mostSessions, bytes: Self.mostSessionBytes)
    lastSession = 0
    consents = [:]
    granted = BoundedBook(most: Self.mostGranted, bytes: Self.mostGrantedBytes)
    repetitions = BoundedBook(most: Self.mostRepetitions, bytes: Self.mostRepetitionBytes)
    rules = ActiveRules()
    aged = 0
    ageings = nil
    lastUnkept = nil
    ledger = Ledger()
    collections = [:]
    devices = BoundedBook(most: Self.mostTickets, bytes: Self.mostTicketBytes)
    pushes = BoundedBook(most: Self.mostTickets, bytes: Self.mostTicketBytes)
    nonces = [:]
    rates = [:]
    registrations = [:]
    documents = BoundedBook(most: Self.mostDocuments, bytes: Self.mostDocumentBytes)
    fetchedKeys = BoundedBook(most: Self.mostDocuments, bytes: Self.mostDocumentBytes)
    assertions = BoundedBook(most: Self.mostAssertions, bytes: Self.mostAssertionBytes)
    ownAssertions = BoundedBook(most: Self.mostAssertions, bytes: Self.mostAssertionBytes)
    proofs = BoundedBook(most: Self.mostProofs, bytes: Self.mostProofBytes)
    dpopNonces = [:]
    keyRotation = KeyRotation()
    mcpSessions = BoundedBook(most: Self.mostMCPSessions, bytes: Self.mostMCPSessionBytes)
    deaths = Expiries()
    tombstones = Expiries(sparing: 1024)
  }

  init(copying other: State) {
    tickets = other.tickets
    sessions = other.sessions
    lastSession = other.lastSession
    consents = other.consents
    granted = other.granted
    repetitions = other.repetitions
    rules = other.rules
    aged = other.aged
    ageings = other.ageings
    lastUnkept = other.lastUnkept
    ledger = other.ledger
    collections = other.collections
    devices = other.devices
    pushes = other.pushes
    nonces = other.nonces
    rates = other.rates
    registrations = other.registrations
    documents = other.documents
    fetchedKeys = other.fetchedKeys
    assertions = other.assertions
    ownAssertions = other.ownAssertions
    proofs = other.proofs
    dpopNonces = other.dpopNonces
    keyRotation = other.keyRotation
    mcpSessions = other.mcpSessions
    deaths = other.deaths
    tombstones = other.tombstones
  }

  /// Half an hour to fill in a form.
  static let ticketLifetime = 1800
  static let sessionLifetime = 14 * 86400

  /// Sign-ins that were begun and wait for their form, requests of devices and pushed requests, each in number and in bytes:
  /// each keeps its authorization request.
  static let mostTickets = 10_000
  static let mostTicketBytes = 16 << 20
  static let mostSessions = 10_000
  static let mostSessionBytes = 16 << 20
  /// Pairs of a person and a client whose granted scopes are remembered, in number and in bytes, and the scopes of each.
  static let mostGranted = 10_000
  static let mostGrantedBytes = 8 << 20
  static let mostScopesGranted = 1000
  /// Responses that can be repeated.
  static let mostRepetitions = 1000
  static let mostRepetitionBytes = 4 << 20
  /// The bytes of all requests that have registered a client.
  static let mostRegistrationBytes = 16 << 20
  /// Metadata documents that are kept, in number and in bytes.
  static let mostDocuments = 1000
  static let mostDocumentBytes = 4 << 20
  /// JWTs that are remembered, so that none is used twice.
  static let mostAssertions = 20_000
  static let mostAssertionBytes = 8 << 20

  /// Proofs of possession that are remembered: there is one for each call of a resource.
  static let mostProofs = 50_000
  static let mostProofBytes = 16 << 20

  /// Sessions of MCP clients: a day, and bounded as tickets are.
  static let mcpSessionLifetime = 86400
  static let mostMCPSessions = 10_000
  static let mostMCPSessionBytes = 16 << 20

  /// Makes all that was issued older.
  /// - Parameter now: the sandbox's clock.
  func age(by seconds: Int, at now: Int) {
    aged += seconds
    // Within a second, JWTs that were issued before and after look alike: there are some before, or none.
    var steps =
      (ageings ?? []) + [Ageing(last: lastUnkept == now ? now : now - 1, seconds: seconds)]
    if steps.count > Ageing.most {
      steps[1] = Ageing(last: steps[1].last, seconds: steps[0].seconds + steps[1].seconds)
      steps.removeFirst()
    }
    ageings = steps
  }

  /// How many seconds a JWT has been made older that was issued at an instant of the sandbox's clock.
  func aged(since issued: Int) -> Int {
    (ageings ?? []).reduce(0) { $1.last >= issued ? $0 + $1.seconds : $0 }
  }

  func noteUnkept(at now: Int) { if lastUnkept != now { lastUnkept = now } }

  func countChangesAnew() { isChanged = false }

  /// Takes over the counters of rules after a request. To have matched a rule that is spent is no change.
  func count(_ rules: ActiveRules) {
    let wasChanged = isChanged
    let differs = rules.differs(from: self.rules)
    self.rules = rules
    isChanged = wasChanged || differs
  }

  func expire(_ death: Expiry, at instant: Int) { deaths.add(death, at: instant) }
  func bury(_ key: LedgerKey, at instant: Int) { tombstones.add(key, at: instant) }

  /// Ends a grant: all that it yielded dies with it.
  func revoke(_ grant: Grant, at now: Int) {
    let ended = ledger.revoke(grant, at: now)
    for key in ended.forgettable { bury(key, at: ended.forgotten) }
    expire(.endedGrant(grant.number), at: ended.forgotten)
  }

  /// Ends the access tokens that a grant has yielded so far.
  func endAccess(of grant: Grant, at now: Int) {
    let ended = ledger.endAccess(of: grant, at: now)
    for key in ended.forgettable { bury(key, at: ended.forgotten) }
    expire(.endedAccess(grant.number), at: ended.forgotten)
  }

  /// The lifetime of a credential ends at another time from now on.
  func slide(_ credential: Credential, to ends: Int) { ledger.slide(credential, to: ends) }

  func revoke(_ credential: Credential, at now: Int) {
    if let (key, forgotten) = ledger.revoke(credential, at: now) { bury(key, at: forgotten) }
  }

  func expire(_ credential: Credential, at now: Int) {
    if let (key, forgotten) = ledger.expire(credential, at: now) { bury(key, at: forgotten) }
  }

  /// Frees some of what has expired.
  /// - Returns: the credentials that the ledger does not know any more.
  func clean(at now: Int) -> [LedgerKey] {
    let wasChanged = isChanged
    defer { isChanged = wasChanged }
    tickets.clean(at: now)
    sessions.clean(at: now)
    documents.clean(at: now)
    fetchedKeys.clean(at: now)
    devices.clean(at: now)
    pushes.clean(at: now)
    mcpSessions.clean(at: now)
    repetitions.clean(at: now)
    for death in deaths.due(at: now) {
      switch death {
      case .endedGrant(let number): ledger.forgetEnd(of: number)
      case .endedAccess(let number): ledger.forgetAccessEnd(of: number, at: now)
      case .nonce(let key): nonces[key] = nil
      case .rate(let key): if let window = rates[key], window.ends <= now { rates[key] = nil }
      }
    }
    var forgotten: [LedgerKey] = []
    for key in tombstones.due(at: now) {
      if let kept = ledger.slid(key, beyond: now) {
        bury(key, at: kept)
      } else {
        ledger.forget(key)
        forgotten.append(key)
      }
    }
    return forgotten
  }
}
