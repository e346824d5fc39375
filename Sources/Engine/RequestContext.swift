import Basics
import HTTPTypes
import JOSE
import ProviderModel

/// One request at one endpoint while the engine decides on it: what all steps share.
///
/// A class, because it is large and every step works on it.
final class RequestContext {
  let place: RouteMatch
  let reading: RoutedRequest
  let instants: Instants
  let cast: Cast
  private let standingForAll: StandingAnswer
  /// The person and the client of the cast that were looked up last: most requests ask for the same ones again and again.
  private var lastPerson: Person?
  private var lastClient: Client?
  /// The sandbox's: what is decided changes it.
  let state: State
  var random: Entropy
  /// What templates may look at.
  let facts: Facts
  var cookies: BrowserCookies
  var fired = FiredRules()
  /// The authorization request that this context is about.
  private(set) var asking: AuthorizationRequest?
  /// What stands for the client that asks, else for everyone.
  private(set) var standing: EffectiveAnswer
  /// The session of the standing answer's person, once it was asked for.
  var standingSession: Session?
  /// The last place of what a person has allowed a client.
  var consentKey: (client: String, person: String, key: String)?
  /// Whether the request names no client, and the issuer of its JWT vouches for one. The JWT has to be verified.
  var isClientVouched = false
  /// The use of the JWT by which the client has authenticated. It is remembered at the end of the request.
  var assertionUse: JWTUse?
  /// The address of the document that was fetched for this request, and the reason to reject it.
  var documentRefusal: (address: String, refusal: Refusal)?
  /// The same of keys.
  var keysFlaws: [(address: String, flaw: FetchedKeys.Flaw)] = []
  typealias Note = (why: String, clause: String, remedy: Remedy)
  /// A part of the request that has no effect, for the journal.
  var note: Note?
  /// What the browser is told of its login status (FedCM, Login Status API); `nil` if it stays as it is.
  var loginStatus: LoginStatus?
  /// The request object that was fetched for this request.
  var requestDocument: FetchedDocument?
  /// The document of its sector that was fetched for a client that registers.
  var sectorDocument: FetchedDocument?

  init(
    _ reading: RoutedRequest, _ place: RouteMatch, cast: Cast, standing: StandingAnswer,
    _ state: State,
    at instants: Instants, _ random: Entropy
  ) {
    self.place = place
    self.reading = reading
    self.instants = instants
    self.cast = cast
    standingForAll = standing
    self.standing = EffectiveAnswer(standing, person: cast.person)
    self.state = state
    self.random = random
    cookies = BrowserCookies(reading.request)
    let isService = place.endpoint.kind.isService
    facts = Facts(
      provider: place.provider, base: place.base, variables: place.variables, route: place.route,
      now: instants.sandbox, query: reading.query, form: reading.sent?.form ?? reading.form,
      request: RequestFacts(
        method: reading.request.method.rawValue, path: place.path, rawQuery: reading.rawQuery,
        authorization: isService ? reading.request.headers[.authorization] : nil,
        certificate: place.endpoint.service.asksCertificate
          ? reading.request.clientCertificate.map { Base64URL.encode(Digest.sha256($0)) } : nil,
        headers: reading.request.headers),
      // Decoration draws from a seed of the exchange, secrets from the generator itself.
      random: SeededGenerator(seed: random.next()), isForProgram: isService)
    // Nobody can show a certificate at a plain HTTP address (RFC 8705 §5).
    facts.asksForCertificates =
      reading.site.options.asksForCertificates && facts.base.isSecure
    facts.rates = place.endpoint.service.rates.map {
      RateFacts(most: $0.most, count: 0, reset: instants.sandbox + $0.seconds)
    }
    facts.rate = facts.rates.min { $0.most < $1.most }
    // Which parameters an answer may repeat is known where a token has been looked for.
    if let sent = reading.sent {
      facts.service = ServiceFacts(body: sent.parameters, shown: [], document: sent.document)
    }
  }

  /// A person of the cast.
  func person(_ username: String) -> Person? {
    if let lastPerson, ExactText.same(lastPerson.username, username) { return lastPerson }
    let found = cast.person(username)
    lastPerson = found
    return found
  }

  /// A client of the cast.
  func castClient(_ id: String) -> Client? {
    if let lastClient, ExactText.same(lastClient.id, id) { return lastClient }
    let found = cast.client(id, at: provider.id)
    lastClient = found
    return found
  }

  /// The name of a parameter, as clients send it to this endpoint.
  func wire(_ name: String) -> String { provider.wire(name, at: endpoint.kind) }

  var site: Site { reading.site }
  var provider: Provider { place.provider }
  var endpoint: Endpoint { place.endpoint }
  var request: Request { reading.request }
  /// HEAD is a GET, too.
  var isGet: Bool { request.method == .get || request.method == .head }

  /// The ledger's time: the sandbox's, and by how much all that was issued has been aged.
  var now: Int { instants.sandbox + state.aged }

  /// An instant of the ledger as the world outside sees it.
  func shown(_ instant: Int) -> Int { instant - state.aged }

  /// From now on the context, and what templates see, is about this request.
  func show(_ request: AuthorizationRequest) {
    if asking.map({ ExactText.same($0.client, request.client) }) != true {
      let known = client(request.client)
      standing = EffectiveAnswer(standingForAll, for: known, person: person)
      facts.client = known ?? anyClient(request.client)
    }
    asking = request
    // It may have another level.
    standingSession = nil
    facts.arguments = request.arguments
    facts.origin = request.sent
    facts.mode = request.mode
  }

  /// The standing answer for a client.
  func answer(for client: Client) -> EffectiveAnswer {
    EffectiveAnswer(standingForAll, for: client, person: person)
  }
}
